-- Rules, the hits that they have, and what leaves the product about them (decision 45).

create table watch_rules (
  id bigint generated always as identity primary key,
  -- Who receives its notices: 'user' = user_id, 'company' = users of company, 'all' = everyone who may see the message.
  owner text collate "C" not null check (owner in ('user', 'company', 'all')),
  -- Who wrote it. A rule of a user ends with the account; the others keep the name.
  user_id text collate "C" references users (id) on delete set null,
  written_by text collate "C" not null,
  company text,
  name text not null,
  is_enabled boolean not null,
  -- Conditions, scope, quiet hours and ways (contract/entities/rules.ts).
  body jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  paused_at timestamptz,
  paused_because text
);
create index watch_rules_user on watch_rules (user_id);

-- An event that a rule is about, written with what it is about. The key makes it one, over several servers and after a crash.
create table watch_hits (
  id bigint generated always as identity primary key,
  rule_id bigint not null references watch_rules (id) on delete cascade,
  -- Scope and object: tail and leg, hour or day.
  event_key text collate "C" not null,
  kind text collate "C" not null,
  is_emergency boolean not null default false,
  at timestamptz not null,
  stored_at timestamptz not null default now(),
  title text not null,
  words text not null,
  path text not null,
  -- What the scope of a company is checked on, as in acars.
  tail text collate "C",
  icao text collate "C",
  flight text collate "C",
  station_id text collate "C" not null default '',
  -- Number of the station, of notices about stations.
  station_number text collate "C",
  -- Events that became this one.
  events integer not null default 1,
  is_late boolean not null default false,
  -- Of live positions, which other users see than messages.
  is_position boolean not null default false,
  -- Not yet given to the ways of those whom it concerns.
  is_waiting boolean not null default true,
  taken_by text collate "C",
  done_by text collate "C",
  changed_at timestamptz,
  unique (rule_id, event_key)
);
create index watch_hits_at on watch_hits (at desc, id desc);
create index watch_hits_rule_at on watch_hits (rule_id, at);
create index watch_hits_waiting on watch_hits (id) where is_waiting;

create table watch_seen (
  hit_id bigint not null references watch_hits (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (hit_id, user_id)
);

create table watch_history (
  hit_id bigint not null references watch_hits (id) on delete cascade,
  what text collate "C" not null,
  -- The name outlives the account.
  done_by text collate "C" not null,
  at timestamptz not null
);
create index watch_history_hit on watch_history (hit_id, at);

-- How a user is told.
create table notice_settings (
  user_id text collate "C" primary key references users (id) on delete cascade,
  zone text collate "C" not null,
  quiet jsonb,
  email text collate "C" not null
);

create table push_devices (
  id bigint generated always as identity primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  endpoint text collate "C" not null unique,
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  name text not null,
  added_at timestamptz not null default now(),
  last_at timestamptz,
  last_result text
);
create index push_devices_user on push_devices (user_id);

create table webhooks (
  id bigint generated always as identity primary key,
  owner text collate "C" not null check (owner in ('user', 'company', 'all')),
  user_id text collate "C" references users (id) on delete cascade,
  company text,
  name text not null,
  url text not null,
  template text collate "C" not null,
  secret text collate "C" not null,
  failures integer not null default 0,
  paused_because text,
  last_at timestamptz,
  last_result text
);

-- One message on one way. Marked before it is sent (begun_at), so that none is sent twice after a crash.
create table watch_deliveries (
  id bigint generated always as identity primary key,
  way text collate "C" not null check (way in ('push', 'email', 'webhook', 'mqtt')),
  -- null: of a webhook or MQTT.
  user_id text collate "C" references users (id) on delete cascade,
  -- Set to null when the device is removed: what waits for it is given up.
  push_device_id bigint references push_devices (id) on delete set null,
  webhook_id bigint references webhooks (id) on delete cascade,
  -- Of the mail server, push service or webhook: few are sent to one at a time.
  host text collate "C" not null default '',
  -- The events of this message: one, or a digest.
  hit_ids bigint[] not null,
  -- Why it may contain several, and takes more until it is sent: many at once, quiet hours, or a digest. null = one event.
  gathers text collate "C" check (gathers in ('burst', 'quiet', 'hour', 'day')),
  is_emergency boolean not null default false,
  created_at timestamptz not null default now(),
  not_before timestamptz not null,
  -- Why it waits or failed.
  reason text,
  attempts integer not null default 0,
  begun_at timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz
);
create index watch_deliveries_due on watch_deliveries (is_emergency desc, not_before, id) where begun_at is null and given_up_at is null;
create index watch_deliveries_hits on watch_deliveries using gin (hit_ids);
create index watch_deliveries_user on watch_deliveries (user_id, not_before);
create index watch_deliveries_webhook on watch_deliveries (webhook_id, not_before) where webhook_id is not null;
create index watch_deliveries_device on watch_deliveries (push_device_id) where push_device_id is not null;
create index watch_deliveries_open on watch_deliveries (user_id) where gathers is not null and begun_at is null and given_up_at is null;

-- The key that signs push messages, created once: browsers subscribe to it. No list and no call reads the private part. One row.
create table push_keys (
  id boolean primary key default true check (id),
  public_key text collate "C" not null,
  private_key text collate "C" not null,
  created_at timestamptz not null default now()
);
