-- Aircraft that fly under their registration counted as flights of the airline of its first characters.
create or replace function count_texts(of_day date, of_demo boolean) returns void language plpgsql as $$
declare
  begins_at timestamptz := of_day::timestamp at time zone 'UTC';
  ends_at timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  with counted as materialized (
    select lower(station_id) as receiver, kind, name, count(*) as messages
    from acars, lateral (values ('label', label), ('tail', upper(ltrim(tail, '.'))),
      -- like airlineCodeSql() of aircraft-match-sql.ts: a flight that is the registration has no airline
      ('airline', substring(
        case when nullif(replace(lower(ltrim(flight, '.')), '-', ''), '') is distinct from nullif(replace(lower(ltrim(tail, '.')), '-', ''), '')
          then lower(flight) end
        from '^(?:[a-z]{3}|(?!n[1-9])[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])'))) t (kind, name)
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

-- The longest range of the statistics is counted again.
insert into text_due (day, is_demo, stored_minute)
  select distinct day, is_demo, date_trunc('minute', now()) from text_day where kind = 'airline' and day >= current_date - 31
  on conflict do nothing;
delete from text_day where kind = 'airline' and name ~ '^n[1-9]$';
