-- C94: whoever leaves is no account any more; the basic record stays for seven years in an archive that no list and no log-in reads.
create table closed_accounts (
  -- that of the account
  id text collate "C" primary key,
  user_name text collate "C" not null,
  name text not null,
  surname text not null,
  email text not null,
  company text,
  role text not null,
  closed_at timestamptz not null,
  -- then the record is taken away
  purge_after timestamptz not null
);
create index closed_accounts_purge on closed_accounts (purge_after);

insert into closed_accounts (id, user_name, name, surname, email, company, role, closed_at, purge_after)
select id, user_name, name, surname, email, company, role, closed_at, coalesce(purge_after, closed_at + interval '7 years')
from users where closed_at is not null and not is_demo;
delete from users where closed_at is not null;
drop index users_name;
create unique index users_name on users (lower(user_name));
alter table users drop column closed_at, drop column purge_after;

-- C38b: the aircraft of a company, found without reading all aircraft.
create index aircraft_operator on aircraft (lower(operator_name)) where operator_name is not null;
