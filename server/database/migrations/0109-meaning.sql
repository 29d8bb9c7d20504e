-- What a message says (decision 43). null = not decoded yet. `meaning_kind` is null as well where nobody reads the text. Facts are read with the row, so only kind and level are indexed:
-- chips and filters then count without the rows.
alter table acars add column meaning jsonb, add column meaning_kind text collate "C", add column decode_level text collate "C", add column decoder_version int;
alter table acars_archive add column meaning jsonb, add column meaning_kind text collate "C", add column decode_level text collate "C", add column decoder_version int;
create index acars_meaning on acars (acars_date_time, id, meaning_kind, decode_level, station_id);
