-- Last message of each aircraft, for the search index (decision 53). Apart for receiver and airline code, because they decide which company may read it (C38b).
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

insert into tail_last (tail, address, station_id, code, is_demo, flight, last_at)
select distinct on (tail, address, station_id, code, is_demo) tail, address, station_id, code, is_demo, flight, last_at
from (
  select coalesce(ltrim(tail, '.'), '') as tail, coalesce(upper(icao), '') as address, lower(station_id) as station_id,
    coalesce(substring(lower(flight) from '^(?:[a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])'), '') as code, is_demo,
    coalesce(flight, '') as flight, max(acars_date_time) as last_at
  from acars where ltrim(tail, '.') <> '' or icao <> ''
  group by 1, 2, 3, 4, 5, 6) stored
order by tail, address, station_id, code, is_demo, last_at desc;
