-- Messages, their keys and their archive. Only SQL that Citus accepts, too: there the tables of messages are distributed by station_id
-- (npm run distribute), so it leads their primary keys, and they have no triggers, no foreign keys and no other unique index.
-- A table has one partition a day: retention drops a day at once, and a window reads few tables. Days far from today are in the default
-- partition, from which retention deletes rows. Text is collate "C": lower() folds only ASCII letters, exactly like foldCase() in the app.

-- ACARS

create sequence acars_id_seq as bigint cache 100;
create table acars (
  id bigint not null default nextval('acars_id_seq'),
  -- whole second, UTC: partition and sort key
  acars_date_time timestamptz not null,
  -- the name that the receiver sent. '' = none
  station_id text collate "C" not null default '',
  tail text collate "C",
  flight text collate "C",
  text text collate "C",
  aggregated_text text collate "C",
  aggregation_status text collate "C",
  freq_mhz double precision,
  -- epoch seconds with the fraction of the receiver
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
  -- by the clock of the server: a day with recently stored rows is not deleted although it is old (an imported recording)
  stored_at timestamptz not null default now(),
  -- What the receptions of one message have in common, as 52 bits. null = joined with nothing, as rows from before reassembly.
  assembly_key bigint,
  -- The status of the receiver's own reassembly, as sent. aggregation_status is ours.
  receiver_status text collate "C",
  -- Fields of a receiver without a column. Read by id only.
  extra jsonb,
  primary key (station_id, acars_date_time, id)
) partition by range (acars_date_time);
create table acars_default partition of acars default;

-- Three narrow indexes contain what lists filter by, so that a page or count reads no rows: an index-only scan takes every column of its index
-- apart, and one wide index costs more. As keys, not included: an index row that does not match is skipped within the index. Ascending, although
-- lists read backward: new messages are written to the last page of the index, which stays full. The station is in each, for lists of a company.
-- Not in them: texts, and what assembly writes later (its update leaves every index unchanged).
-- What the message says about itself:
create index acars_codes on acars (acars_date_time, id, label, mode, block_id, msgno, ack, is_end, link, station_id);
-- its reception:
create index acars_heard on acars (acars_date_time, id, epoch_seconds, freq_mhz, level_db, channel, error, station_id);
-- and its sender, with the address: filters on the aircraft of messages read fifteen days of senders and nothing else.
create index acars_sender on acars (acars_date_time, id, station_id, tail, flight, icao);
-- What only some messages have, together where it is sent together: a position, an address with its flags, a destination.
create index acars_place on acars (acars_date_time, id, lat, lon, alt_ft, station_id) where lat is not null or lon is not null or alt_ft is not null;
create index acars_address on acars (acars_date_time, id, icao, to_addr, is_onground, is_response, station_id)
  where icao is not null or to_addr is not null or is_onground is not null or is_response is not null;
create index acars_destination on acars (acars_date_time, id, dsta, station_id) where dsta is not null;
create index acars_assembly on acars (assembly_key, acars_date_time) where assembly_key is not null;
create index acars_demo on acars (acars_date_time desc) where is_demo;
-- Receptions of a message are found by the id of a row, of whatever day. Ids increase, so a few numbers per block are enough.
create index acars_id on acars using brin (id) with (pages_per_range = 32, autosummarize = on);
-- One of many (aircraft, flight, station) and words of the text are indexed when a day is over (finished-days.ts): message by message each of
-- these indexes is written at another page. Days without a partition of their own are over long since.
create index acars_default_station on acars_default (lower(station_id), acars_date_time, id);
create index acars_default_tail on acars_default (lower(tail), acars_date_time, id) where tail is not null;
create index acars_default_flight on acars_default (lower(flight), acars_date_time, id) where flight is not null;
create index acars_default_icao on acars_default (lower(icao), acars_date_time, id) where icao is not null;

-- ADS-B: decoded frames of Mode S

create sequence adsb_id_seq as bigint cache 100;
create table adsb (
  id bigint not null default nextval('adsb_id_seq'),
  -- whole second, UTC: partition and sort key
  adsb_date_time timestamptz not null,
  -- the name that the receiver sent. '' = none
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
  vs text collate "C",
  is_demo boolean not null default false,
  stored_at timestamptz not null default now(),
  primary key (station_id, adsb_date_time, id)
) partition by range (adsb_date_time);
create table adsb_default partition of adsb default;

