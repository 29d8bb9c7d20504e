-- What is indexed and why: docs/decisions/0012-counts-and-indexes.md.
-- One index carries what the raw lists filter by, so that a window is counted without touching its rows. Not in it: what is as wide as the row,
-- and what assembly writes later (an update then leaves every index alone).
-- Ascending, though lists read backward: new messages then go to the last page of the index, which stays full.
drop index acars_time, acars_label, acars_dsta, acars_place;
create index acars_window on acars (acars_date_time, id)
  include (station_id, tail, flight, epoch_seconds, freq_mhz, channel, level_db, error, mode, label, block_id, ack, msgno, is_end, link);

-- What few messages carry has a small index each instead, of those messages alone.
create index acars_with_alt on acars (acars_date_time, id) include (station_id, alt_ft) where alt_ft is not null;
create index acars_with_dsta on acars (acars_date_time, id) include (station_id, dsta) where dsta is not null;
create index acars_with_icao on acars (acars_date_time, id) include (station_id, icao) where icao is not null;
create index acars_with_is_onground on acars (acars_date_time, id) include (station_id, is_onground) where is_onground is not null;
create index acars_with_is_response on acars (acars_date_time, id) include (station_id, is_response) where is_response is not null;
create index acars_with_lat on acars (acars_date_time, id) include (station_id, lat) where lat is not null;
create index acars_with_lon on acars (acars_date_time, id) include (station_id, lon) where lon is not null;
create index acars_with_to_addr on acars (acars_date_time, id) include (station_id, to_addr) where to_addr is not null;

-- Who is one of many (aircraft, flight, station) and words of the text are indexed when a day is over (server/store/finished-days.ts): message by
-- message each of these indexes is written at another place. Days without a partition of their own are over long since.
drop index acars_station, acars_tail, acars_flight, acars_icao;
drop index if exists acars_text;
create index acars_default_station on acars_default (lower(station_id), acars_date_time, id);
create index acars_default_tail on acars_default (lower(tail), acars_date_time, id) where tail is not null;
create index acars_default_flight on acars_default (lower(flight), acars_date_time, id) where flight is not null;
create index acars_default_icao on acars_default (lower(icao), acars_date_time, id) where icao is not null;

-- Keys come day after day, and ids one after the other, so a few numbers a block tell where they are.
drop index message_key_day, acars_id;
create index message_key_day on message_key using brin (day);
create index acars_id on acars using brin (id) with (pages_per_range = 32, autosummarize = on);
