-- Where the rows of messages are, and how many bytes they take: on this server, or on the workers of a database that npm run distribute has
-- distributed with Citus. Only there do these functions request other nodes.

create function messages_are_distributed() returns boolean language plpgsql as $$
declare
  found boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''public.acars''::regclass)' into found;
  end if;
  return found;
end
$$;

-- Parts of each table of messages: 1, or its shards.
create function message_shards() returns integer language plpgsql as $$
declare
  shards integer := 1;
begin
  if messages_are_distributed() then
    execute 'select count(*) from pg_dist_shard where logicalrelid = ''public.acars''::regclass' into shards;
  end if;
  return shards;
end
$$;

-- Results of a statement from every node. A node that does not respond is an unavailable database, not a smaller one.
create function on_every_node(statement text) returns setof text language plpgsql as $$
declare
  node record;
begin
  for node in execute 'select success, result from run_command_on_all_nodes($1)' using statement loop
    if not node.success then
      raise exception using errcode = 'connection_failure', message = format('a node of the database does not answer: %s', node.result);
    end if;
    return next node.result;
  end loop;
end
$$;

-- Of the whole database, in bytes.
create function database_bytes() returns float8 language plpgsql as $$
begin
  if messages_are_distributed() then
    return (select sum(bytes::float8) from on_every_node('select pg_database_size(current_database())') bytes);
  end if;
  return pg_database_size(current_database());
end
$$;

-- Partitions of these tables, with their indexes. `row_count` = estimate, null = there is none yet. `has_rows` = not empty on the disk.
create function partition_sizes(tables text[])
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
