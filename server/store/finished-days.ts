/**
 * What is done to days that are not written any more, or were written at once: trigrams of their texts, statistics and the map of what is visible.
 * Must not: change a message, or run inside a transaction that writes.
 */
import { clock } from '../clock.ts';
import { type Database, sqlState } from '../database/pool.ts';
import { dayMs, dayOf, partitionDays, partitionName } from './day-partitions.ts';
import { acarsTable, type MessageTable } from './message-tables.ts';

/** After midnight receivers may still send what they held back. */
const graceMs = 3_600_000;

/**
 * Trigram indexes for the texts of days that are over, where the database has pg_trgm. Message by message such an index costs more than all
 * others together; at once it is made in seconds. Meanwhile late messages of that day wait, readers do not. Resolves to the days that got one.
 */
export async function indexTextOfFinishedDays(
  db: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const trigrams = await db.query(`select 1 from pg_extension where extname = 'pg_trgm'`);
  if (trigrams.length === 0) return [];
  const today = dayOf(clock.now() - graceMs);
  const indexed = await indexNames(db);
  const done: string[] = [];
  for (const day of await partitionDays(db)) {
    if (day >= today || indexed.has(`${partitionName(day)}_text`)) continue;
    if (signal.aborted || !(await indexText(db, partitionName(day), signal))) break;
    done.push(day);
  }
  return done;
}

const canceled = '57014';

/** False when the signal came meanwhile: the server ends, and the next start does it. */
async function indexText(db: Database, table: string, signal: AbortSignal): Promise<boolean> {
  let cancel = (): void => {};
  try {
    await db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      cancel = () => void db.query('select pg_cancel_backend($1)', [own?.pid]).catch(() => {});
      signal.addEventListener('abort', cancel, { once: true });
      await tx.query(`create index if not exists ${table}_text on ${table} using gin (lower(text) gin_trgm_ops)`);
    });
    return true;
  } catch (error) {
    if (signal.aborted && sqlState(error) === canceled) return false;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function indexNames(db: Database): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_inherits h join pg_index i on i.indrelid = h.inhrelid
     where h.inhparent = 'acars'::regclass and i.indisvalid`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * After a bulk: the planner knows what these days hold, and counts need not look at each row. Autovacuum would do it, but minutes later.
 * Days without a partition of their own share the default one.
 */
export async function settleDays(
  db: Database,
  days: Iterable<string>,
  table: MessageTable = acarsTable,
): Promise<void> {
  const there = new Set(await partitionDays(db, table));
  const partitions = new Set(
    [...days].map((day) => (there.has(day) ? partitionName(day, table) : `${table.name}_default`)),
  );
  for (const partition of partitions) await db.query(`vacuum (analyze, skip_locked) ${partition}`);
}

/** The days from one instant to another, both in epoch ms. */
export function daysBetween(fromMs: number, toMs: number): string[] {
  const first = Date.parse(`${dayOf(fromMs)}T00:00:00Z`);
  return Array.from({ length: Math.max(0, Math.floor((toMs - first) / dayMs) + 1) }, (_, day) =>
    dayOf(first + day * dayMs),
  );
}
