-- The import of the browser (docs/decisions/0107): any server takes the next part, and another one continues when its server dies.
create unlogged table import_job (
  one_row boolean primary key default true check (one_row),
  id text not null,
  file_name text not null,
  size bigint not null,
  started_by text not null,
  started_at timestamptz not null,
  phase text not null,
  received bigint not null default 0,
  -- Read in the running phase.
  bytes bigint not null default 0,
  rows bigint not null default 0,
  options jsonb,
  -- Without the rejected rows, which are read on demand.
  checked jsonb,
  rejected jsonb,
  why text,
  -- Number of the server that works on it. null = none does.
  server integer,
  is_ending boolean not null default false,
  -- Written rows may exist although it failed or continued: its server died while it wrote.
  is_continued boolean not null default false,
  changed_at timestamptz not null
);
create unlogged table import_part (
  import text not null,
  at bigint not null,
  bytes bytea not null,
  primary key (import, at)
);
-- Files are compressed already, or are read once.
alter table import_part alter column bytes set storage external;
