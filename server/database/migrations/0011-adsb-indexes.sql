-- What is indexed and why: docs/decisions/0016-adsb-filters-and-indexes.md.
drop index adsb_time, adsb_station, adsb_icao, adsb_identification, adsb_squawk;

-- Every column that the panel filters by stands in one of these, beside those that are said together: a window is counted in one of them, without
-- the rows. As keys, not included: a row that does not match is then passed over within the index. Ascending, so that new rows go to its end.
-- What every frame says, or nearly: of what kind it is, who sent it, and how it was heard.
create index adsb_kind on adsb (adsb_date_time, id, msg_type, capability, es_type, es_sub);
create index adsb_sender on adsb (adsb_date_time, id, address, address_type, icao);
create index adsb_heard on adsb (adsb_date_time, id, station_id, epoch_seconds, level_db, error);
-- What some kinds of frames say: how high the aircraft is, where ...
create index adsb_height on adsb (adsb_date_time, id, altitude, alt_unit, alt_info)
  where altitude is not null or alt_unit is not null or alt_info is not null;
create index adsb_place on adsb (adsb_date_time, id, f_flag, t_flag, nucp, pos_decoding, lat, lon)
  where f_flag is not null or t_flag is not null or nucp is not null or pos_decoding is not null or lat is not null or lon is not null;
-- ... how it moves ...
create index adsb_motion on adsb (adsb_date_time, id, ew_status, ew_velocity_kt, ns_status, ns_velocity_kt, vertical_status, vertical_rate_ft_min,
  vertical_rate_src, hae_baro_offset_ft, heading_deg, heading_status, airspeed_kt, airspeed_status)
  where ew_status is not null or ew_velocity_kt is not null or ns_status is not null or ns_velocity_kt is not null or vertical_status is not null
    or vertical_rate_ft_min is not null or vertical_rate_src is not null or hae_baro_offset_ft is not null or heading_deg is not null or
    heading_status is not null or airspeed_kt is not null or airspeed_status is not null;
-- ... what it answers when a radar asks ...
create index adsb_reply on adsb (adsb_date_time, id, flight_status, dr, um, squawk, vs, cc, sl, iid)
  where flight_status is not null or dr is not null or um is not null or squawk is not null or vs is not null or cc is not null or sl is not null
    or iid is not null;
-- ... and what is said now and then.
create index adsb_rare on adsb (adsb_date_time, id, identification, aircraft_type, emergency_state, control_field, comm_b_bds, comm_b_mb,
  bds2_identification, mode_a, mode_a_ident, mode_c, nacp, report)
  where identification is not null or aircraft_type is not null or emergency_state is not null or control_field is not null or comm_b_bds is not
    null or comm_b_mb is not null or bds2_identification is not null or mode_a is not null or mode_a_ident is not null or mode_c is not null or
    nacp is not null or report is not null;

-- Days without a partition of their own are over long since (server/store/finished-days.ts).
create index adsb_default_station on adsb_default (lower(station_id), adsb_date_time, id);
create index adsb_default_address on adsb_default (lower(address), adsb_date_time, id) where address is not null;
create index adsb_default_icao on adsb_default (lower(icao), adsb_date_time, id) where icao is not null;
create index adsb_default_identification on adsb_default (lower(identification), adsb_date_time, id) where identification is not null;

-- Keys come day after day: a few numbers a block tell where they are.
drop index adsb_key_day;
create index adsb_key_day on adsb_key using brin (day);
