-- What statements beside the tables of messages ask, in a form that a distributed database takes (docs/decisions/0095).

-- Codes that any airline has and addresses that any aircraft has, in lower case. The two lists themselves stay ordinary tables.
create table airline_codes (code text collate "C" primary key);
create table aircraft_addresses (address text collate "C" primary key);
insert into airline_codes (code)
  select lower(icao) from airlines where icao is not null union select lower(iata) from airlines where iata is not null;
insert into aircraft_addresses (address) select distinct lower(mode_s) from aircraft where mode_s is not null;

-- Arrays, because a table copied to every node is not changed by a statement that reads an ordinary one.
create function keep_airline_codes() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'TRUNCATE' then
    delete from airline_codes;
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    changed := array(select code from (select lower(icao) as code from before union select lower(iata) from before) b
      where code is not null and not exists (select from airlines where lower(icao) = code)
        and not exists (select from airlines where lower(iata) = code));
    if cardinality(changed) > 0 then
      delete from airline_codes where code = any(changed);
    end if;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    changed := array(select code from (select lower(icao) as code from after union select lower(iata) from after) a
      where code is not null and not exists (select from airline_codes known where known.code = a.code));
    if cardinality(changed) > 0 then
      insert into airline_codes (code) select unnest(changed) on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
create trigger codes_inserted after insert on airlines referencing new table as after for each statement execute function keep_airline_codes();
create trigger codes_updated after update on airlines referencing old table as before new table as after
  for each statement execute function keep_airline_codes();
create trigger codes_deleted after delete on airlines referencing old table as before for each statement execute function keep_airline_codes();
create trigger codes_truncated after truncate on airlines for each statement execute function keep_airline_codes();

create function keep_aircraft_addresses() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'TRUNCATE' then
    delete from aircraft_addresses;
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    changed := array(select address from (select distinct lower(mode_s) as address from before) b
      where address is not null and not exists (select from aircraft where lower(mode_s) = address));
    if cardinality(changed) > 0 then
      delete from aircraft_addresses where address = any(changed);
    end if;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    changed := array(select address from (select distinct lower(mode_s) as address from after) a
      where address is not null and not exists (select from aircraft_addresses known where known.address = a.address));
    if cardinality(changed) > 0 then
      insert into aircraft_addresses (address) select unnest(changed) on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
create trigger addresses_inserted after insert on aircraft referencing new table as after
  for each statement execute function keep_aircraft_addresses();
create trigger addresses_updated after update on aircraft referencing old table as before new table as after
  for each statement execute function keep_aircraft_addresses();
create trigger addresses_deleted after delete on aircraft referencing old table as before
  for each statement execute function keep_aircraft_addresses();
create trigger addresses_truncated after truncate on aircraft for each statement execute function keep_aircraft_addresses();

-- As in 0030, but positions are read before the places of their receivers are.
create or replace function recount_receptions(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
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
    and not exists (select from kept_counts k where k.receiver = h.receiver and k.day = (h.hour at time zone 'UTC')::date and k.is_adsb = (h.message_type = 'ADSB'));
  delete from range_hour where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers));
  delete from range_day d where day >= first_day and day <= last_day and is_demo = of_demo
    and case when receivers is null
      then not exists (select from kept_counts k where k.receiver = d.receiver and k.day = d.day and k.is_adsb = (d.message_type = 'ADSB'))
      else receiver = any(receivers) end;
  insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
    select lower(station_id), date_trunc('hour', received_at, 'UTC'), message_type, of_demo, max(station_id), count(*),
      bit_or(1 << slot)::smallint, max(received_at),
      count(*) filter (where slot = 0), count(*) filter (where slot = 1), count(*) filter (where slot = 2),
      count(*) filter (where slot = 3), count(*) filter (where slot = 4), count(*) filter (where slot = 5)
    from reception, lateral (select extract(minute from received_at)::int / 10 as slot) s
    where received_at >= first_hour and received_at < end_hour and is_demo = of_demo
      and (receivers is null or lower(station_id) = any(receivers))
    group by 1, 2, 3 order by 2, 1, 3;
  -- Rows of messages first: the places are found by functions, which no statement over distributed tables may call with parameters.
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
