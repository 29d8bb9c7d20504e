-- Takes the keys of a batch that nobody had, in their order: null = all of them were new, else those that were, with commas between.
-- Mostly all are. To ask of each whether it is there costs as much as to store it, so that this is done only when the first try has met one.
create function take_keys(key_table regclass, new_keys uuid[], days date[], of_demo boolean[]) returns text language plpgsql as $$
declare
  taken text;
begin
  execute format('insert into %s (key, day, is_demo) select * from unnest($1, $2, $3) as k (key, day, is_demo) order by k.key', key_table)
    using new_keys, days, of_demo;
  return null;
exception when unique_violation then
  execute format('with taken as (
      insert into %s (key, day, is_demo) select * from unnest($1, $2, $3) as k (key, day, is_demo) order by k.key
      on conflict do nothing returning key)
    select coalesce(string_agg(key::text, '',''), '''') from taken', key_table) into taken using new_keys, days, of_demo;
  return taken;
end
$$;
