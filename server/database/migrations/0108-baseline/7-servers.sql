-- Several servers on one database. Most of these tables are unlogged: they contain only what running servers need from each other, a backup
-- leaves them out, and a crash of the database ends every connection, so that each server registers again.

-- A server is running as long as its connection holds the advisory lock of its number.
create unlogged table running_server (
  id integer generated always as identity primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  -- Distinguishes servers with different secrets of sessions without revealing them.
  secret_mark text not null
);

-- What one server received within a moment, for the maps of the others. Written only while there are others.
create unlogged table position_batch (
  id bigint generated always as identity primary key,
  server integer not null,
  written_at timestamptz not null default clock_timestamp(),
  reports text not null
);

-- State of the receivers that were added on the screen, written by the server that reads them while there are others.
create unlogged table receiver_state (
  one_row boolean primary key default true check (one_row),
  written_at timestamptz not null,
  receivers jsonb not null
);

-- The import of the browser: any server takes the next part, and another one continues when its server dies

create unlogged table import_job (
  one_row boolean primary key default true check (one_row),
  id text not null,
  file_name text not null,
  size bigint not null,
  started_by text not null,
  started_at timestamptz not null,
  phase text not null,
  received bigint not null default 0,
  -- Read in the running phase.
  bytes bigint not null default 0,
  rows bigint not null default 0,
  options jsonb,
  -- Without the rejected rows, which are read on demand.
  checked jsonb,
  rejected jsonb,
  why text,
  -- Number of the server that works on it. null = none does.
  server integer,
  is_ending boolean not null default false,
  -- Written rows may exist although it failed or continued: its server died while it wrote.
  is_continued boolean not null default false,
  changed_at timestamptz not null
);

create unlogged table import_part (
  import text not null,
  at bigint not null,
  bytes bytea not null,
  primary key (import, at)
);
-- Files are compressed already, or are read once.
alter table import_part alter column bytes set storage external;

-- Limits that are counted over all servers

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

-- Clock

-- The last moment at which a running server trusted its clock. Without a row no server has run that checks it.
create table clock_mark (
  one_row boolean primary key default true check (one_row),
  at timestamptz not null,
  -- Start of the machine, and how long it had run then: what passed since, whatever its clock shows.
  boot text not null,
  uptime_ms double precision not null,
  -- Clock of the database minus that of the server, as an Admin confirmed it.
  database_ahead_ms double precision not null default 0,
  -- Each confirmation replaces what servers remember.
  confirmations integer not null default 0
);
