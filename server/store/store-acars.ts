/**
 * ACARS messages into the database: what is there already is left out, the rest is assembled (assemble-batch.ts) and copied in, all or nothing
 * a batch. Must not: read JSON of a receiver (receive/), or change what a receiver sent.
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { Assembled } from '../assembly/assemble.ts';
import type { Database } from '../database/pool.ts';
import { type AssembledRow, assembleBatch } from './assemble-batch.ts';
import { acarsColumns } from './columns.ts';
import { copyLine } from './copy-text.ts';
import { messageKey } from './message-key.ts';
import { acarsTable } from './message-tables.ts';
import { inChunks, type Keyed, type StoredCount } from './new-rows.ts';
import { messageTypeOf } from './statistics/count-receptions.ts';
import { dayOfInstant, type Storing, storeInBatches } from './store-batches.ts';

/** `originalSeconds` = the receiver's own epoch seconds when `row` was shifted in time; else those of the row. */
export type NewAcars = {
  readonly row: AcarsMessage;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};
type KeyedAcars = NewAcars & Keyed;

const fields = Object.keys(acarsColumns) as (keyof typeof acarsColumns)[];
const isAssembled = (field: string): field is keyof Assembled =>
  field === 'aggregatedText' ||
  field === 'aggregationStatus' ||
  field === 'consensusStatus' ||
  field === 'consensusResult';
/** With their places among the columns. */
const madeFields = [...fields.entries()].flatMap(([at, field]) => (isAssembled(field) ? [[at, field] as const] : []));
const sentFields = [...fields.entries()].filter(([, field]) => !isAssembled(field));
const stationAt = fields.indexOf('stationId');
const ownColumns = ['assembly_key', 'receiver_status', 'is_demo', 'stored_at'];
const columnNames = [...fields.map((field) => acarsColumns[field].name), ...ownColumns].join(', ');

const storing: Storing<NewAcars, KeyedAcars> = {
  table: acarsTable,
  columns: acarsColumns,
  keyed: ({ row, originalSeconds, isDemo = false }) => ({
    row,
    isDemo,
    key: messageKey(row, originalSeconds ?? row.timestamp),
    day: dayOfInstant(row.acarsDateTime),
  }),
  write: async (tx, rows, nowMs) => {
    const assembled = await assembleBatch(
      tx,
      rows.map(({ row }) => row),
    );
    await tx.copyIn(`copy acars (${columnNames}) from stdin`, inChunks(copyLines(rows, assembled, nowMs)));
  },
  received: ({ row, isDemo }) => ({
    receiver: row.stationId ?? '',
    at: row.acarsDateTime,
    messageType: messageTypeOf(row.type),
    lat: row.lat,
    lon: row.lon,
    isDemo: isDemo === true,
  }),
};

/** As storeInBatches. Writers in parallel: keys are taken in their order, then those of assembly in theirs. */
export const storeAcars = (db: Database, messages: readonly NewAcars[]): Promise<StoredCount> =>
  storeInBatches(db, storing, messages);

type AssembledRows = ReadonlyMap<AcarsMessage, AssembledRow>;

/** Plain loops and one list for all rows: this runs thirty times for each of thousands of messages, which came nearly in order. */
function* copyLines(rows: readonly KeyedAcars[], assembled: AssembledRows, nowMs: number): Iterable<string> {
  const storedAt = new Date(nowMs).toISOString();
  const ordered = [...rows].sort((a, b) => (a.row.timestamp ?? 0) - (b.row.timestamp ?? 0));
  const values: (string | number | boolean | null)[] = [];
  for (const { row, isDemo } of ordered) {
    const made = assembled.get(row);
    for (const [at, field] of sentFields) values[at] = row[field];
    for (const [at, field] of madeFields) values[at] = made ? made.fields[field] : row[field];
    // A station that sent no name is '' in the table (columns.ts, isBlankNull).
    values[stationAt] = row.stationId ?? '';
    values[fields.length] = made?.key ?? null;
    values[fields.length + 1] = row.aggregationStatus;
    values[fields.length + 2] = isDemo === true;
    values[fields.length + 3] = storedAt;
    yield copyLine(values);
  }
}
