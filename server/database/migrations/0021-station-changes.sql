-- What is told and changed of a station, who fed it and where it stood over time, the mails about it, and whether it feeds.

alter table stations
  add column description text collate "C",
  add column feeder_since timestamptz not null default date_trunc('hour', now()),
  add column location_since timestamptz not null default date_trunc('hour', now()),
  -- 'Send' on the wire
  add column notifies_feeder boolean not null default false,
  -- of the feeder that it has now
  add column first_told_feeder_at timestamptz,
  add column created_by text collate "C" references users (id) on delete set null,
  -- by a call; null = by a command, or the account is gone
  add column changed_by text collate "C" references users (id) on delete set null,
  add column changed_at timestamptz not null default now(),
  -- grows with each change by a call
  add column version integer not null default 1;
update stations set feeder_since = date_trunc('hour', created_at), location_since = date_trunc('hour', created_at);

create table station_feeders (
  id bigint generated always as identity primary key,
  station_record_id bigint not null references stations (id) on delete cascade,
  -- null = nobody, or the account is closed: its name is kept where accounts are archived, not here
  user_id text collate "C" references users (id) on delete set null,
  since timestamptz not null,
  -- the description of the station at the time (C66)
  note text collate "C",
  created_at timestamptz not null,
  created_by text collate "C" references users (id) on delete set null
);
create index station_feeders_station on station_feeders (station_record_id, since desc, id desc);

create table station_places (
  id bigint generated always as identity primary key,
  station_record_id bigint not null references stations (id) on delete cascade,
  latitude double precision not null,
  longitude double precision not null,
  city text collate "C",
  country text collate "C",
  address text collate "C",
  since timestamptz not null,
  created_at timestamptz not null,
  created_by text collate "C" references users (id) on delete set null
);
create index station_places_station on station_places (station_record_id, since desc, id desc);

insert into station_feeders (station_record_id, user_id, since, created_at)
  select id, feeder_user_id, feeder_since, created_at from stations where feeder_user_id is not null order by id;
insert into station_places (station_record_id, latitude, longitude, city, country, address, since, created_at)
  select id, latitude, longitude, city, country, address, location_since, created_at from stations order by id;

-- Before its first entry a station stood where that says: messages may be older than its record. Of two entries with one begin the later written is
-- the correction.
create or replace function station_place_at(record_id bigint, at timestamptz)
returns table (latitude double precision, longitude double precision) language sql stable as $$
  select p.latitude, p.longitude from station_places p where p.station_record_id = record_id
  order by p.since <= at desc, case when p.since <= at then p.since end desc, case when p.since > at then p.since end, p.id desc limit 1
$$;

-- Receivers whose counts and ranges are to be reckoned anew, because they belong to another station or that one stood elsewhere (decision 26). Only
-- those of which something is counted.
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

-- Histories are written by the database itself: whatever changes a station (a call, a command, the end of its feeder's account) writes them in the
-- same transaction, and nothing can be forgotten.
create function note_station_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.latitude, new.longitude, new.city, new.country, new.address, new.location_since)
      is distinct from (old.latitude, old.longitude, old.city, old.country, old.address, old.location_since) then
    insert into station_places (station_record_id, latitude, longitude, city, country, address, since, created_at, created_by)
    values (new.id, new.latitude, new.longitude, new.city, new.country, new.address, new.location_since, new.changed_at, new.changed_by);
    perform ask_recount(array(select receiver from receiver_station where station_record_id = new.id));
  end if;
  if tg_op = 'INSERT' then
    if new.feeder_user_id is not null then
      insert into station_feeders (station_record_id, user_id, since, note, created_at, created_by)
      values (new.id, new.feeder_user_id, new.feeder_since, new.description, new.changed_at, new.changed_by);
    end if;
  elsif (new.feeder_user_id, new.feeder_since) is distinct from (old.feeder_user_id, old.feeder_since) then
    if new.version = old.version then
      -- No call: the account of the feeder was closed.
      insert into station_feeders (station_record_id, user_id, since, note, created_at)
      values (new.id, new.feeder_user_id, now(), new.description, now());
    else
      insert into station_feeders (station_record_id, user_id, since, note, created_at, created_by)
      values (new.id, new.feeder_user_id, new.feeder_since, new.description, new.changed_at, new.changed_by);
    end if;
  end if;
  return null;
end $$;
create trigger station_change after insert or update on stations for each row execute function note_station_change();

-- Mails to feeders, written in the transaction of what they tell.
create table station_notices (
  id bigint generated always as identity primary key,
  station_record_id bigint not null references stations (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  not_before timestamptz not null,
  attempts integer not null default 0,
  -- Handed to the mail server. Set, with nothing after it: the program ended meanwhile; it may have gone out and is not sent again.
  begun_at timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz
);
create index station_notices_open on station_notices (not_before, id) where begun_at is null and given_up_at is null;

-- Does it feed? A row for each station that was ever heard while somebody watched.
create table station_watch (
  station_record_id bigint primary key references stations (id) on delete cascade,
  state text not null check (state in ('feeding', 'silent')),
  since timestamptz not null,
  -- last, as far as is known
  heard_at timestamptz not null,
  -- when it counts as silent, worked out once for each pause; null = it pauses less than any station may
  silent_after timestamptz
);
