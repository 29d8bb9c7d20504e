-- Stations of which something was received since then, to the second. The whole of an hour that began later counts, so that only of the hour before
-- the last instants are read. A function with one plan for every instant: to plan the question costs as much as to answer it.
create function stations_heard_since(since timestamptz) returns setof bigint language plpgsql stable rows 100
set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query select distinct station_record_id from receiver_station where receiver in (
    select receiver from rx_hour where hour > since
    union all
    select receiver from rx_hour where hour = date_trunc('hour', since, 'UTC') and last_at >= since);
end
$$;
