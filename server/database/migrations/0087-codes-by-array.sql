-- As in 0056, but rows of the statement are read alone, then compared: a distributed database takes no statement over both.
create or replace function keep_airline_codes() returns trigger language plpgsql as $$
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
    changed := array(select code from (select lower(icao) as code from after union select lower(iata) from after) a where code is not null);
    changed := array(select one.code from unnest(changed) as one (code)
      where not exists (select from airline_codes known where known.code = one.code));
    if cardinality(changed) > 0 then
      insert into airline_codes (code) select unnest(changed) on conflict do nothing;
    end if;
  end if;
  return null;
end $$;

create or replace function keep_aircraft_addresses() returns trigger language plpgsql as $$
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
    changed := array(select address from (select distinct lower(mode_s) as address from after) a where address is not null);
    changed := array(select one.address from unnest(changed) as one (address)
      where not exists (select from aircraft_addresses known where known.address = one.address));
    if cardinality(changed) > 0 then
      insert into aircraft_addresses (address) select unnest(changed) on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
