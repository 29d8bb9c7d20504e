-- Receivers that an Admin added on the screen (docs/decisions/0062). Those of settings are not here.
create table receiver_source (
  id bigint generated always as identity primary key,
  kind text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  -- of an aircraft.json, blank otherwise
  path text not null,
  -- number or receiver name of a station, blank = none
  station text not null,
  is_enabled boolean not null default true,
  added_by text collate "C" references users (id) on delete set null,
  added_at timestamptz not null default now()
);
-- One connection delivers each frame once.
create unique index receiver_source_place on receiver_source (lower(host), port, path);
