-- Stations of which something was received from `since`, to the second, to `now`; an hour that is still to come says nothing, its receiver's clock is
-- ahead. Hours that began later count whole; of the hour of `since` itself only the receivers are read that no later hour names. One plan for every
-- instant: to plan the question costs as much as to answer it.
drop function stations_heard_since(timestamptz);
create function stations_heard_between(since timestamptz, now timestamptz) returns setof bigint language plpgsql stable rows 100
set plan_cache_mode = 'force_generic_plan' as $$
declare
  first_hour timestamptz := date_trunc('hour', since, 'UTC');
  heard text[] := array(select distinct receiver from rx_hour where hour > since and hour <= now);
  others text[] := array(select receiver from rx_hour where hour = first_hour except select unnest(heard));
begin
  if cardinality(others) > 0 then
    heard := heard || array(select receiver from rx_hour where receiver = any (others) and hour = first_hour and last_at >= since);
  end if;
  return query select distinct station_record_id from receiver_station where receiver = any (heard);
end
$$;
