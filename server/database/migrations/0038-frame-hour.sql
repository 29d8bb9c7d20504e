-- All frames of receivers that store a part of them as rows (docs/decisions/0060), by ten minutes: rows cannot be counted for them.
create table frame_hour (
  receiver text collate "C" not null,
  hour timestamptz not null,
  spelling text not null,
  last_at timestamptz not null,
  m0 integer not null,
  m1 integer not null,
  m2 integer not null,
  m3 integer not null,
  m4 integer not null,
  m5 integer not null,
  primary key (receiver, hour)
) with (fillfactor = 80);

-- After recount_receptions of the same arguments. Imported rows of the same hour are mostly the same frames, so the larger count is taken.
create function recount_frames(begins_at timestamptz, ends_at timestamptz, of_demo boolean, receivers text[] default null)
returns void language plpgsql as $$
begin
  if of_demo then return; end if;
  insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
    select receiver, hour, 'ADSB', false, spelling, m0 + m1 + m2 + m3 + m4 + m5,
      (m0 > 0)::int + 2 * (m1 > 0)::int + 4 * (m2 > 0)::int + 8 * (m3 > 0)::int + 16 * (m4 > 0)::int + 32 * (m5 > 0)::int,
      last_at, m0, m1, m2, m3, m4, m5
    from frame_hour where hour >= date_trunc('hour', begins_at, 'UTC') and hour < ends_at
      and (receivers is null or receiver = any(receivers))
    order by receiver, hour
  on conflict (receiver, hour, message_type, is_demo) do update set
    m0 = greatest(rx_hour.m0, excluded.m0), m1 = greatest(rx_hour.m1, excluded.m1), m2 = greatest(rx_hour.m2, excluded.m2),
    m3 = greatest(rx_hour.m3, excluded.m3), m4 = greatest(rx_hour.m4, excluded.m4), m5 = greatest(rx_hour.m5, excluded.m5),
    messages = greatest(rx_hour.m0, excluded.m0) + greatest(rx_hour.m1, excluded.m1) + greatest(rx_hour.m2, excluded.m2)
      + greatest(rx_hour.m3, excluded.m3) + greatest(rx_hour.m4, excluded.m4) + greatest(rx_hour.m5, excluded.m5),
    slots = rx_hour.slots | excluded.slots, last_at = greatest(rx_hour.last_at, excluded.last_at);
end
$$;
