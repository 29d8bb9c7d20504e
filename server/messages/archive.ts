/**
 * The archive (decision 30): its setting, its size, and the moves of finished days beyond retention into columnar tables. Each step is one transaction:
 * first the day leaves its table under a short lock, as if it were dropped, then its rows are copied without one.
 */
import { dayMs } from '../../contract/durations.ts';
import { wholeNumber } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { acarsTable, adsbTable, type MessageTable, messageTables } from '../query/message-tables.ts';
import { acarsColumns } from './acars-columns.ts';
import { adsbColumns } from './adsb-columns.ts';
import { dayOf, partitionName } from './day-partitions.ts';
import type { TimeWindow } from './window-estimates.ts';

/** Columnar tables are those of the extension citus_columnar, part of Citus. */
async function hasColumnar(db: Query): Promise<boolean> {
  return (await db.query(`select 1 from pg_am where amname = 'columnar'`)).length > 0;
}

const leavingName = (table: MessageTable, day: string): string => `${table.name}_leaving_${day.replaceAll('-', '')}`;
const archiveName = (table: MessageTable, day: string): string => partitionName(day, { name: table.archive });

/** The day is no part of its table any more. The caller has locked both. False while an earlier move of the same day waits for its copy. */
export async function leaveTable(tx: Transaction, table: MessageTable, day: string): Promise<boolean> {
  if ((await leavingDays(tx, table)).includes(day)) return false;
  await tx.query(`alter table ${table.name} detach partition ${partitionName(day, table)}`);
  await tx.query(`alter table ${partitionName(day, table)} rename to ${leavingName(table, day)}`);
  return true;
}

/** Copies the days that have left their tables, also those of a server that ended in between. */
export async function finishMoves(db: Database): Promise<void> {
  for (const table of messageTables) for (const day of await leavingDays(db, table)) await finishMove(db, table, day);
}

async function finishMove(db: Database, table: MessageTable, day: string): Promise<void> {
  const leaving = leavingName(table, day);
  await db.transaction(async (tx) => {
    await takeTurn(tx);
    // Another server was faster.
    if (!(await leavingDays(tx, table)).includes(day)) return;
    await copyDay(tx, table, day, leaving);
    await tx.query(`drop table ${leaving}`);
  });
}

const takeTurn = async (tx: Transaction): Promise<void> => {
  await tx.query(`set local statement_timeout = 0`);
  await tx.query(`select pg_advisory_xact_lock(hashtext('archive of messages'))`);
};

/** Rows of a day without a partition, before the caller deletes them. */
export async function archiveRows(tx: Transaction, table: MessageTable, day: string): Promise<void> {
  await takeTurn(tx);
  await copyDay(tx, table, day, `${table.name}_default`);
}

/** Rows of a recording that was imported again may be in the archive already. Rows of the demo are removable, those of the archive are not. */
async function copyDay(tx: Transaction, table: MessageTable, day: string, from: string): Promise<void> {
  const { name, time } = table;
  const next = dayOf(Date.parse(`${day}T00:00:00Z`) + dayMs);
  const isOfDay = `m.${time} >= '${day} 00:00:00+00' and m.${time} < '${next} 00:00:00+00' and not m.is_demo`;
  // A day without messages leaves nothing behind.
  if ((await tx.query(`select 1 from ${from} m where ${isOfDay} limit 1`)).length === 0) return;
  await placeArchive(tx, table);
  // A restored day on its way must not stop retention where no columnar tables are.
  const method = (await hasColumnar(tx)) ? 'using columnar' : '';
  const known = await tx.query('select 1 from archive_day where table_name = $1 and day = $2', [name, day]);
  await tx.query(
    `create table if not exists ${archiveName(table, day)} partition of ${table.archive}
     for values from ('${day} 00:00:00+00') to ('${next} 00:00:00+00') ${method}`,
  );
  const isKnown = `exists (select from ${archiveName(table, day)} k
    where k.station_id = m.station_id and k.${time} = m.${time} and ${contentSql(table, 'k')} = ${contentSql(table, 'm')})`;
  const [ids] = await tx.query<{ first: string; last: string }>(
    `select min(m.id)::text as first, max(m.id)::text as last from ${from} m where ${isOfDay}`,
  );
  const rows = await tx.write(
    `insert into ${archiveName(table, day)} select m.* from ${from} m where ${isOfDay}
     ${known.length > 0 ? `and not ${isKnown}` : ''}`,
  );
  // Unknown ids of a day stay unknown.
  await tx.query(
    `insert into archive_day (table_name, day, row_count, first_id, last_id) values ($1, $2, $3, $4, $5)
     on conflict (table_name, day) do update set row_count = archive_day.row_count + excluded.row_count,
       first_id = case when archive_day.first_id is not null then least(archive_day.first_id, excluded.first_id) end,
       last_id = case when archive_day.last_id is not null then greatest(archive_day.last_id, excluded.last_id) end`,
    [name, day, rows, ids?.first, ids?.last],
  );
}

