-- What was received, counted as it is stored (docs/decisions/0025, 0026), and what stations say of themselves (C120).

-- An hour of one receiver: messages of one type, and in which of its six slots of ten minutes there were any (bit 0 = the first).
create table rx_hour (
  -- the name that the receiver sent, in small letters; '' = it sent none
  receiver text collate "C" not null,
  hour timestamptz not null,
  message_type text collate "C" not null check (message_type in ('ACARS', 'VDLM2', 'HFDL', 'ADSB')),
  is_demo boolean not null default false,
  -- as it was sent last
  spelling text collate "C" not null,
  messages integer not null,
  slots smallint not null,
  last_at timestamptz not null,
  primary key (receiver, hour, message_type, is_demo)
) with (fillfactor = 70);
create index rx_hour_hour on rx_hour (hour, receiver);

-- The farthest place that a receiver heard of in an hour, by the direction from its station: bearing_deg 45 = 45 up to 46 degrees from north.
create table range_hour (
  receiver text collate "C" not null,
  hour timestamptz not null,
  message_type text collate "C" not null,
  is_demo boolean not null default false,
  bearing_deg smallint not null check (bearing_deg between 0 and 359),
  farthest_nmi double precision not null,
  primary key (receiver, hour, message_type, is_demo, bearing_deg)
);
-- Long windows ask for the farthest of each direction; short ones for an hour.
create index range_hour_farthest on range_hour (bearing_deg, farthest_nmi desc) include (hour, receiver);
create index range_hour_hour on range_hour (hour, receiver);

-- Whose a receiver is (C118): the station that claimed its name, else the one whose number it sends.
create view receiver_station as
  select lower(receiver_name) as receiver, station_record_id from station_receiver_names
  union all
  select s.station_id, s.id from stations s
  where not exists (select from station_receiver_names n where lower(n.receiver_name) = s.station_id);

-- Where a station stood.
create function station_place_at(record_id bigint, at timestamptz)
returns table (latitude double precision, longitude double precision) language sql stable as $$
  select s.latitude, s.longitude from stations s where s.id = record_id
$$;

create function great_circle_nmi(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8 language sql immutable parallel safe as $$
  select 2 * 3440.065 * asin(least(1, sqrt(power(sin(radians(lat2 - lat1) / 2), 2)
    + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2))))
$$;
-- Whole degrees from north, 0 to 359, of the way from the first place to the second.
create function bearing_deg(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns integer language sql immutable parallel safe as $$
  select floor(degrees(atan2(sin(radians(lon2 - lon1)) * cos(radians(lat2)),
    cos(radians(lat1)) * sin(radians(lat2)) - sin(radians(lat1)) * cos(radians(lat2)) * cos(radians(lon2 - lon1)))) + 360)::int % 360
$$;
-- VHF and 1090 MHz end near the radio horizon (424 nmi between 60,000 ft and a mountain of 10,000 ft), ducts carry somewhat farther. What is said
-- to be beyond is a wrong place. HF is reflected, so that its distance says nothing of a receiver: it has no ranges.
create function farthest_possible_nmi() returns float8 language sql immutable parallel safe as 'select 600::float8';

-- One row a reception, of every table of messages.
create view reception as
  select station_id, acars_date_time as received_at, case when link in ('VDLM2', 'HFDL') then link else 'ACARS' end as message_type,
    lat, lon, is_demo from acars
  union all
  select station_id, adsb_date_time, 'ADSB', lat, lon, is_demo from adsb;

-- Counts the hours from one instant to another again, out of the messages: of the demo or of the others, of these receivers or of all (null).
-- Writers of such messages wait meanwhile, and what they are about to add is added afterwards.
create function recount_receptions(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
returns void language plpgsql as $$
declare
  first_hour timestamptz := date_trunc('hour', begins_at, 'UTC');
  end_hour timestamptz := date_trunc('hour', ends_at + interval '1 hour - 1 microsecond', 'UTC');
begin
  perform pg_advisory_xact_lock(hashtext('receptions are counted'), of_demo::int);
  delete from rx_hour where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers));
  delete from range_hour where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers));
  insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at)
    select lower(station_id), date_trunc('hour', received_at, 'UTC'), message_type, of_demo, max(station_id), count(*),
      bit_or(1 << (extract(minute from received_at)::int / 10))::smallint, max(received_at)
    from reception where received_at >= first_hour and received_at < end_hour and is_demo = of_demo
      and (receivers is null or lower(station_id) = any(receivers))
    group by 1, 2, 3;
  insert into range_hour (receiver, hour, message_type, is_demo, bearing_deg, farthest_nmi)
    with heard as materialized (
      select lower(station_id) as receiver, date_trunc('hour', received_at, 'UTC') as hour, message_type, lat, lon
      from reception where received_at >= first_hour and received_at < end_hour and is_demo = of_demo and message_type <> 'HFDL'
        and lat is not null and lon is not null and (receivers is null or lower(station_id) = any(receivers))),
    place as (
      select one.receiver, one.hour, p.* from (select distinct receiver, hour from heard) one
      join receiver_station r using (receiver), station_place_at(r.station_record_id, one.hour) p)
    select receiver, hour, message_type, of_demo, bearing_deg(latitude, longitude, lat, lon), max(great_circle_nmi(latitude, longitude, lat, lon))
    from heard join place using (receiver, hour)
    where great_circle_nmi(latitude, longitude, lat, lon) <= farthest_possible_nmi()
    group by 1, 2, 3, 5;
