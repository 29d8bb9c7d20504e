-- Limits counted together over all servers (docs/decisions/0108). Unlogged, as the tables of 0078.

-- Wrong passwords by account and network. The key is a hash: a typed name may be a password in the wrong field.
create unlogged table login_attempt (
  key bytea primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null,
  -- The account was opened from this network. null = not yet.
  opened_at timestamptz
);
-- Tries left to a network over all names.
create unlogged table login_budget (
  network bytea primary key,
  tries integer not null,
  at timestamptz not null
);
-- Requests of busy callers in their current minute, by server. Written only while there are several servers.
create unlogged table request_count (
  caller text not null,
  server integer not null,
  count integer not null,
  ends_at timestamptz not null,
  primary key (caller, server)
);
