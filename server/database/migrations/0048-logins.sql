-- Where a session began and when it was used last, for the list of a user's own logins. Unknown for earlier sessions.
alter table sessions
  add column user_agent text not null default '',
  add column address text not null default '',
  add column used_at timestamptz;
