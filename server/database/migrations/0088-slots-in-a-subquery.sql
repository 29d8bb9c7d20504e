-- As in 0056, but the slot of ten minutes is found where the rows are read: a select without a table beside them is refused by Citus.
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
    from (select *, extract(minute from received_at)::int / 10 as slot from reception
      where received_at >= first_hour and received_at < end_hour and is_demo = of_demo
        and (receivers is null or lower(station_id) = any(receivers))) r
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
