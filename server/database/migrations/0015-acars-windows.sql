-- What is indexed and why: docs/decisions/0012-counts-and-indexes.md.
-- Three narrow indexes in place of the wide one: an index-only scan takes every column of its index apart. As keys, not included: a row that does
-- not match is passed over within the index. The station stands in each, for lists of a company.
drop index acars_window;
-- What the message says of itself ...
create index acars_codes on acars (acars_date_time, id, label, mode, block_id, msgno, ack, is_end, link, station_id);
-- ... how it was heard ...
create index acars_heard on acars (acars_date_time, id, epoch_seconds, freq_mhz, level_db, channel, error, station_id);
-- ... and who sent it.
create index acars_sender on acars (acars_date_time, id, station_id, tail, flight);