-- Every column of a filter is in one of these, next to those of the same kinds of frames: a window is counted in one of them, without the rows.
-- What nearly every frame has: its kind, its sender, its reception.
create index adsb_kind on adsb (adsb_date_time, id, msg_type, capability, es_type, es_sub);
create index adsb_sender on adsb (adsb_date_time, id, address, address_type, icao);
create index adsb_heard on adsb (adsb_date_time, id, station_id, epoch_seconds, level_db, error);
-- What some kinds of frames have: altitude, position, motion, the reply to a radar.
create index adsb_height on adsb (adsb_date_time, id, altitude, alt_unit, alt_info)
  where altitude is not null or alt_unit is not null or alt_info is not null;
create index adsb_place on adsb (adsb_date_time, id, f_flag, t_flag, nucp, pos_decoding, lat, lon)
  where f_flag is not null or t_flag is not null or nucp is not null or pos_decoding is not null or lat is not null or lon is not null;
create index adsb_motion on adsb (adsb_date_time, id, ew_status, ew_velocity_kt, ns_status, ns_velocity_kt, vertical_status, vertical_rate_ft_min,
  vertical_rate_src, hae_baro_offset_ft, heading_deg, heading_status, airspeed_kt, airspeed_status)
  where ew_status is not null or ew_velocity_kt is not null or ns_status is not null or ns_velocity_kt is not null or vertical_status is not null
    or vertical_rate_ft_min is not null or vertical_rate_src is not null or hae_baro_offset_ft is not null or heading_deg is not null
    or heading_status is not null or airspeed_kt is not null or airspeed_status is not null;
create index adsb_reply on adsb (adsb_date_time, id, flight_status, dr, um, squawk, vs, cc, sl, iid)
  where flight_status is not null or dr is not null or um is not null or squawk is not null or vs is not null or cc is not null or sl is not null
    or iid is not null;
-- What few frames have.
create index adsb_rare on adsb (adsb_date_time, id, identification, aircraft_type, emergency_state, control_field, comm_b_bds, comm_b_mb,
  bds2_identification, mode_a, mode_a_ident, mode_c, nacp, report)
  where identification is not null or aircraft_type is not null or emergency_state is not null or control_field is not null
    or comm_b_bds is not null or comm_b_mb is not null or bds2_identification is not null or mode_a is not null or mode_a_ident is not null
    or mode_c is not null or nacp is not null or report is not null;
create index adsb_demo on adsb (adsb_date_time desc) where is_demo;
-- As on other days that are over (finished-days.ts). Codes of six letters are requested in each of their case variants, not by lower().
create index adsb_default_station on adsb_default (lower(station_id), adsb_date_time, id);
create index adsb_default_address on adsb_default (address, adsb_date_time, id) where address is not null;
create index adsb_default_icao on adsb_default (icao, adsb_date_time, id) where icao is not null;
create index adsb_default_identification on adsb_default (lower(identification), adsb_date_time, id) where identification is not null;

-- Link events: link control of VDL2 and HFDL, and facts about aircraft without a message

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

-- All frames of receivers, packed by minute. Rows of adsb are a part of them.

create table adsb_raw (
  -- in lower case, as in rx_hour. '' = a source without a name
  receiver text collate "C" not null,
  minute timestamptz not null,
  -- of the first frame: a minute has several rows after a restart
  begins_at timestamptz not null,
  frames integer not null,
  -- written by raw-minute.ts, and deflated there
  bytes bytea not null,
  primary key (receiver, minute, begins_at)
) partition by range (minute);
-- Not a clause of the column: PostgreSQL 15 has none.
alter table adsb_raw alter column bytes set storage external;
create table adsb_raw_default partition of adsb_raw default;

-- By how much the interval of stored frames was wider on a day, to fit ADSB_MAX_GB.
create table adsb_keep (
  day date primary key,
  factor smallint not null
);

-- Keys: the same reception again is a duplicate, shifted in time or not

-- 128 bits of receiver, original time, frequency, tail, flight, label, block, number and text. `day` = the day under which the row is stored: the
-- key is deleted with that day. A table for each kind, because their days are dropped at different times. Keys are written day after day, so a
-- few numbers per block find those of a day.
create table message_key (
  key uuid primary key,
  day date not null,
  is_demo boolean not null default false
);
create index message_key_day on message_key using brin (day);

create table adsb_key (
  key uuid primary key,
  day date not null,
  is_demo boolean not null default false
);
create index adsb_key_day on adsb_key using brin (day);

