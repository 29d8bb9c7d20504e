-- Accounts of an OpenID Connect provider (docs/decisions/0100), and sign-ins of the next minutes: each is deleted when it is used.
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

-- False: the user logs in by passkey (docs/decisions/0101) or at the provider, and the stored hash opens nothing.
alter table users add column has_password boolean not null default true;
