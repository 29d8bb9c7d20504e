-- ACARS messages: one partition a day, so that a day is dropped at once and a window touches few tables.
-- Only SQL that Citus takes as well; there the table is distributed by station_id, which is why it leads the primary key.
-- Text is collate "C": lower() folds ASCII letters only, exactly as foldCase() does in the app.
create sequence acars_id_seq as bigint cache 100;

create table acars (
  id bigint not null default nextval('acars_id_seq'),
  -- whole second, UTC: partition and sort key
  acars_date_time timestamptz not null,
  -- the name that the receiver sent; '' = it sent none
  station_id text collate "C" not null default '',
  tail text collate "C",
  flight text collate "C",
  text text collate "C",
  aggregated_text text collate "C",
  aggregation_status text collate "C",
  freq_mhz double precision,
  -- epoch seconds with the receiver's fraction
  epoch_seconds double precision,
  channel double precision,
  level_db double precision,
  error double precision,
  mode text collate "C",
  label text collate "C",
  block_id text collate "C",
  ack text collate "C",
  msgno text collate "C",
  is_end boolean,
  alt_ft double precision,
  dsta text collate "C",
  icao text collate "C",
  is_onground boolean,
  is_response boolean,
  lat double precision,
  lon double precision,
  to_addr text collate "C",
  link text collate "C",
  consensus_status text collate "C",
  consensus_result text collate "C",
  is_demo boolean not null default false,
  -- when it came in; a day that was filled lately is kept although it is old (an imported recording)
  stored_at timestamptz not null default now(),
  primary key (station_id, acars_date_time, id)
) partition by range (acars_date_time);

-- Days far from today land here; retention deletes from it row by row.
create table acars_default partition of acars default;

create index acars_time on acars (acars_date_time desc, id desc);
create index acars_station on acars (lower(station_id), acars_date_time desc, id desc);
create index acars_tail on acars (lower(tail), acars_date_time desc, id desc) where tail is not null;
create index acars_flight on acars (lower(flight), acars_date_time desc, id desc) where flight is not null;
create index acars_label on acars (lower(label), acars_date_time desc, id desc);
create index acars_icao on acars (lower(icao), acars_date_time desc, id desc) where icao is not null;
-- Rarely filled: small indexes that make "has a place" and "has a destination" cheap.
create index acars_dsta on acars (lower(dsta), acars_date_time desc) where dsta is not null;
create index acars_place on acars (acars_date_time desc, id desc) where lat is not null;
create index acars_demo on acars (acars_date_time desc) where is_demo;

-- Substrings of the text: an index where the server has pg_trgm, a scan of the window where it has not.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index acars_text on acars using gin (lower(text) gin_trgm_ops);
  end if;
end
$$;

-- 128 bits of receiver, original instant, frequency, tail, flight, label, block, number and text: the same reception again is a duplicate,
-- shifted in time or not. `day` = the day under which the row is stored: the key goes when that day goes.
create table message_key (
  key uuid primary key,
  day date not null,
  is_demo boolean not null default false
);
create index message_key_day on message_key (day);
