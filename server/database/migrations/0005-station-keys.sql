-- Keys with which the receivers of a station post what they heard (C120). Of a key only SHA-256 is kept.
create table station_keys (
  -- the public part: it names the key in lists and where it is revoked
  prefix text collate "C" primary key,
  key_hash bytea not null unique,
  station_record_id bigint not null references stations (id) on delete cascade,
  name text collate "C" not null default '',
  created_at timestamptz not null,
  -- null = made at the terminal, or the account is gone
  created_by text collate "C" references users (id) on delete set null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index station_keys_station on station_keys (station_record_id);
