-- What is indexed and why: docs/decisions/0012-counts-and-indexes.md.
-- Three narrow indexes in place of the wide one: an index-only scan takes every column of its index apart. As keys, not included: a row that does
-- not match is passed over within the index. The station stands in each, for lists of a company.
drop index acars_window;
-- What the message says of itself ...
create index acars_codes on acars (acars_date_time, id, label, mode, block_id, msgno, ack, is_end, link, station_id);
-- ... how it was heard ...
create index acars_heard on acars (acars_date_time, id, epoch_seconds, freq_mhz, level_db, channel, error, station_id);
-- ... and who sent it: its address, too, since filters on the aircraft that messages meet (0017) read fifteen days of senders and nothing else.
create index acars_sender on acars (acars_date_time, id, station_id, tail, flight, icao);

-- What only some messages carry, those that come together in one: a place, an address of 24 bits with what goes with it, a destination.
drop index acars_with_alt, acars_with_dsta, acars_with_icao, acars_with_is_onground, acars_with_is_response, acars_with_lat, acars_with_lon,
  acars_with_to_addr;
create index acars_place on acars (acars_date_time, id, lat, lon, alt_ft, station_id) where lat is not null or lon is not null or alt_ft is not null;
create index acars_address on acars (acars_date_time, id, icao, to_addr, is_onground, is_response, station_id)
  where icao is not null or to_addr is not null or is_onground is not null or is_response is not null;
create index acars_destination on acars (acars_date_time, id, dsta, station_id) where dsta is not null;
