/**
 * The day partitions of the message tables: which there are, and making those that are missing.
 * Must not: drop anything (retention.ts does).
 */
import type { Database } from '../database/pool.ts';
import { sqlState } from '../database/pool.ts';

export const dayMs = 86_400_000;
/** A day this far back still gets a partition of its own; older recordings share the default partition. */
const oldestPartitionDays = 400;

/** `YYYY-MM-DD` of an epoch ms, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days whose partition this process has seen; retention forgets those that it drops. */
const known = new WeakMap<Database, Set<string>>();
const knownDays = (db: Database): Set<string> => {
  const days = known.get(db) ?? new Set<string>();
  known.set(db, days);
  return days;
};
export const forgetDay = (db: Database, day: string): void => void knownDays(db).delete(day);

/** Days that have a partition, oldest first. */
export async function partitionDays(db: Database): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'acars'::regclass and c.relname ~ '^acars_\\d{8}$' order by 1`,
  );
  return rows.map(({ name }) => `${name.slice(6, 10)}-${name.slice(10, 12)}-${name.slice(12, 14)}`);
}

export const partitionName = (day: string): string => `acars_${day.replaceAll('-', '')}`;

/**
 * Sees to it that these days have partitions. Each is made in a transaction of its own and before rows are written: making one locks the
 * table, and a writer that held rows meanwhile could deadlock with another. A day that cannot be made (too old, or rows of it are in the
 * default partition already) is left to the default partition: nothing is lost, it is only slower.
 */
export async function ensureDays(db: Database, days: Iterable<string>, nowMs: number): Promise<void> {
  const seen = knownDays(db);
  const oldest = dayOf(nowMs - oldestPartitionDays * dayMs);
  for (const day of [...new Set(days)].sort()) {
    if (seen.has(day) || day < oldest) continue;
    await makeDay(db, day);
    seen.add(day);
  }
}

async function makeDay(db: Database, day: string): Promise<void> {
  const next = dayOf(Date.parse(`${day}T00:00:00Z`) + dayMs);
  try {
    await db.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('acars day partitions'))`);
      await tx.query(
        `create table if not exists ${partitionName(day)} partition of acars
         for values from ('${day} 00:00:00+00') to ('${next} 00:00:00+00')`,
      );
    });
  } catch (error) {
    // 23514: the default partition holds rows of that day. 42P17: another partition covers it.
    const state = sqlState(error);
    if (state !== '23514' && state !== '42P17') throw error;
  }
}
