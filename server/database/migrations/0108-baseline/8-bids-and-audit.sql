-- The overall bid (Glog): one current, up to one scheduled, and all past ones

create table overall_bids (
  id bigint generated always as identity primary key,
  bid_value double precision not null check (bid_value between 0 and 100),
  start_date date not null,
  -- As of the last change. On the day of a scheduled bid it counts as the current one, and the current one as past, without a write: readers
  -- go by the date (overall-bids.ts), the next change stores it.
  state text collate "C" not null check (state in ('current', 'scheduled', 'past')),
  created_at timestamptz not null,
  -- null = the account is closed
  created_by text collate "C" references users (id) on delete set null
);
-- BID-08: never two of either, whoever writes at the same moment.
create unique index overall_bids_standing on overall_bids (state) where state in ('current', 'scheduled');

-- Settings of the last start, so that the next one records what changed. Without secrets.

create table server_setting (
  name text collate "C" primary key,
  value text collate "C" not null
);

-- Audit trail. The database writes the entries of rows: whatever changes a row (a call, a command, the end of an account) is recorded in the
-- same transaction. `downlink.actor` names the caller. Without it the program or a command acts.

create table audit_entry (
  id bigint generated always as identity primary key,
  -- Whole seconds, as shown and filtered: the list up to now contains the entry of a moment ago.
  at timestamptz not null default date_trunc('second', now()),
  action text collate "C" not null,
  subject text collate "C" not null,
  -- of a user only, for erasure
  subject_user_id text collate "C",
  name text collate "C",
  details text collate "C",
  -- No references: an entry outlives the account. Null = the program, a command, or a visitor with an address.
  user_id text collate "C",
  user_name text collate "C",
  company text collate "C",
  address text collate "C"
);
create index audit_entry_at on audit_entry (at desc, id desc);

create function audit(action text, subject text, name text, details text, subject_user_id text default null)
returns void language sql as $$
  insert into audit_entry (action, subject, subject_user_id, name, details, user_id, user_name, company, address)
  select $1, $2, $5, left(nullif($3, ''), 300), left(nullif($4, ''), 4000), a ->> 'userId', a ->> 'userName', a ->> 'company', a ->> 'address'
  from (select nullif(current_setting('downlink.actor', true), '')::jsonb as a) actor
$$;

-- Entries of rows

create function audit_label(field text) returns text language sql immutable as $$
  select replace(regexp_replace(field, '(_user|_record)?_id$|_hash$', ''), '_', ' ')
$$;
-- A value as it is shown: texts in quotes, so that none looks like another change.
create function audit_value(field text, value jsonb) returns text language sql stable as $$
  select case
    when value is null or value = 'null' then 'none'
    when field = 'feeder_user_id' then coalesce((select to_json(user_name)::text from users where id = value #>> '{}'), value::text)
    when field = 'station_record_id' then coalesce((select station_id from stations where id = (value #>> '{}')::bigint), value::text)
    else value::text end
$$;

-- Arguments: subject, column of its name, recorded columns, columns recorded as changed only (secrets and personal data).
create function audit_row() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  becomes jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  one jsonb := coalesce(becomes, was);
  changes text;
begin
  -- The demo fills and removes its own rows.
  if coalesce(current_setting('downlink.actor', true), '') = '' and (one ->> 'is_demo')::boolean then
    return null;
  end if;
  select string_agg(change, ', ') into changes from (
    select case
      when tg_op = 'UPDATE' then
        format('%s: %s → %s', audit_label(field), audit_value(field, was -> field), audit_value(field, becomes -> field))
      else format('%s: %s', audit_label(field), audit_value(field, one -> field)) end as change
    from unnest(string_to_array(tg_argv[2], ' ')) with ordinality as shown (field, place)
    where case when tg_op = 'UPDATE' then was -> field is distinct from becomes -> field else one -> field <> 'null' end
    union all
    select format('%s: changed', audit_label(field)) from unnest(string_to_array(tg_argv[3], ' ')) as hidden (field)
    where tg_op = 'UPDATE' and was -> field is distinct from becomes -> field
  ) all_changes;
  if tg_op = 'UPDATE' and changes is null then
    return null;
  end if;
  perform audit(
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_argv[0], one ->> tg_argv[1], changes, case when tg_table_name = 'users' then one ->> 'id' end
  );
  return null;
end $$;

create trigger audit after insert or update or delete on users for each row
  execute function audit_row('user', 'user_name', 'user_name role company terms email_confirmed', 'name surname email phone_number password_hash');
create trigger audit after insert or update or delete on stations for each row execute function audit_row(
  'station', 'station_id', 'station_id latitude longitude location_since city country address feeder_user_id feeder_since description notifies_feeder', '');
create trigger audit after insert or update or delete on overall_bids for each row
  execute function audit_row('bid', 'start_date', 'bid_value start_date state', '');
create trigger audit after insert or update or delete on station_keys for each row
  execute function audit_row('station key', 'prefix', 'station_record_id name revoked_at', 'key_hash');
create trigger audit after insert or update or delete on station_receiver_names for each row
  execute function audit_row('receiver name', 'receiver_name', 'receiver_name station_record_id', '');
create trigger audit after insert or update or delete on receiver_source for each row
  execute function audit_row('receiver', 'host', 'kind host port path station is_enabled', '');
create trigger audit after insert or update or delete on server_setting for each row execute function audit_row('setting', 'name', 'value', '');

-- The trail is append-only for the program. Three exceptions, each of which may do its own change and nothing else: retention names its days,
-- erasure the user (erase_audit), and the removal of a secret replaces it by a character (purge_audit).

create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  purged text := nullif(current_setting('downlink.audit_purges', true), '');
begin
  if tg_op = 'DELETE' and old.at < now() - make_interval(days => nullif(current_setting('downlink.audit_days', true), '')::int) then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('downlink.audit_erases', true) <> ''
      and (new.id, new.at, new.action, new.subject, new.address) is not distinct from (old.id, old.at, old.action, old.subject, old.address) then
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old)
      || jsonb_build_object('name', replace(old.name, purged, '…'), 'details', replace(old.details, purged, '…')) then
    return new;
  end if;
  raise exception 'The audit trail is append-only.' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_entry for each row execute function refuse_audit_change();
create trigger append_only_whole before truncate on audit_entry for each statement execute function refuse_audit_change();

-- C94: removes a person from the entries. What happened, when and from where stays.
create function erase_audit(person_id text, person_name text) returns void language plpgsql as $$
begin
  perform set_config('downlink.audit_erases', person_id, true);
  update audit_entry set
    user_name = case when user_id = person_id then 'erased' else user_name end,
    name = case when subject_user_id = person_id or (subject = 'login' and name = person_name) then 'erased' else name end,
    details = case when subject_user_id = person_id then null else replace(details, to_json(person_name)::text, '"erased"') end
  where user_id = person_id or subject_user_id = person_id or (subject = 'login' and name = person_name)
    or strpos(details, to_json(person_name)::text) > 0;
  perform set_config('downlink.audit_erases', '', true);
end $$;

-- Removes a secret that reached the trail. The caller adds an entry about it.
create function purge_audit(secret text) returns void language plpgsql as $$
begin
  perform set_config('downlink.audit_purges', secret, true);
  update audit_entry set name = replace(name, secret, '…'), details = replace(details, secret, '…')
  where strpos(coalesce(name, ''), secret) > 0 or strpos(coalesce(details, ''), secret) > 0;
  perform set_config('downlink.audit_purges', '', true);
end $$;
