-- Rules in the memory of each server (decision 45): they are read again when this number differs.
create table watch_rules_version (
  version bigint not null
);
insert into watch_rules_version values (1);

create function note_rules_changed() returns trigger language plpgsql as $$
begin
  update watch_rules_version set version = version + 1;
  return null;
end
$$;
create trigger rules_changed after insert or update or delete or truncate on watch_rules
  for each statement execute function note_rules_changed();
create trigger audit after insert or update or delete on watch_rules for each row
  execute function audit_row('rule', 'name', 'name owner company is_enabled paused_because', 'body');

-- Hits of a rule in the last hour, and in the last days.
create index watch_hits_rule on watch_hits (rule_id, stored_at);
