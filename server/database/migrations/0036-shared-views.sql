-- Saved views that users share with their company (docs/decisions/0054). Erasing a user erases the views; a user who leaves the company takes them along.
create table shared_view (
  id bigint generated always as identity primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  list text not null,
  name text not null,
  search text not null,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);
