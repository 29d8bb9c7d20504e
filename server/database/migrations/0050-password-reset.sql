-- Links for a forgotten password: one per account, SHA-256 of the token. Used, replaced or expired, its row goes.
create table password_reset (
  user_id text collate "C" primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
