-- Reassembly and consensus (docs/decisions/0008). Rows that were stored before keep their values: their key stays null, so nothing joins them.

-- What the receptions of one message have in common, as 52 bits (server/assembly/reception.ts); null = cannot be joined with anything.
alter table acars add column assembly_key bigint;
-- The word of the receiver's own reassembly, as it came; aggregation_status is ours.
alter table acars add column receiver_status text collate "C";

create index acars_assembly on acars (assembly_key, acars_date_time) where assembly_key is not null;
-- Who heard a message is asked by the id of a row, in whatever day that is. Ids grow, so that new ones cost next to nothing.
create index acars_id on acars (id);