/** What identifies a message besides receiver and time: as the keys of duplicates (message-key.ts). */
const contentOf: Readonly<Record<MessageTable['name'], readonly string[]>> = {
  acars: (['timestamp', 'freq', 'tail', 'flight', 'label', 'blockId', 'msgno', 'text'] as const).map(
    (field) => acarsColumns[field].name,
  ),
  adsb: Object.values(adsbColumns).map(({ name }) => name),
};
const contentSql = ({ name }: MessageTable, alias: string): string =>
  `row(${contentOf[name].map((column) => `${alias}.${column}`).join(', ')})::text`;

/** Where messages are distributed, their archive is, too: next to them. Empty until now. */
async function placeArchive(tx: Transaction, { name, archive }: MessageTable): Promise<void> {
  const [row] = await tx.query<{ found: boolean }>('select messages_are_distributed() as found');
  if (!row?.found) return;
  const placed = await tx.query(`select 1 from pg_dist_partition where logicalrelid = '${archive}'::regclass`);
  if (placed.length === 0)
    await tx.query(`select create_distributed_table('${archive}', 'station_id', colocate_with := '${name}')`);
}

/** Days between their table and the archive, oldest first. */
async function leavingDays(db: Query, { name }: MessageTable): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select to_char(to_date(right(relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '^${name}_leaving_\\d{8}$' order by 1`,
  );
  return rows.map(({ day }) => day);
}

/** Drops days before this one. Resolves to them. */
export async function clearArchive(db: Database, retainedFrom: string): Promise<string[]> {
  const days = await archivedDays(db, retainedFrom);
  for (const day of days) await dropArchived(db, day);
  return days;
}

/** Of any table, before this day, oldest first. */
export async function archivedDays(db: Query, end: string): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select distinct to_char(day, 'YYYY-MM-DD') as day from archive_day where day < $1::date order by 1`,
    [end],
  );
  return rows.map(({ day }) => day);
}

/** A day of the archive, of each table. Resolves to whether there was one. */
export async function dropArchived(db: Database, day: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const gone = await tx.write('delete from archive_day where day = $1', [day]);
    for (const table of [acarsTable, adsbTable]) await tx.query(`drop table if exists ${archiveName(table, day)}`);
    return gone > 0;
  });
}

// ---- What the archive contains (decision 30).

/** `first`, `last` = of the whole archive, null = it is empty. The rest is of the window. */
type ArchiveSize = {
  readonly first: string | null;
  readonly last: string | null;
  readonly days: number;
  readonly rows: number;
  readonly bytes: number;
};

/** Whole days: the least that a list of this window reads. */
export async function archiveSize(db: Query, table: MessageTable, window: TimeWindow): Promise<ArchiveSize> {
  const [row] = await db.query<ArchiveSize>(
    `with sizes as materialized (select partition_name, total_bytes from partition_sizes($2)),
     archived as (select a.day, a.row_count, total_bytes, ($3::date is null or a.day >= $3) and ($4::date is null or a.day <= $4) as is_asked
       from archive_day a left join sizes on partition_name = $5 || to_char(a.day, '_YYYYMMDD') where a.table_name = $1)
     select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last,
       count(*) filter (where is_asked)::float8 as days, coalesce(sum(row_count) filter (where is_asked), 0)::float8 as rows,
       coalesce(sum(total_bytes) filter (where is_asked), 0)::float8 as bytes from archived`,
    [table.name, [table.archive], dayAt(window.from), dayAt(window.to), table.archive],
  );
  return row ?? { first: null, last: null, days: 0, rows: 0, bytes: 0 };
}

const dayAt = (ms: number | undefined): string | null => (ms === undefined ? null : dayOf(ms));

// ---- Setting of the archive, and what it needs (decision 30).

/** Days that messages stay in the archive after RETENTION_DAYS. 0 = no archive. @throws StartupError */
export function readArchiveDays(env: NodeJS.ProcessEnv, retentionDays: number): number {
  const days = wholeNumber(env, 'ARCHIVE_DAYS', 0, 0, 36_500);
  if (days > 0 && retentionDays === 0)
    throw new StartupError(
      'ARCHIVE_DAYS keeps messages beyond RETENTION_DAYS, which is 0: all messages stay. Set RETENTION_DAYS, or remove ARCHIVE_DAYS.',
    );
  return days;
}

/** @throws StartupError where the archive is on and the database has no columnar tables */
export async function refuseArchive(db: Query, archiveDays: number): Promise<void> {
  if (archiveDays === 0 || (await hasColumnar(db))) return;
  throw new StartupError(
    'ARCHIVE_DAYS needs columnar tables, which this database does not have. Nothing was changed.\n' +
      'Use a database with Citus (DATABASE_URL) and run in it:  create extension citus_columnar\n' +
      'Or remove ARCHIVE_DAYS.',
  );
}
