-- Aircraft that match a rule about live positions (decision 45): one event from its begin until it was not seen for ten minutes, for every
-- server and after a restart.
create table watch_live (
  rule_id bigint not null references watch_rules (id) on delete cascade,
  icao text collate "C" not null,
  -- Squawk or emergency state. '' = the aircraft is in an area.
  what text collate "C" not null,
  -- Of its begin.
  since timestamptz not null,
  flight text,
  seen_at timestamptz not null,
  primary key (rule_id, icao, what)
);
create index watch_live_seen on watch_live (seen_at);

-- Feeders who have got the rule about their stations: one who removed it does not get it again.
create table feeder_rules (
  user_id text collate "C" primary key references users (id) on delete cascade
);
-- The demo fills and removes its own rows, without entries in the audit trail.
alter table watch_rules add is_demo boolean not null default false;

-- A rule of a user ends with the account.
create function end_rules_of_user() returns trigger language plpgsql as $$
begin
  delete from watch_rules where owner = 'user' and user_id = old.id;
  return old;
end
$$;
create trigger rules_end before delete on users for each row execute function end_rules_of_user();

-- C94: removes the name of a person from what was done about notices, rules and faults. What was done, and when, stays.
create function erase_name(person_name text) returns void language plpgsql as $$
begin
  update watch_hits set taken_by = case when taken_by = person_name then 'erased' else taken_by end,
    done_by = case when done_by = person_name then 'erased' else done_by end
  where taken_by = person_name or done_by = person_name;
  update watch_history set done_by = 'erased' where done_by = person_name;
  update watch_rules set written_by = 'erased' where written_by = person_name;
  update fault_states set set_by = 'erased' where set_by = person_name;
end
$$;
