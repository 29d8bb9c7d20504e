/** Writes missing status records and frame sizes of the demo and drops old ones. Idempotent, touches only rows marked `is_demo`. */
import type { Database, Transaction } from '../database/pool.ts';
import { dayMs } from '../messages/day-partitions.ts';
import { frameSizeRecords, type RecordKind, statusRecords, storeRecords } from '../stations/station-records.ts';
import { historyMs } from './density.ts';
import { demoFrameSizes, demoStatuses } from './station-health.ts';

const sources = [
  { kind: statusRecords as RecordKind, rowsOf: demoStatuses },
  { kind: frameSizeRecords as RecordKind, rowsOf: demoFrameSizes },
] as const;

/** Records created from `fromMs` until before `toMs`. */
export async function writeHealth(db: Database, fromMs: number, toMs: number): Promise<void> {
  for (const { kind, rowsOf } of sources) {
    const rows = rowsOf(fromMs, toMs);
    if (rows.length === 0 || (await countBetween(db, kind, fromMs, toMs)) >= rows.length) continue;
    await storeRecords(
      db,
      kind,
      rows.map((row) => ({ row, isDemo: true })),
    );
  }
}

async function countBetween(db: Database, { table }: RecordKind, fromMs: number, toMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from ${table} where is_demo and created_on >= $1 and created_on < $2`,
    [new Date(fromMs), new Date(toMs)],
  );
  return row?.count ?? 0;
}

/** Days of the demo's history, newest first, as epoch ms. */
export const healthDays = (nowMs: number): number[] =>
  Array.from({ length: historyMs / dayMs }, (_, day) => nowMs - (day + 1) * dayMs);

export async function dropOldHealth(db: Database, nowMs: number): Promise<void> {
  for (const { kind } of sources)
    await db.query(`delete from ${kind.table} where is_demo and created_on < $1`, [new Date(nowMs - historyMs)]);
}

export async function removeHealth(tx: Transaction): Promise<void> {
  for (const { kind } of sources) await tx.query(`delete from ${kind.table} where is_demo`);
}
