-- What was received, counted while it is stored, and counted again from the messages when a station moves or claims a receiver.

-- Hours of a receiver

-- Messages of one type, in total and by ten minutes (m0 = minutes 0 to 9). Bit 0 of `slots` = messages in m0.
create table rx_hour (
  -- the name that the receiver sent, in lower case. '' = none
  receiver text collate "C" not null,
  hour timestamptz not null,
  message_type text collate "C" not null check (message_type in ('ACARS', 'VDLM2', 'HFDL', 'ADSB')),
  is_demo boolean not null default false,
  -- as last sent
  spelling text collate "C" not null,
  messages integer not null,
  slots smallint not null,
  last_at timestamptz not null,
  m0 integer not null default 0,
  m1 integer not null default 0,
  m2 integer not null default 0,
  m3 integer not null default 0,
  m4 integer not null default 0,
  m5 integer not null default 0,
  primary key (receiver, hour, message_type, is_demo)
) with (fillfactor = 70);
create index rx_hour_hour on rx_hour (hour, receiver);

-- All frames of receivers of which a part is stored as rows: rows cannot be counted for them.
create table frame_hour (
  receiver text collate "C" not null,
  hour timestamptz not null,
  spelling text not null,
  last_at timestamptz not null,
  m0 integer not null,
  m1 integer not null,
  m2 integer not null,
  m3 integer not null,
  m4 integer not null,
  m5 integer not null,
  primary key (receiver, hour)
) with (fillfactor = 80);

-- The farthest position that a receiver received in an hour, by direction from its station: bearing_deg 45 = 45 up to 46 degrees from north.
create table range_hour (
  receiver text collate "C" not null,
  hour timestamptz not null,
  message_type text collate "C" not null,
  is_demo boolean not null default false,
  bearing_deg smallint not null check (bearing_deg between 0 and 359),
  farthest_nmi double precision not null,
  primary key (receiver, hour, message_type, is_demo, bearing_deg)
);
-- Long windows read the farthest of each direction, short ones an hour.
create index range_hour_farthest on range_hour (bearing_deg, farthest_nmi desc) include (hour, receiver);
create index range_hour_hour on range_hour (hour, receiver);

-- The same of a day, in sectors of 5 degrees (bearing_deg = the first degree): a month is read for each station. Written with range_hour.
create table range_day (
  receiver text collate "C" not null,
  day date not null,
  message_type text collate "C" not null,
  is_demo boolean not null default false,
  bearing_deg smallint not null check (bearing_deg between 0 and 355 and bearing_deg % 5 = 0),
  farthest_nmi double precision not null,
  primary key (receiver, day, message_type, is_demo, bearing_deg)
);

-- Counts whose messages were deleted: they stay for COUNTS_DAYS, and are never counted again.
create table kept_counts (
  receiver text collate "C" not null,
  day date not null,
  is_adsb boolean not null,
  primary key (day, receiver, is_adsb)
);

-- Slots of ten minutes in which a server ran: without a row and without messages the server was off, with one nothing was received.
create table server_slot (slot timestamptz primary key);

-- Stations of a feeder or a company (null = all) that received something from `since`, to the second, to `now`. A later hour does not count: the
-- clock of its receiver is ahead. Hours after that of `since` count whole. One function with one plan for every time and caller, because planning
-- costs more than running.
create function count_active_stations(feeder_id text, company_name text, since timestamptz, now timestamptz) returns bigint
language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (select count(*) from stations s
    where s.id = any (array(select station_record_id from receiver_station where receiver = any (array(
        select receiver from rx_hour where hour > since and hour <= now
        union
        select receiver from rx_hour where hour = date_trunc('hour', since, 'UTC') and last_at >= since))))
      and (feeder_id is null or s.feeder_user_id = feeder_id)
      and (company_name is null or exists (
        select from users u where u.id = s.feeder_user_id and lower(trim(u.company)) = lower(company_name))));
end
$$;

-- Distances

create function great_circle_nmi(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8 language sql immutable parallel safe as $$
  select 2 * 3440.065 * asin(least(1, sqrt(power(sin(radians(lat2 - lat1) / 2), 2)
    + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2))))
