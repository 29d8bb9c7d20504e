-- The overall bid (Glog): one current, at most one scheduled, and all that came before.

create table overall_bids (
  id bigint generated always as identity primary key,
  bid_value double precision not null check (bid_value between 0 and 100),
  start_date date not null,
  -- As of the last change. A scheduled bid whose day has come counts as the current one, and that as a past one, without anybody's doing:
  -- readers go by the date (server/store/overall-bids.ts), the next change writes it down.
  state text collate "C" not null check (state in ('current', 'scheduled', 'past')),
  created_at timestamptz not null,
  -- null = the account is gone
  created_by text collate "C" references users (id) on delete set null
);
-- BID-08: never two of either, whoever writes at the same moment.
create unique index overall_bids_standing on overall_bids (state) where state in ('current', 'scheduled');
