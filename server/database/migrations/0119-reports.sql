-- Reports by email (decision 46). A row is marked before its email is sent: none is sent twice.
create table report_mails (
  user_id text collate "C" not null references users (id) on delete cascade,
  period text collate "C" not null check (period in ('day', 'week')),
  tails text[] not null,
  -- Begin of the period of the next email.
  next_day date not null,
  primary key (user_id, period)
);
create index report_mails_due on report_mails (next_day);
