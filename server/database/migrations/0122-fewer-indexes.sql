-- Each index of a day that is written costs a tenth of a bare COPY of its rows (decision 50). What a message says and its reception are in one
-- index instead of three: two filters of these kinds are counted without the rows, too.
drop index acars_codes;
drop index acars_heard;
drop index acars_meaning;
drop index acars_address;
create index acars_content on acars (acars_date_time, id, meaning_kind, decode_level, label, mode, block_id, msgno, ack, is_end, link,
  freq_mhz, level_db, channel, error, epoch_seconds, station_id);
-- Most messages have an address, which acars_sender contains. With it, what only some have:
create index acars_address on acars (acars_date_time, id, icao, to_addr, is_onground, is_response, station_id)
  where to_addr is not null or is_onground is not null or is_response is not null;
