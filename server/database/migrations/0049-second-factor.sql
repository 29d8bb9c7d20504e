-- Second factor of a login: codes of an authenticator app, and recovery codes (docs/decisions/0072).
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
