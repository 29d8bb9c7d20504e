-- Why a station has no message of a usual type in an hour, written when station health judges it (docs/decisions/0056): status reports go with
-- RETENTION_DAYS, the feeding calendar goes back farther.
create table silent_hour (
  station_record_id bigint not null references stations (id) on delete cascade,
  hour timestamptz not null,
  message_type text collate "C" not null check (message_type in ('ADSB', 'ACARS', 'VDLM2')),
  reason text collate "C" not null check (reason in ('noSign', 'noFrames', 'notDecoded', 'noUpload', 'untold', 'serverOff')),
  primary key (station_record_id, hour, message_type)
);
