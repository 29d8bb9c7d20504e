-- A station is one of a few dozen with a long name: folding it for every row of a window costs more than all else of a count, and company
-- scope (C38) asks by station on every page. Decision 0012.
create index acars_station on acars (lower(station_id), acars_date_time, id);
