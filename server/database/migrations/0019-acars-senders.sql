-- Who sent a message is its address too: filters on the aircraft that messages meet (docs/decisions/0017) read fifteen days of senders, and nothing else.
drop index acars_sender;
create index acars_sender on acars (acars_date_time, id, station_id, tail, flight, icao);
