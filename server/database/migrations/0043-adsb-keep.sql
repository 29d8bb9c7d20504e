-- By how much the interval of stored frames was wider on a day, to fit ADSB_MAX_GB (docs/decisions/0064).
create table adsb_keep (
  day date primary key,
  factor smallint not null
);
