-- Receptions of what a hit is about (decision 45): each of them may make it visible to another company, also one that arrives later.
create table watch_receptions (
  id bigint generated always as identity primary key,
  hit_id bigint not null references watch_hits (id) on delete cascade,
  -- What the scope of a company is checked on, as in acars.
  tail text collate "C",
  icao text collate "C",
  flight text collate "C",
  station_id text collate "C" not null default '',
  -- Later than its hit: those whom it concerns are not told yet.
  is_waiting boolean not null default false
);
create index watch_receptions_hit on watch_receptions (hit_id, id);
create index watch_receptions_waiting on watch_receptions (id) where is_waiting;
insert into watch_receptions (hit_id, tail, icao, flight, station_id)
  select id, tail, icao, flight, station_id from watch_hits order by id;
alter table watch_hits drop column station_id;

-- Names the message or the emergency, whatever the scope of its rule. null = receptions are not added.
alter table watch_hits add event text collate "C";
