/**
 * ACARS messages into the database: what is there already is left out, the rest is assembled (assemble-batch.ts) and copied in, all or nothing
 * a batch. Must not: read JSON of a receiver (receive/), or change what a receiver sent.
 */
import type { AcarsMessage } from '../../contract/entities.ts';
import { parseInstant } from '../../contract/params.ts';
import type { Assembled } from '../assembly/assemble.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { type AssembledRow, assembleBatch } from './assemble-batch.ts';
import { acarsColumns } from './columns.ts';
import { copyLine } from './copy-text.ts';
import { dataVersion } from './data-version.ts';
import { dayOf, ensureDays } from './day-partitions.ts';
import { messageKey } from './message-key.ts';
import { acarsTable } from './message-tables.ts';
import { inChunks, type Keyed, type StoredCount, takeKeys } from './new-rows.ts';

/** `originalSeconds` = the receiver's own epoch seconds when `row` was shifted in time; else those of the row. */
export type NewAcars = {
  readonly row: AcarsMessage;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};
type KeyedAcars = NewAcars & Keyed;

/** A batch has a fixed cost (commit, look-ups), so larger is faster; its writer holds locks meanwhile, so not larger. */
export const batchSize = 4000;
const fields = Object.keys(acarsColumns) as (keyof typeof acarsColumns)[];
const ownColumns = ['assembly_key', 'receiver_status', 'is_demo', 'stored_at'];
const columnNames = [...fields.map((field) => acarsColumns[field].name), ...ownColumns].join(', ');

/**
 * Stores in batches of up to 4,000, each in one transaction; resolves after the commit. Writers in parallel never wait in a circle: keys are
 * taken in their order, then those of assembly in theirs. @throws what the database says; batches before it stay stored.
 */
export async function storeAcars(db: Database, messages: readonly NewAcars[]): Promise<StoredCount> {
  let stored = 0;
  for (let from = 0; from < messages.length; from += batchSize) {
    stored += await storeBatch(db, batchOf(messages.slice(from, from + batchSize)));
  }
  return { stored, duplicates: messages.length - stored };
}

/** Each message once, in the order in which they came. */
function batchOf(messages: readonly NewAcars[]): KeyedAcars[] {
  const byKey = new Map<string, KeyedAcars>();
  for (const message of messages) {
    const one = keyed(message);
    byKey.set(one.key, one);
  }
  return [...byKey.values()];
}

async function storeBatch(db: Database, batch: readonly KeyedAcars[]): Promise<number> {
  const nowMs = clock.now();
  await ensureDays(db, new Set(batch.map(({ day }) => day)), nowMs);
  const stored = await db.transaction(async (tx) => {
    const rows = await takeKeys(tx, acarsTable, batch);
    if (rows.length === 0) return 0;
    const assembled = await assembleBatch(
      tx,
      rows.map(({ row }) => row),
    );
    await tx.copyIn(`copy acars (${columnNames}) from stdin`, inChunks(copyLines(rows, assembled, nowMs)));
    return rows.length;
  });
  if (stored) dataVersion.bump();
  return stored;
}

function keyed({ row, originalSeconds, isDemo = false }: NewAcars): KeyedAcars {
  return { row, isDemo, key: messageKey(row, originalSeconds ?? row.timestamp), day: dayOfInstant(row.acarsDateTime) };
}

/** Messages of a batch mostly have the same few days, and looking at each instant costs as much as the rest of the key. */
const days = new Map<string, string>();
function dayOfInstant(instant: string): string {
  const written = instant.slice(0, 10);
  const known = days.get(written);
  if (known !== undefined) return known;
  const ms = parseInstant(instant);
  if (ms === null) throw new Error(`not an instant: ${instant}`);
  if (days.size > 100) days.clear();
  days.set(written, dayOf(ms));
  return dayOf(ms);
}

type AssembledRows = ReadonlyMap<AcarsMessage, AssembledRow>;

/** Plain loops and one list for all rows: this runs thirty times for each of thousands of messages, which came nearly in order. */
function* copyLines(rows: readonly KeyedAcars[], assembled: AssembledRows, nowMs: number): Iterable<string> {
  const storedAt = new Date(nowMs).toISOString();
  const ordered = [...rows].sort((a, b) => (a.row.timestamp ?? 0) - (b.row.timestamp ?? 0));
  const values: (string | number | boolean | null)[] = [];
  for (const { row, isDemo } of ordered) {
    const made = assembled.get(row);
    values.length = 0;
    for (const field of fields) values.push(columnValue(row, made?.fields, field));
    values.push(made?.key ?? null, row.aggregationStatus, isDemo === true, storedAt);
    yield copyLine(values);
  }
}

/** A station that sent no name is '' in the table (columns.ts, isBlankNull). */
function columnValue(row: AcarsMessage, made: Assembled | undefined, field: keyof typeof acarsColumns) {
  if (field === 'stationId') return row.stationId ?? '';
  return made && isAssembled(field) ? made[field] : row[field];
}

const isAssembled = (field: string): field is keyof Assembled =>
  field === 'aggregatedText' ||
  field === 'aggregationStatus' ||
  field === 'consensusStatus' ||
  field === 'consensusResult';
