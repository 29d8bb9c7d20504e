-- Every accepted frame of a receiver, packed by minute (docs/decisions/0064): rows contain a part of them.
create table adsb_raw (
  -- in lower case, as in rx_hour; '' = a source without a name
  receiver text collate "C" not null,
  minute timestamptz not null,
  -- of the first frame: a minute has several rows after a restart
  begins_at timestamptz not null,
  frames integer not null,
  -- server/mode-s/raw-minute.ts, deflated
  bytes bytea not null,
  primary key (receiver, minute, begins_at)
) partition by range (minute);
alter table adsb_raw alter column bytes set storage external;

create table adsb_raw_default partition of adsb_raw default;
