-- Aircraft and addresses of days without a partition of their own, as server/store/finished-days.ts has them for the others: codes of six letters
-- are asked in each of their spellings (server/store/filter-sql.ts), which an index on lower() cannot answer.
drop index adsb_default_icao, adsb_default_address;
create index adsb_default_icao on adsb_default (icao, adsb_date_time, id) where icao is not null;
create index adsb_default_address on adsb_default (address, adsb_date_time, id) where address is not null;
