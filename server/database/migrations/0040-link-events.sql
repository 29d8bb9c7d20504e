-- Link control of VDL2 and HFDL, and facts of aircraft without a message (docs/decisions/0061). Earlier such lines were not stored.
create sequence link_event_id_seq as bigint cache 100;

create table link_event (
  id bigint not null default nextval('link_event_id_seq'),
  -- of the first frame, UTC: partition and sort key
  at timestamptz not null,
  -- '' = the receiver sent no name
  station_id text collate "C" not null default '',
  link text collate "C" not null,
  kind text collate "C" not null,
  icao text collate "C",
  ground_station text collate "C",
  flight text collate "C",
  lat double precision,
  lon double precision,
  freq_mhz double precision,
  -- of joined frames the best
  level_db double precision,
  detail jsonb,
  -- frames in this row, and the last one
  frames integer not null default 1,
  last_at timestamptz not null,
  -- equal frames of a span of time are one row: 52 bits of what they have in common. null = never joined
  join_key bigint,
  is_demo boolean not null default false,
  stored_at timestamptz not null default now(),
  primary key (station_id, at, id)
) partition by range (at);
create table link_event_default partition of link_event default;

create index link_event_station on link_event (lower(station_id), at);
create index link_event_aircraft on link_event (icao, at) where icao is not null;
create index link_event_join on link_event (join_key, at) where join_key is not null;

-- As message_key.
create table link_event_key (
  key uuid primary key,
  day date not null,
  is_demo boolean not null default false
);
create index link_event_key_day on link_event_key using brin (day);