end
$$;

-- Messages that were stored before there were counts.
select recount_receptions(min(received_at), max(received_at) + interval '1 second', is_demo) from reception group by is_demo;

-- What a station says of itself every few minutes (SST-09, SST-10), under the columns of the wire's fields. Numbers are kept as they came.
create table station_statuses (
  id bigint generated by default as identity primary key,
  created_on timestamptz not null,
  -- the digits of the station, or what the record said
  station_id text collate "C" not null,
  epoch_seconds double precision,
  msg_type text collate "C",
  acars_major double precision, acars_minor double precision, acars_build double precision,
  vdlm2_major double precision, vdlm2_minor double precision, vdlm2_build double precision,
  adsb_major double precision, adsb_minor double precision, adsb_build double precision,
  gnss_major double precision, gnss_minor double precision, gnss_build double precision,
  mqtt_major double precision, mqtt_minor double precision, mqtt_build double precision,
  location_app_major double precision, location_app_minor double precision, location_app_build double precision,
  main_system_major double precision, main_system_minor double precision, main_system_build double precision,
  fota_service_major double precision, fota_service_minor double precision, fota_service_build double precision,
  app_image_major double precision, app_image_minor double precision, app_image_build double precision,
  hw_revision_major double precision,
  hw_revision_build double precision,
  stats_start_epoch_seconds double precision,
  stats_end_epoch_seconds double precision,
  acars_msg_stats double precision,
  vdlm2_msg_stats double precision,
  adsb_msg_stats double precision,
  frames_stats double precision,
  ram_usage_percent double precision,
  cpu_temperature_celsius double precision,
  wifi_bitrate_mbit_s double precision,
  wifi_signal_level_dbm double precision,
  wifi_link_quality double precision,
  location_lat double precision,
  location_lon double precision,
  location_source text collate "C",
  location_accuracy_m double precision,
  location_country text collate "C",
  location_town text collate "C",
  -- MD5 of all that it said: the same record again is a duplicate
  key uuid not null,
  is_demo boolean not null default false,
  stored_at timestamptz not null default now(),
  unique (station_id, created_on, key)
);
create index station_statuses_time on station_statuses (created_on desc, id desc);
create index station_statuses_station on station_statuses (lower(station_id), created_on desc, id desc);

-- How long the frames were that a station heard (FSZ-02).
create table station_frame_sizes (
  id bigint generated by default as identity primary key,
  created_on timestamptz not null,
  station_id text collate "C" not null,
  epoch_seconds double precision,
  msg_type text collate "C",
  frame_size_min_bytes double precision,
  frame_size_max_bytes double precision,
  frame_size_avg_bytes double precision,
  key uuid not null,
  is_demo boolean not null default false,
  stored_at timestamptz not null default now(),
  unique (station_id, created_on, key)
);
create index station_frame_sizes_time on station_frame_sizes (created_on desc, id desc);
create index station_frame_sizes_station on station_frame_sizes (lower(station_id), created_on desc, id desc);
