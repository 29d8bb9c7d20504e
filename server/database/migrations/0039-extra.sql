-- What a receiver sent and the columns lack (docs/decisions/0061). Read by id only. Nothing to fill: lines of older rows were not stored.
alter table acars add column extra jsonb;
