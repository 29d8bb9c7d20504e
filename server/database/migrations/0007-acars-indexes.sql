-- What is indexed and why: docs/decisions/0012-counts-and-indexes.md.
-- One index carries what the raw lists filter by, so that a window is counted without touching its rows. Not in it: what has an index of its
-- own or is as wide as the row, and what assembly writes later (an update then leaves every index alone).
-- Ascending, though lists read backward: new messages then go to the last page of the index, which stays full.
drop index acars_time, acars_station, acars_label, acars_dsta, acars_place;
create index acars_window on acars (acars_date_time, id)
  include (station_id, epoch_seconds, freq_mhz, channel, level_db, error, mode, label, block_id, ack, msgno, is_end, alt_ft, dsta, is_onground, is_response, lat, lon,
           to_addr, link);

-- Who is one of thousands is looked up over long windows as well.
drop index acars_tail, acars_flight, acars_icao;
create index acars_tail on acars (lower(tail), acars_date_time, id) where tail is not null;
create index acars_flight on acars (lower(flight), acars_date_time, id) where flight is not null;
create index acars_icao on acars (lower(icao), acars_date_time, id) where icao is not null;

-- Trigrams of the text are indexed when a day is over (server/store/finished-days.ts): message by message they cost more than all else.
drop index if exists acars_text;

-- Keys come day after day, so a few numbers a block tell where a day is.
drop index message_key_day;
create index message_key_day on message_key using brin (day);
