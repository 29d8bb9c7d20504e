-- Accounts and sessions. Instants are timestamptz; passwords are argon2 texts; of tokens only SHA-256 is kept.

create table users (
  id text collate "C" primary key default gen_random_uuid()::text,
  user_name text collate "C" not null,
  name text not null default '',
  surname text not null default '',
  email text not null default '',
  role text not null default 'User',
  company text,
  terms integer not null default 0,
  email_confirmed boolean not null default false,
  login_provider text,
  ethereum_account_address text,
  phone_number text,
  password_hash text not null,
  is_demo boolean not null default false,
  created_on timestamptz not null default now(),
  -- C94: a closed account is in no list and cannot log in; its basic record stays until it is purged.
  closed_at timestamptz
);
-- C20: a name belongs to one open account, whatever its letter case.
create unique index users_name on users (lower(user_name)) where closed_at is null;
create index users_demo on users (id) where is_demo;

-- One row per log-in. Tokens rotate within it, its end does not move (C05).
create table sessions (
  id text collate "C" primary key default gen_random_uuid()::text,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- The next tokens are derived from this and the ones before, so that a refresh asked twice gives the same answer twice.
  seed bytea not null,
  token_hash bytea not null unique,
  previous_token_hash bytea unique,
  refresh_hash bytea not null unique,
  cookie_hash bytea not null unique,
  rotated_at timestamptz,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Refresh tokens that were used: one that comes again after the grace ends its session.
create table used_refresh_tokens (
  refresh_hash bytea primary key,
  session_id text collate "C" not null references sessions (id) on delete cascade,
  used_at timestamptz not null
);
create index used_refresh_tokens_session on used_refresh_tokens (session_id);
