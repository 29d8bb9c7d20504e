-- Parts of each table of messages: 1, or its shards where messages are distributed (docs/decisions/0110).
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
