-- Archive of messages (docs/decisions/0124): days beyond retention in columnar tables, where the database has them. Empty otherwise.

-- Columns as those of the messages, in their order: a later migration that adds a column to one adds it to the other.
-- No keys and no defaults: rows come from the tables of messages only and are never changed.
create table acars_archive (like acars) partition by range (acars_date_time);
create table adsb_archive (like adsb) partition by range (adsb_date_time);

-- What the archive contains. `table_name` = that of the messages.
create table archive_day (
  table_name text not null,
  day date not null,
  row_count bigint not null,
  primary key (table_name, day)
);

-- As in 0086, with the archive among the tables of shards.
create or replace function partition_sizes(tables text[])
returns table (table_name text, partition_name text, total_bytes float8, row_count float8, has_rows boolean) language plpgsql as $$
declare
  -- A shard has the name of its table and a number.
  on_node constant text := $node$
    select coalesce(json_agg(s), '[]') from (
      select regexp_replace(p.relname, '_\d+$', '') as t, regexp_replace(c.relname, '_\d+$', '') as p,
        pg_total_relation_size(c.oid) as b, c.reltuples as r, pg_relation_size(c.oid) > 0 as f
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relkind = 'p' and p.relname ~ '^(acars|adsb)(_archive)?_\d+$' and c.relkind = 'r') s
  $node$;
begin
  if not messages_are_distributed() then
    return query select p.relname::text, c.relname::text, pg_total_relation_size(c.oid)::float8,
        case when pg_relation_size(c.oid) = 0 then 0 when c.reltuples >= 0 then c.reltuples::float8 end, pg_relation_size(c.oid) > 0
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where i.inhparent = any(tables::regclass[]);
    return;
  end if;
  return query
    with part as (
      select p.relname::text as t, c.relname::text as p, pg_total_relation_size(c.oid)::float8 as b, c.reltuples::float8 as r,
        pg_relation_size(c.oid) > 0 as f
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where i.inhparent = any(tables::regclass[])
      union all
      select shard.* from on_every_node(on_node) answer, json_to_recordset(answer::json) as shard (t text, p text, b float8, r float8, f boolean))
    select t, p, sum(b), case when bool_or(f and r < 0) then null else coalesce(sum(r) filter (where f), 0) end, bool_or(f)
    from part where t = any(tables) group by t, p;
end
$$;
