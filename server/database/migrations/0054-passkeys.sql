-- Passkeys (docs/decisions/0089), and challenges of the next minutes: each is deleted when it is used.
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
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
