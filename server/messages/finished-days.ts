/**
 * Maintenance of finished or imported days: indexes that are too expensive per message, statistics, visibility map.
 * Never inside a transaction that writes.
 */
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../base/clock.ts';
import { type Database, sqlState } from '../database/pool.ts';
import { acarsTable, type MessageTable, messageTables } from '../query/message-tables.ts';
import { dayOf, partitionDays, partitionName, unlessDropped } from './day-partitions.ts';

/** After midnight receivers may still send buffered messages. */
const graceMs = 3_600_000;

/** By table, with the suffix of their names. For lookups over long windows, too. */
const lookUpIndexes: Readonly<Record<MessageTable['name'], Readonly<Record<string, string>>>> = {
  acars: {
    station: '(lower(station_id), acars_date_time, id)',
    tail: '(lower(tail), acars_date_time, id) where tail is not null',
    flight: '(lower(flight), acars_date_time, id) where flight is not null',
    icao: '(lower(icao), acars_date_time, id) where icao is not null',
  },
  adsb: {
    // With the name, so that counts of a station need not read rows.
    station: '(lower(station_id), adsb_date_time, id) include (station_id)',
    address: '(address, adsb_date_time, id) where address is not null',
    icao: '(icao, adsb_date_time, id) where icao is not null',
  },
};
const trigramIndexes: Readonly<Record<string, string>> = { text: 'using gin (lower(text) gin_trgm_ops)' };

/**
 * Indexes of finished days: aircraft, flight, station, and words of texts if the database has pg_trgm. Per message they
 * cost more than all others together, at once they take seconds. Late messages of that day wait for it, readers do not.
 * Resolves to the days that got one.
 */
export async function indexFinishedDays(
  db: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const trigrams = await db.query(`select 1 from pg_extension where extname = 'pg_trgm'`);
  const done = new Set<string>();
  for (const table of messageTables) {
    const hasTexts = table === acarsTable && trigrams.length > 0;
    const indexes = { ...lookUpIndexes[table.name], ...(hasTexts ? trigramIndexes : {}) };
    for (const day of await makeIndexes(db, table, indexes, await partitionDays(db, table), signal)) done.add(day);
  }
  return [...done].sort();
}

async function makeIndexes(
  db: Database,
  table: MessageTable,
  indexes: Readonly<Record<string, string>>,
  days: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const today = dayOf(clock.now() - graceMs);
  const there = await indexNames(db, table);
  const done = new Set<string>();
  for (const day of days) {
    if (day >= today) continue;
    for (const [ending, definition] of Object.entries(indexes)) {
      const partition = partitionName(day, table);
      if (there.has(`${partition}_${ending}`)) continue;
      const make = () => makeIndex(db, partition, ending, definition, signal);
      const isMade = signal.aborted ? false : await unlessDropped(db, { table, day }, make);
      if (isMade === false) return [...done];
      if (isMade) done.add(day);
    }
  }
  return [...done];
}

const canceled = '57014';

/** False if aborted by the signal: the next start does it. The lock is for a concurrent import. */
async function makeIndex(
  db: Database,
  partition: string,
  ending: string,
  definition: string,
  signal: AbortSignal,
): Promise<boolean> {
  let cancel = (): void => {};
  try {
    await db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      cancel = () => void db.query('select pg_cancel_backend($1::int)', [own?.pid]).catch(() => {});
      signal.addEventListener('abort', cancel, { once: true });
      await tx.query(`set local statement_timeout = 0`);
      await tx.query(`select pg_advisory_xact_lock(hashtext('indexes of finished days'))`);
      await tx.query(`create index if not exists ${partition}_${ending} on ${partition} ${definition}`);
    });
    return true;
  } catch (error) {
    if (signal.aborted && sqlState(error) === canceled) return false;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function indexNames(db: Database, table: MessageTable): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_inherits h join pg_index i on i.indrelid = h.inhrelid
     where h.inhparent = '${table.name}'::regclass and i.indisvalid`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * After a bulk write: finished days of these get their lookup indexes, statistics and visibility map. Otherwise the server would
 * do it within the hour, autovacuum minutes later. Days without a partition share the default one.
 */
export async function settleDays(
  db: Database,
  days: Iterable<string>,
  table: MessageTable = acarsTable,
): Promise<void> {
  const requestedDays = [...new Set(days)];
  const there = new Set(await partitionDays(db, table));
  const own = requestedDays.filter((day) => there.has(day));
  await makeIndexes(db, table, lookUpIndexes[table.name], own, new AbortController().signal);
  const vacuum = (partition: string) => db.query(`vacuum (analyze, skip_locked) ${partition}`);
  for (const day of own) await unlessDropped(db, { table, day }, () => vacuum(partitionName(day, table)));
  if (own.length < requestedDays.length) await vacuum(`${table.name}_default`);
}

/** Days from one instant to another, both in epoch ms. */
export function daysBetween(fromMs: number, toMs: number): string[] {
  const first = Date.parse(`${dayOf(fromMs)}T00:00:00Z`);
  return Array.from({ length: Math.max(0, Math.floor((toMs - first) / dayMs) + 1) }, (_, day) =>
    dayOf(first + day * dayMs),
  );
}
