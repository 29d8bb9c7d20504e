-- Accounts, their logins, and what belongs to one account. Of tokens and links only SHA-256 is stored. Erasing a user erases every row here.

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
  -- argon2
  password_hash text not null,
  is_demo boolean not null default false,
  created_on timestamptz not null default now(),
  -- False: the user logs in by passkey or at the provider, and the stored hash opens nothing.
  has_password boolean not null default true
);
-- C20: a name belongs to one account, whatever its case.
create unique index users_name on users (lower(user_name));
create index users_demo on users (id) where is_demo;

-- C94: a closed account is no user any more. Its basic record stays for seven years in an archive that no list and no login reads.
create table closed_accounts (
  -- that of the account
  id text collate "C" primary key,
  user_name text collate "C" not null,
  name text not null,
  surname text not null,
  email text not null,
  company text,
  role text not null,
  closed_at timestamptz not null,
  -- then the record is deleted
  purge_after timestamptz not null
);
create index closed_accounts_purge on closed_accounts (purge_after);

-- Sessions

-- One row for each login. Tokens rotate within it, its end does not move (C05).
create table sessions (
  id text collate "C" primary key default gen_random_uuid()::text,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- The next tokens are derived from this and the ones before: a refresh that is requested twice gives the same response twice.
  seed bytea not null,
  token_hash bytea not null unique,
  previous_token_hash bytea unique,
  refresh_hash bytea not null unique,
  cookie_hash bytea not null unique,
  rotated_at timestamptz,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Where it began and when it was used last, for the list of a user's own logins.
  user_agent text not null default '',
  address text not null default '',
  used_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Refresh tokens that were used: one that is used again after the grace period ends its session.
create table used_refresh_tokens (
  refresh_hash bytea primary key,
  session_id text collate "C" not null references sessions (id) on delete cascade,
  used_at timestamptz not null
);
create index used_refresh_tokens_session on used_refresh_tokens (session_id);

-- Links in emails: one per account. Used, replaced or expired, its row is deleted.

create table email_confirmations (
  user_id text collate "C" primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  -- The address to which the email went: a confirmation counts for no other.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table password_reset (
  user_id text collate "C" primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Second factor: codes of an authenticator app, and recovery codes

create table second_factor (
  user_id text collate "C" primary key references users (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first correct code: the set-up is not complete, and no login needs a code.
  confirmed_at timestamptz,
  -- The last time step of which a code was used. A code of it or an earlier one is refused.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id text collate "C" not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Passkeys, and challenges of the next minutes: each is deleted when it is used

create table passkey (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  public_key bytea not null,
  -- Signatures so far, as the authenticator counts them. 0 = it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_user on passkey (user_id);

create table passkey_challenge (
  challenge text collate "C" primary key,
  -- Of a user who adds a passkey. Null = for a login.
  user_id text collate "C" references users (id) on delete cascade,
  expires_at timestamptz not null,
  -- A challenge that proves a change adds no passkey.
  purpose text collate "C" not null default 'use'
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Accounts of an OpenID Connect provider, and sign-ins of the next minutes: each is deleted when it is used

create table oidc_identity (
  issuer text collate "C" not null,
  -- Of the user at this provider: it never changes, as a name may.
  subject text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index oidc_identity_user on oidc_identity (user_id);

create table oidc_flow (
  state_hash bytea primary key,
  -- Only the tab that began has the ticket: a link with the response to someone else's sign-in opens nothing.
  ticket_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index oidc_flow_expires on oidc_flow (expires_at);

-- Choices

-- They follow the account from device to device.
create table user_preference (
  user_id text collate "C" not null references users (id) on delete cascade,
  name text collate "C" not null,
  value text not null,
  version bigint not null default 1,
  primary key (user_id, name)
);

-- Saved views that users share with their company. A user who leaves the company takes them along.
create table shared_view (
  id bigint generated always as identity primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  list text not null,
  name text not null,
  search text not null,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);
