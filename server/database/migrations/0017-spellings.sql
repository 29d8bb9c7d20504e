-- The spellings that occur in columns of few codes: filters ask for those that are meant, in place of folding every row (docs/decisions/0016).
create table column_spellings (
  -- table.column, as server/store/columns.ts and adsb-columns.ts have it
  column_name text collate "C" primary key,
  -- every text that the column ever had; null = too many to keep
  spellings text[] collate "C"
);

insert into column_spellings
select unnest(array['acars.mode', 'acars.label', 'acars.block_id', 'acars.ack', 'acars.link']), '{}'::text[]
union all
select 'adsb.' || unnest(array['address_type', 'airspeed_status', 'alt_info', 'alt_unit', 'capability', 'control_field', 'emergency_state', 'ew_status',
  'f_flag', 'flight_status', 'heading_status', 'msg_type', 'ns_status', 'pos_decoding', 't_flag', 'vertical_status', 'vs']), '{}'::text[];

-- Adds texts to a column, or says that they are too many. The row is locked until the end of the transaction: nobody else's are lost.
create function add_spellings(name text, added text[]) returns text[] language sql as $$
  update column_spellings c set spellings = (
    select case when count(*) <= 200 then array_agg(one order by one) end
    from (select unnest(c.spellings) union select unnest(added)) every (one))
  where c.column_name = name and c.spellings is not null
  returning c.spellings
$$;

-- For rows that did not come through server/store/store-batches.ts.
create function add_stored_spellings() returns void language plpgsql as $$
declare
  name text;
  there text[];
begin
  for name in select column_name from column_spellings order by column_name loop
    execute format('select array_agg(one) from (select distinct %1$s as one from %2$s where %1$s is not null limit 201) few',
      name, split_part(name, '.', 1)) into there;
    if there is not null then perform add_spellings(name, there); end if;
  end loop;
end
$$;
select add_stored_spellings();