$$;
-- Whole degrees from north, 0 to 359, from the first position to the second.
create function bearing_deg(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns integer language sql immutable parallel safe as $$
  select floor(degrees(atan2(sin(radians(lon2 - lon1)) * cos(radians(lat2)),
    cos(radians(lat1)) * sin(radians(lat2)) - sin(radians(lat1)) * cos(radians(lat2)) * cos(radians(lon2 - lon1)))) + 360)::int % 360
$$;
-- VHF and 1090 MHz end near the radio horizon (424 nmi between 60,000 ft and a mountain of 10,000 ft), ducts carry somewhat farther. A position
-- beyond is wrong. HF is reflected, so its distance says nothing about a receiver: it has no ranges.
create function farthest_possible_nmi() returns float8 language sql immutable parallel safe as 'select 600::float8';

-- Counting again

-- One row for each reception, of every table of messages.
create view reception as
  select station_id, acars_date_time as received_at, case when link in ('VDLM2', 'HFDL') then link else 'ACARS' end as message_type,
    lat, lon, is_demo from acars
  union all
  select station_id, adsb_date_time, 'ADSB', lat, lon, is_demo from adsb;

-- Counts the hours from one time to another again from the messages: of the demo or of the others, of these receivers or of all (null).
-- Writers of such messages wait until the transaction ends; their messages are added afterwards. Kept counts stay, except the ranges of receivers
-- that moved: they cannot be measured again. Rows are written in order of time, so that a period is a few pages next to each other.
create function recount_receptions(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
returns void language plpgsql as $$
declare
  first_hour timestamptz := date_trunc('hour', begins_at, 'UTC');
  end_hour timestamptz := date_trunc('hour', ends_at + interval '1 hour - 1 microsecond', 'UTC');
  first_day date := (first_hour at time zone 'UTC')::date;
  last_day date := ((end_hour - interval '1 microsecond') at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(hashtext('receptions are counted'), of_demo::int);
  -- No day is dropped from here on.
  perform 1 from reception where received_at >= first_hour and received_at < end_hour limit 1;
  delete from rx_hour h where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers))
    and not exists (select from kept_counts k
      where k.receiver = h.receiver and k.day = (h.hour at time zone 'UTC')::date and k.is_adsb = (h.message_type = 'ADSB'));
  delete from range_hour where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers));
  delete from range_day d where day >= first_day and day <= last_day and is_demo = of_demo
    and case when receivers is null
      then not exists (select from kept_counts k
        where k.receiver = d.receiver and k.day = d.day and k.is_adsb = (d.message_type = 'ADSB'))
      else receiver = any(receivers) end;
  -- The slot is calculated where the rows are read: Citus refuses a select without a table next to messages.
  insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
    select lower(station_id), date_trunc('hour', received_at, 'UTC'), message_type, of_demo, max(station_id), count(*),
      bit_or(1 << slot)::smallint, max(received_at),
      count(*) filter (where slot = 0), count(*) filter (where slot = 1), count(*) filter (where slot = 2),
      count(*) filter (where slot = 3), count(*) filter (where slot = 4), count(*) filter (where slot = 5)
    from (select *, extract(minute from received_at)::int / 10 as slot from reception
      where received_at >= first_hour and received_at < end_hour and is_demo = of_demo
        and (receivers is null or lower(station_id) = any(receivers))) r
    group by 1, 2, 3 order by 2, 1, 3;
  -- Rows of messages first: places are found by functions, which no statement over distributed tables may call with parameters.
  drop table if exists heard_positions;
  create temp table heard_positions on commit drop as
    select lower(station_id) as receiver, date_trunc('hour', received_at, 'UTC') as hour, message_type, lat, lon
    from reception where received_at >= first_hour and received_at < end_hour and is_demo = of_demo and message_type <> 'HFDL'
      and lat is not null and lon is not null and (receivers is null or lower(station_id) = any(receivers));
  insert into range_hour (receiver, hour, message_type, is_demo, bearing_deg, farthest_nmi)
    with place as (
      select one.receiver, one.hour, p.* from (select distinct receiver, hour from heard_positions) one
      join receiver_station r using (receiver), station_place_at(r.station_record_id, one.hour) p)
    select receiver, hour, message_type, of_demo, bearing_deg(latitude, longitude, lat, lon), max(great_circle_nmi(latitude, longitude, lat, lon))
    from heard_positions join place using (receiver, hour)
    where great_circle_nmi(latitude, longitude, lat, lon) <= farthest_possible_nmi()
    group by 1, 2, 3, 5 order by 2, 1, 3, 5;
  insert into range_day (receiver, day, message_type, is_demo, bearing_deg, farthest_nmi)
    select receiver, (hour at time zone 'UTC')::date, message_type, of_demo, r.bearing_deg / 5 * 5, max(farthest_nmi)
    from range_hour r where hour >= first_day::timestamp at time zone 'UTC' and hour < (last_day + 1)::timestamp at time zone 'UTC'
      and is_demo = of_demo and (receivers is null or receiver = any(receivers))
    group by 1, 2, 3, 5 order by 2, 1, 3, 5;
