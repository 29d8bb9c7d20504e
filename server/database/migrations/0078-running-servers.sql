-- Several servers on one database (docs/decisions/0106). These tables are unlogged: they contain only what running servers need of each
-- other, a backup leaves them out, and a crash of the database ends every connection, so that each server registers again.

-- A server is running as long as its connection holds the advisory lock of its number.
create unlogged table running_server (
  id integer generated always as identity primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  -- Tells servers with different secrets of sessions apart, without revealing them.
  secret_mark text not null
);

-- What one server received within a moment, for the maps of the others. Written only while there are others.
create unlogged table position_batch (
  id bigint generated always as identity primary key,
  server integer not null,
  written_at timestamptz not null default clock_timestamp(),
  reports text not null
);

-- Receivers added on the screen, as the server that reads them sees them. Written only while there are others.
create unlogged table receiver_state (
  one_row boolean primary key default true check (one_row),
  written_at timestamptz not null,
  receivers jsonb not null
);
