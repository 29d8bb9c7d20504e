-- Decoded Mode S frames (ADS-B): built as acars is (0003), one partition a day, distributed by station_id where Citus is.
create sequence adsb_id_seq as bigint cache 100;

create table adsb (
  id bigint not null default nextval('adsb_id_seq'),
  -- whole second, UTC: partition and sort key
  adsb_date_time timestamptz not null,
  -- the name that the receiver sent; '' = it sent none
  station_id text collate "C" not null default '',
  address text collate "C",
  address_type text collate "C",
  aircraft_type text collate "C",
  airspeed_kt double precision,
  airspeed_status text collate "C",
  alt_info text collate "C",
  alt_unit text collate "C",
  altitude double precision,
  bds2_identification text collate "C",
  capability text collate "C",
  cc text collate "C",
  comm_b_bds text collate "C",
  comm_b_mb text collate "C",
  control_field text collate "C",
  dr text collate "C",
  emergency_state text collate "C",
  error double precision,
  es_sub text collate "C",
  es_type text collate "C",
  ew_status text collate "C",
  ew_velocity_kt double precision,
  f_flag text collate "C",
  flight_status text collate "C",
  hae_baro_offset_ft double precision,
  heading_deg double precision,
  heading_status text collate "C",
  icao text collate "C",
  identification text collate "C",
  iid text collate "C",
  lat double precision,
  level_db double precision,
  lon double precision,
  mode_a text collate "C",
  mode_a_ident text collate "C",
  mode_c text collate "C",
  msg_type text collate "C",
  nacp text collate "C",
  ns_status text collate "C",
  ns_velocity_kt double precision,
  nucp text collate "C",
  pos_decoding text collate "C",
  report text collate "C",
  sl text collate "C",
  squawk text collate "C",
  t_flag text collate "C",
  epoch_seconds double precision,
  um text collate "C",
  vertical_rate_ft_min double precision,
  vertical_rate_src text collate "C",
  vertical_status text collate "C",
  vs text collate "C",  is_demo boolean not null default false,
  -- when it came in; a day that was filled lately is kept although it is old (an imported recording)
  stored_at timestamptz not null default now(),
  primary key (station_id, adsb_date_time, id)
) partition by range (adsb_date_time);

-- Days far from today land here; retention deletes from it row by row.
create table adsb_default partition of adsb default;

create index adsb_time on adsb (adsb_date_time desc, id desc);
create index adsb_station on adsb (lower(station_id), adsb_date_time desc, id desc);
create index adsb_icao on adsb (lower(icao), adsb_date_time desc, id desc) where icao is not null;
-- Rarely filled: small indexes.
create index adsb_identification on adsb (lower(identification), adsb_date_time desc, id desc) where identification is not null;
create index adsb_squawk on adsb (lower(squawk), adsb_date_time desc, id desc) where squawk is not null;
create index adsb_demo on adsb (adsb_date_time desc) where is_demo;

-- As message_key, of frames: apart from it, because a day of frames and a day of messages are dropped at different times.
create table adsb_key (
  key uuid primary key,
  day date not null,
  is_demo boolean not null default false
);
create index adsb_key_day on adsb_key (day);

-- Which spans of time the demo has written, and how densely: so that a start after a pause, or after one that was cut off,
-- writes what is missing and nothing twice, and a span that grew old is thinned out once (server/demo/density.ts).
create table demo_span (
  traffic text not null check (traffic in ('acars', 'adsb')),
  begins_at timestamptz not null,
  density text not null,
  primary key (traffic, begins_at)
);