end
$$;

-- After recount_receptions of the same arguments. Imported rows of the same hour are mostly the same frames, so the larger count is taken.
create function recount_frames(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
returns void language plpgsql as $$
begin
  if of_demo then return; end if;
  insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
    select receiver, hour, 'ADSB', false, spelling, m0 + m1 + m2 + m3 + m4 + m5,
      (m0 > 0)::int + 2 * (m1 > 0)::int + 4 * (m2 > 0)::int + 8 * (m3 > 0)::int + 16 * (m4 > 0)::int + 32 * (m5 > 0)::int,
      last_at, m0, m1, m2, m3, m4, m5
    from frame_hour where hour >= date_trunc('hour', begins_at, 'UTC') and hour < ends_at
      and (receivers is null or receiver = any(receivers))
    order by receiver, hour
  on conflict (receiver, hour, message_type, is_demo) do update set
    m0 = greatest(rx_hour.m0, excluded.m0), m1 = greatest(rx_hour.m1, excluded.m1), m2 = greatest(rx_hour.m2, excluded.m2),
    m3 = greatest(rx_hour.m3, excluded.m3), m4 = greatest(rx_hour.m4, excluded.m4), m5 = greatest(rx_hour.m5, excluded.m5),
    messages = greatest(rx_hour.m0, excluded.m0) + greatest(rx_hour.m1, excluded.m1) + greatest(rx_hour.m2, excluded.m2)
      + greatest(rx_hour.m3, excluded.m3) + greatest(rx_hour.m4, excluded.m4) + greatest(rx_hour.m5, excluded.m5),
    slots = rx_hour.slots | excluded.slots, last_at = greatest(rx_hour.last_at, excluded.last_at);
end
$$;

-- Receivers to count again, because they belong to another station or it has another position. Only those that have counts.
create table receiver_recounts (
  receiver text collate "C" primary key,
  asked_at timestamptz not null
);

create function ask_recount(names text[]) returns void language sql as $$
  insert into receiver_recounts (receiver, asked_at)
  select name, clock_timestamp() from (select distinct n collate "C" as name from unnest(names) n) asked
  where exists (select from rx_hour h where h.receiver = name)
  on conflict (receiver) do update set asked_at = excluded.asked_at
$$;

create function note_receiver_change() returns trigger language plpgsql as $$
begin
  perform ask_recount(array[lower(coalesce(new.receiver_name, old.receiver_name))]);
  return null;
end $$;
create trigger receiver_change after insert or update or delete on station_receiver_names
  for each row execute function note_receiver_change();

-- Contents of text messages by receiver and day, and their levels by frequency. Both are deleted with the messages.

create table text_day (
  day date not null,
  receiver text collate "C" not null,
  kind text collate "C" not null check (kind in ('label', 'tail', 'airline')),
  -- airline = the code of a flight number, in lower case
  name text collate "C" not null,
  is_demo boolean not null default false,
  messages integer not null,
  primary key (day, receiver, kind, name, is_demo)
) with (fillfactor = 80);

-- Messages by level: b0 = below -75 dB, each of the others 5 dB, b15 = -5 dB and more.
create table level_hour (
  receiver text collate "C" not null,
  hour timestamptz not null,
  khz integer not null,
  message_type text collate "C" not null,
  is_demo boolean not null default false,
  b0 integer not null,
  b1 integer not null,
  b2 integer not null,
  b3 integer not null,
  b4 integer not null,
  b5 integer not null,
  b6 integer not null,
  b7 integer not null,
  b8 integer not null,
  b9 integer not null,
  b10 integer not null,
  b11 integer not null,
  b12 integer not null,
  b13 integer not null,
  b14 integer not null,
  b15 integer not null,
  primary key (hour, receiver, khz, message_type, is_demo)
) with (fillfactor = 80);

-- Days with text messages that were stored in these minutes and are not counted yet. One row for each minute of storing: no writer waits for
-- a count.
create table text_due (
  day date not null,
  is_demo boolean not null,
  stored_minute timestamptz not null,
  primary key (stored_minute, day, is_demo)
);

-- Counts a day of text messages. Rows that do not change are not written.
create function count_texts(of_day date, of_demo boolean) returns void language plpgsql as $$
declare
  begins_at timestamptz := of_day::timestamp at time zone 'UTC';
  ends_at timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  with counted as materialized (
    select lower(station_id) as receiver, kind, name, count(*) as messages
    from acars, lateral (values ('label', label), ('tail', upper(ltrim(tail, '.'))),
      -- like airlineCodeSql() of aircraft-match-sql.ts
      ('airline', substring(lower(flight) from '^(?:[a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])'))) t (kind, name)
    where acars_date_time >= begins_at and acars_date_time < ends_at and is_demo = of_demo and name <> '' and length(name) <= 16
    group by 1, 2, 3),
  gone as (
    delete from text_day d where day = of_day and is_demo = of_demo and not exists (
      select from counted c where c.receiver = d.receiver and c.kind = d.kind and c.name = d.name))
  insert into text_day (day, receiver, kind, name, is_demo, messages)
    select of_day, receiver, kind, name, of_demo, messages from counted order by 2, 3, 4
    on conflict (day, receiver, kind, name, is_demo) do update set messages = excluded.messages where text_day.messages <> excluded.messages;

  with counted as materialized (
    select lower(station_id) as receiver, date_trunc('hour', acars_date_time, 'UTC') as hour, round(freq_mhz::numeric * 1000)::int as khz,
      case when link in ('VDLM2', 'HFDL') then link else 'ACARS' end as message_type,
      count(*) filter (where bucket = 0) as b0, count(*) filter (where bucket = 1) as b1, count(*) filter (where bucket = 2) as b2,
      count(*) filter (where bucket = 3) as b3, count(*) filter (where bucket = 4) as b4, count(*) filter (where bucket = 5) as b5,
      count(*) filter (where bucket = 6) as b6, count(*) filter (where bucket = 7) as b7, count(*) filter (where bucket = 8) as b8,
      count(*) filter (where bucket = 9) as b9, count(*) filter (where bucket = 10) as b10, count(*) filter (where bucket = 11) as b11,
      count(*) filter (where bucket = 12) as b12, count(*) filter (where bucket = 13) as b13, count(*) filter (where bucket = 14) as b14,
      count(*) filter (where bucket = 15) as b15
    from acars, lateral (select least(15, greatest(0, floor(level_db / 5) + 16))::int as bucket) l
    where acars_date_time >= begins_at and acars_date_time < ends_at and is_demo = of_demo and level_db is not null
      and freq_mhz > 0 and freq_mhz < 2000000
    group by 1, 2, 3, 4),
  gone as (
    delete from level_hour h where hour >= begins_at and hour < ends_at and is_demo = of_demo and not exists (
      select from counted c where c.receiver = h.receiver and c.hour = h.hour and c.khz = h.khz and c.message_type = h.message_type))
  insert into level_hour (receiver, hour, khz, message_type, is_demo,
      b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15)
    select receiver, hour, khz, message_type, of_demo,
      b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15
    from counted order by hour, receiver, khz, message_type
    on conflict (hour, receiver, khz, message_type, is_demo) do update set
      b0 = excluded.b0, b1 = excluded.b1, b2 = excluded.b2, b3 = excluded.b3, b4 = excluded.b4, b5 = excluded.b5,
      b6 = excluded.b6, b7 = excluded.b7, b8 = excluded.b8, b9 = excluded.b9, b10 = excluded.b10, b11 = excluded.b11,
      b12 = excluded.b12, b13 = excluded.b13, b14 = excluded.b14, b15 = excluded.b15
    where (level_hour.b0, level_hour.b1, level_hour.b2, level_hour.b3, level_hour.b4, level_hour.b5, level_hour.b6, level_hour.b7,
        level_hour.b8, level_hour.b9, level_hour.b10, level_hour.b11, level_hour.b12, level_hour.b13, level_hour.b14, level_hour.b15)
      is distinct from (excluded.b0, excluded.b1, excluded.b2, excluded.b3, excluded.b4, excluded.b5, excluded.b6, excluded.b7,
        excluded.b8, excluded.b9, excluded.b10, excluded.b11, excluded.b12, excluded.b13, excluded.b14, excluded.b15);
end
$$;
