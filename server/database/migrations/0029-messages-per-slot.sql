-- Messages of each ten-minute slot of an hour (m0 = minutes 0 to 9), for the time band of the overview (docs/decisions/0026).
alter table rx_hour
  add column m0 integer not null default 0,
  add column m1 integer not null default 0,
  add column m2 integer not null default 0,
  add column m3 integer not null default 0,
  add column m4 integer not null default 0,
  add column m5 integer not null default 0;

-- Hours that were counted before: ranges do not change, so only these columns are filled.
update rx_hour h set m0 = s.m0, m1 = s.m1, m2 = s.m2, m3 = s.m3, m4 = s.m4, m5 = s.m5
from (
  select lower(station_id) as receiver, date_trunc('hour', received_at, 'UTC') as hour, message_type, is_demo,
    count(*) filter (where extract(minute from received_at) < 10) as m0,
    count(*) filter (where extract(minute from received_at) >= 10 and extract(minute from received_at) < 20) as m1,
    count(*) filter (where extract(minute from received_at) >= 20 and extract(minute from received_at) < 30) as m2,
    count(*) filter (where extract(minute from received_at) >= 30 and extract(minute from received_at) < 40) as m3,
    count(*) filter (where extract(minute from received_at) >= 40 and extract(minute from received_at) < 50) as m4,
    count(*) filter (where extract(minute from received_at) >= 50) as m5
  from reception group by 1, 2, 3, 4) s
where s.receiver = h.receiver and s.hour = h.hour and s.message_type = h.message_type and s.is_demo = h.is_demo;

-- As in 0027, with the messages of each slot.
create or replace function recount_receptions(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
returns void language plpgsql as $$
declare
  first_hour timestamptz := date_trunc('hour', begins_at, 'UTC');
  end_hour timestamptz := date_trunc('hour', ends_at + interval '1 hour - 1 microsecond', 'UTC');
begin
  perform pg_advisory_xact_lock(hashtext('receptions are counted'), of_demo::int);
  delete from rx_hour where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers));
  delete from range_hour where hour >= first_hour and hour < end_hour and is_demo = of_demo and (receivers is null or receiver = any(receivers));
  insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
    select lower(station_id), date_trunc('hour', received_at, 'UTC'), message_type, of_demo, max(station_id), count(*),
      bit_or(1 << slot)::smallint, max(received_at),
      count(*) filter (where slot = 0), count(*) filter (where slot = 1), count(*) filter (where slot = 2),
      count(*) filter (where slot = 3), count(*) filter (where slot = 4), count(*) filter (where slot = 5)
    from reception, lateral (select extract(minute from received_at)::int / 10 as slot) s
    where received_at >= first_hour and received_at < end_hour and is_demo = of_demo
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

-- Slots in which this server ran: without a row and without messages the server was off, with one nothing was received.
create table server_slot (slot timestamptz primary key);
