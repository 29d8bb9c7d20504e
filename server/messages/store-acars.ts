/** Stores ACARS messages: skips duplicates, assembles (assemble-batch.ts), copies. All or nothing per batch. */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { copyLine } from '../query/copy-text.ts';
import { acarsTable } from '../query/message-tables.ts';
import { messageTypeOf } from '../statistics/count-receptions.ts';
import { acarsColumns } from './acars-columns.ts';
import { type AssembledRow, assembleBatch } from './assemble-batch.ts';
import type { Assembled } from './assembly/assemble.ts';
import { writeLastTails } from './last-tails.ts';
import { messageKey } from './message-key.ts';
import type { Messages } from './messages.ts';
import { inChunks, type Keyed, type StoredCount } from './new-rows.ts';
import { dayOfInstant, type Storing, storeInBatches } from './store-batches.ts';

/** `originalSeconds` = the receiver's epoch seconds if `row` was shifted in time, otherwise those of the row. */
export type NewAcars = {
  readonly row: AcarsMessage;
  /** What the columns lack, as JSON text (decision 61). */
  readonly extra?: string | null;
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
/** With their column positions, as `receivedFields`. */
const assembledFields = [...fields.entries()].flatMap(([at, field]) =>
  isAssembled(field) ? [[at, field] as const] : [],
);
const receivedFields = [...fields.entries()].filter(([, field]) => !isAssembled(field));
const stationAt = fields.indexOf('stationId');
const ownColumns = ['assembly_key', 'receiver_status', 'is_demo', 'stored_at', 'extra'];
const columnNames = [...fields.map((field) => acarsColumns[field].name), ...ownColumns].join(', ');

const storing: Storing<NewAcars, KeyedAcars> = {
  table: acarsTable,
  columns: acarsColumns,
  keyed: ({ row, extra = null, originalSeconds, isDemo = false }) => ({
    row,
    extra,
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
  note: (tx, memory, rows, nowMs) => writeLastTails(tx, memory.tails, rows, nowMs),
};

/** As storeInBatches. Concurrent writers take keys in order, then those of assembly in order. */
export const storeAcars = (messages: Messages, received: readonly NewAcars[]): Promise<StoredCount> =>
  storeInBatches(messages, storing, received);

type AssembledRows = ReadonlyMap<AcarsMessage, AssembledRow>;

/** Plain loops and one list for all rows: this runs thirty times per message, for thousands of nearly sorted messages. */
function* copyLines(rows: readonly KeyedAcars[], assembled: AssembledRows, nowMs: number): Iterable<string> {
  const storedAt = new Date(nowMs).toISOString();
  const ordered = [...rows].sort((a, b) => (a.row.timestamp ?? 0) - (b.row.timestamp ?? 0));
  const values: (string | number | boolean | null)[] = [];
  for (const { row, extra, isDemo } of ordered) {
    const result = assembled.get(row);
    for (const [at, field] of receivedFields) values[at] = row[field];
    for (const [at, field] of assembledFields) values[at] = result ? result.fields[field] : row[field];
    // A missing station name is '' in the table (columns.ts, isBlankNull).
    values[stationAt] = row.stationId ?? '';
    values[fields.length] = result?.key ?? null;
    values[fields.length + 1] = row.aggregationStatus;
    values[fields.length + 2] = isDemo === true;
    values[fields.length + 3] = storedAt;
    values[fields.length + 4] = extra ?? null;
    yield copyLine(values);
  }
}