create table link_event_key (
  key uuid primary key,
  day date not null,
  is_demo boolean not null default false
);
create index link_event_key_day on link_event_key using brin (day);

-- Stores the new keys of a batch, in their order. null = all of them were new, otherwise those that were, separated by commas.
-- Usually all are new. Looking up each key costs as much as storing it, so this happens only after a first try found a duplicate.
create function take_keys(key_table regclass, new_keys uuid[], days date[], of_demo boolean[]) returns text language plpgsql as $$
declare
  taken text;
begin
  execute format('insert into %s (key, day, is_demo) select * from unnest($1, $2, $3) as k (key, day, is_demo) order by k.key', key_table)
    using new_keys, days, of_demo;
  return null;
exception when unique_violation then
  execute format('with taken as (
      insert into %s (key, day, is_demo) select * from unnest($1, $2, $3) as k (key, day, is_demo) order by k.key
      on conflict do nothing returning key)
    select coalesce(string_agg(key::text, '',''), '''') from taken', key_table) into taken using new_keys, days, of_demo;
  return taken;
end
$$;

-- Case variants of columns with few codes: filters request those that match instead of folding every row

create table column_spellings (
  -- table.column, of every `fewCodes` in acars-columns.ts and adsb-columns.ts
  column_name text collate "C" primary key,
  -- every text that the column ever had. null = too many to store
  spellings text[] collate "C"
);
insert into column_spellings
select unnest(array['acars.mode', 'acars.label', 'acars.block_id', 'acars.ack', 'acars.link']), '{}'::text[]
union all
select 'adsb.' || unnest(array['address_type', 'airspeed_status', 'alt_info', 'alt_unit', 'capability', 'control_field', 'emergency_state',
  'ew_status', 'f_flag', 'flight_status', 'heading_status', 'msg_type', 'ns_status', 'pos_decoding', 't_flag', 'vertical_status', 'vs']), '{}'::text[];

-- Adds texts to a column, or stores null when there are too many. The row is locked until the end of the transaction: no text of another one is lost.
create function add_spellings(name text, added text[]) returns text[] language sql as $$
  update column_spellings c set spellings = (
    select case when count(*) <= 200 then array_agg(one order by one) end
    from (select unnest(c.spellings) union select unnest(added)) every (one))
  where c.column_name = name and c.spellings is not null
  returning c.spellings
$$;

-- For rows that were not stored by store-batches.ts.
create function add_stored_spellings() returns void language plpgsql as $$
declare
  name text;
  there text[];
begin
  for name in select column_name from column_spellings order by column_name loop
    execute format('select array_agg(one) from (select distinct %1$s as one from %2$s where %1$s is not null limit 201) few',
      name, split_part(name, '.', 1)) into there;
    if there is not null then perform add_spellings(name, there); end if;
  end loop;
end
$$;

-- Archive: days beyond retention in columnar tables, where the database has them. Empty otherwise.

-- Columns as those of the messages, in their order: a later migration that adds a column to one adds it to the other.
-- No keys and no defaults: rows come from the tables of messages only and are never changed.
create table acars_archive (like acars) partition by range (acars_date_time);
create table adsb_archive (like adsb) partition by range (adsb_date_time);

-- What the archive contains. `table_name` = that of the messages.
create table archive_day (
  table_name text not null,
  day date not null,
  row_count bigint not null,
  -- Ids of its rows, to find one of them by its id: the archive has no index. null = not known, any id may be there.
  first_id bigint,
  last_id bigint,
  primary key (table_name, day)
);

-- Last message of each aircraft, for the search index. A row for each receiver and airline code, because they decide which company may read it
-- (C38b).

create table tail_last (
  -- '' = none
  tail text collate "C" not null,
  address text collate "C" not null,
  -- receiver, as in messages
  station_id text collate "C" not null,
  -- airline code before the flight number
  code text collate "C" not null,
  is_demo boolean not null,
  flight text collate "C" not null,
  last_at timestamptz not null,
  -- by the clock of the server: messages may arrive late
  written_at timestamptz not null default now(),
  primary key (tail, address, station_id, code, is_demo)
) with (fillfactor = 70);

-- Spans of time that the demo has written, and their density: a start after a pause or an interruption writes what is missing and nothing twice,
-- and a span that became old is thinned out once.

create table demo_span (
  traffic text not null check (traffic in ('acars', 'adsb')),
  begins_at timestamptz not null,
  density text not null,
  primary key (traffic, begins_at)
);
