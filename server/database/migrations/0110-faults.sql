-- The fault ledger (decision 44): what aircraft reported, from the facts of their messages, and what maintenance says about it.

-- One row per event: repeats of a report and its other receptions are rows of fault_receptions.
create table faults (
  id bigint generated always as identity primary key,
  -- Without case, dots and hyphens.
  tail_key text collate "C" not null,
  -- As in the message.
  tail text collate "C" not null,
  -- What distinguishes events of one aircraft, and faults: identity is equal when the fault comes again on a later leg (decoder/faults).
  event_key text collate "C" not null,
  identity text collate "C" not null,
  flight text collate "C",
  -- Flight and day.
  leg text collate "C" not null,
  day date not null,
  chapter text collate "C",
  ata text collate "C",
  name text collate "C" not null,
  source text collate "C",
  class text collate "C",
  severity text collate "C",
  phase text collate "C",
  -- When it happened, otherwise when it was received.
  at timestamptz not null,
  is_timed boolean not null,
  what text collate "C" not null,
  persistence text collate "C",
  impacted text[] not null,
  inferred text[] not null,
  stored_at timestamptz not null default now(),
  unique (tail_key, event_key)
);
create index faults_at on faults (at desc);

-- A company sees a fault, and counts its receptions, by the messages that it sees.
create table fault_receptions (
  fault_id bigint not null references faults (id) on delete cascade,
  -- The name that the receiver sent. '' = none
  station_id text collate "C" not null,
  received_at timestamptz not null,
  tail text collate "C" not null,
  icao text collate "C",
  flight text collate "C",
  message_id text collate "C",
  primary key (fault_id, station_id, received_at)
);

-- Set by people, for each company apart. '' = Admin and Parser.
create table fault_states (
  company text collate "C" not null,
  tail_key text collate "C" not null,
  identity text collate "C" not null,
  state text collate "C" not null check (state in ('open', 'deferred', 'closed')),
  note text collate "C" not null,
  -- The name outlives the account.
  set_by text collate "C" not null,
  set_at timestamptz not null,
  version integer not null,
  primary key (company, tail_key, identity)
);
