-- Confirmation of e-mail addresses, and how long the record of a closed account is kept.

-- One open confirmation per account; of the token only SHA-256 is kept. Used or replaced, its row goes.
create table email_confirmations (
  user_id text collate "C" primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  -- The address that the mail went to: a confirmation counts for no other.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- C94: seven years after the account was closed its record is taken away.
alter table users add column purge_after timestamptz;
create index users_purge on users (purge_after) where purge_after is not null;
