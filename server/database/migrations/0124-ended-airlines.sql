-- Three letters of an airline that has ended are uncertain, too: whoever flies under them today is another one, or one that the list calls ended.
-- So are two letters of one without three: those that operate have them, and lists contain invented airlines.
create or replace function set_airline_codes(changed text[]) returns void language plpgsql as $$
declare
  codes text[];
  owners bigint[];
  certain boolean[];
begin
  select coalesce(array_agg(code), '{}'), coalesce(array_agg(owner), '{}'), coalesce(array_agg(is_certain), '{}') into codes, owners, certain
  from (
    select code, (array_agg(airline_id order by is_acars desc, is_active desc, airline_id))[1] as owner,
      case when length(code) > 2
        -- A code of three letters returns to its next owner after years: the one that operates is meant.
        then count(distinct lower(airline_name)) filter (where is_active) = 1
        -- Two letters of an airline that has ended are another's by now, known or not. In ACARS gs, xa and xx are no airlines: business
        -- aviation and test flights.
        else (count(distinct coalesce(lower(icao), airline_id::text)) = 1 or count(distinct lower(airline_name)) = 1)
          and coalesce(bool_or(is_active and icao ~* '^[a-z]{3}$'), false) and code not in ('gs', 'xa', 'xx') end as is_certain
    from (
      select lower(icao) as code, false as is_acars, l.* from airlines l where lower(icao) = any(changed)
      union all select lower(iata), false, l.* from airlines l where lower(iata) = any(changed)
      union all select lower(acars_code), true, l.* from airlines l where lower(acars_code) = any(changed)) owned
    group by code) found;
  delete from airline_codes where code = any(changed) and not code = any(codes);
  insert into airline_codes (code, airline_id, is_certain)
    select one.code, one.owner, one.sure from unnest(codes, owners, certain) as one (code, owner, sure)
    on conflict (code) do update set airline_id = excluded.airline_id, is_certain = excluded.is_certain
    where airline_codes.airline_id is distinct from excluded.airline_id or airline_codes.is_certain <> excluded.is_certain;
end $$;

select set_airline_codes(array(select code from airline_codes));
