-- As in 0019, but what is counted again lies in the order of time, as what is counted message by message: a period is a few pages next to each other.
create or replace function recount_receptions(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
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
    group by 1, 2, 3 order by 2, 1, 3;
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
    group by 1, 2, 3, 5 order by 2, 1, 3, 5;
end
$$;
