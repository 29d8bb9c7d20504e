-- What is indexed and why: docs/decisions/0012-counts-and-indexes.md.
-- One index carries what the raw lists filter by, so that a window is counted without touching its rows. Not in it: what is as wide as the row,
-- and what assembly writes later (an update then leaves every index alone).
-- Ascending, though lists read backward: new messages then go to the last page of the index, which stays full.
drop index acars_time, acars_label, acars_dsta, acars_place;
create index acars_window on acars (acars_date_time, id)
  include (station_id, tail, flight, icao, epoch_seconds, freq_mhz, channel, level_db, error, mode, label, block_id, ack, msgno, is_end, alt_ft, dsta,
           is_onground, is_response, lat, lon, to_addr, link);

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
