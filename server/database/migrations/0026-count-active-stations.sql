-- How many of a feeder's or a company's stations (null = everybody's; as stations-asked.ts has it) received something from `since`, to the second, to
-- `now`; an hour that is still to come says nothing, its receiver's clock is ahead. Hours that began later count whole. The whole question in one place
-- with one plan for every instant and caller: to plan it costs more than to answer it.
drop function stations_heard_between(timestamptz, timestamptz);
create function count_active_stations(feeder_id text, company_name text, since timestamptz, now timestamptz) returns bigint
language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (select count(*) from stations s
    where s.id = any (array(select station_record_id from receiver_station where receiver = any (array(
        select receiver from rx_hour where hour > since and hour <= now
        union
        select receiver from rx_hour where hour = date_trunc('hour', since, 'UTC') and last_at >= since))))
      and (feeder_id is null or s.feeder_user_id = feeder_id)
      and (company_name is null or exists (
        select from users u where u.id = s.feeder_user_id and lower(trim(u.company)) = lower(company_name))));
end
$$;
