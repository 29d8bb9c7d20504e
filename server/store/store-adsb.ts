/**
 * Decoded Mode S frames into the database: what is there already is left out, the rest is copied in, all or nothing a batch.
 * Must not: read a receiver's format (receive/), or change a row.
 */
import { hash } from 'node:crypto';
import type { AdsbMessage } from '../../contract/entities.ts';
import { parseInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { adsbColumns } from './adsb-columns.ts';
import { copyLine } from './copy-text.ts';
import { dataVersion } from './data-version.ts';
import { dayOf, ensureDays } from './day-partitions.ts';
import { adsbTable } from './message-tables.ts';
import { inChunks, type Keyed, type StoredCount, takeKeys } from './new-rows.ts';

/** `originalSeconds` = the receiver's own epoch seconds when `row` was shifted in time; else those of the row. */
export type NewAdsb = {
  readonly row: AdsbMessage;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};
type KeyedAdsb = NewAdsb & Keyed;

const batchSize = 4000;
const fields = Object.keys(adsbColumns) as (keyof typeof adsbColumns)[];
const columnNames = [...fields.map((field) => adsbColumns[field].name), 'is_demo', 'stored_at'].join(', ');

/** As storeAcars: in batches, each in one transaction; resolves after the commit. @throws what the database says; earlier batches stay. */
export async function storeAdsb(db: Database, messages: readonly NewAdsb[]): Promise<StoredCount> {
  let stored = 0;
  for (let from = 0; from < messages.length; from += batchSize) {
    stored += await storeBatch(db, messages.slice(from, from + batchSize));
  }
  return { stored, duplicates: messages.length - stored };
}

async function storeBatch(db: Database, messages: readonly NewAdsb[]): Promise<number> {
  const byKey = new Map(messages.map((message) => keyed(message)).map((message) => [message.key, message]));
  const batch = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const nowMs = clock.now();
  await ensureDays(db, new Set(batch.map(({ day }) => day)), nowMs, adsbTable);
  const stored = await db.transaction(async (tx) => {
    const fresh = await takeKeys(tx, adsbTable, batch);
    const rows = [...fresh].sort((a, b) => seconds(a) - seconds(b));
    if (rows.length) await tx.copyIn(`copy adsb (${columnNames}) from stdin`, inChunks(copyLines(rows, nowMs)));
    return rows.length;
  });
  if (stored) dataVersion.bump();
  return stored;
}

const seconds = ({ row }: NewAdsb): number => row.timestamp ?? 0;

function keyed(message: NewAdsb): KeyedAdsb {
  const { row, originalSeconds } = message;
  const ms = parseInstant(row.adsbDateTime);
  if (ms === null) throw new Error(`not an instant: ${row.adsbDateTime}`);
  return { ...message, key: adsbKey(row, originalSeconds ?? row.timestamp), day: dayOf(ms) };
}

/**
 * 128 bits as a uuid text: the receiver, the original instant in whole microseconds, and all that the frame said. The time under which the
 * row is stored is left out: an import may shift it.
 */
export function adsbKey(row: AdsbMessage, originalSeconds: number | null): string {
  const instant = originalSeconds === null ? row.adsbDateTime : Math.round(originalSeconds * 1e6);
  const said = fields.map((field) => (field === 'adsbDateTime' || field === 'timestamp' ? null : row[field]));
  const hex = hash('md5', JSON.stringify([instant, said]), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function* copyLines(rows: readonly KeyedAdsb[], nowMs: number): Iterable<string> {
  const storedAt = new Date(nowMs).toISOString();
  for (const { row, isDemo } of rows) {
    yield copyLine([...fields.map((field) => columnValue(row, field)), isDemo === true, storedAt]);
  }
}

/** A station that sent no name is '' in the table (columns.ts, isBlankNull). */
function columnValue(row: AdsbMessage, field: keyof typeof adsbColumns): string | number | null {
  const value = row[field];
  return value === null && field === 'stationId' ? '' : value;
}
