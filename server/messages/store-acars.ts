/** Stores ACARS messages: joins blocks and receptions (assemble-batch.ts), and copies the rows. `store-batches.ts` skips duplicates. */
import { decoderVersion, type Meaning } from '../../contract/entities/meaning.ts';
import { type AcarsMessage, acarsMessage } from '../../contract/entities/messages.ts';
import type { Transaction } from '../database/pool.ts';
import { type CopyType, type CopyValue, inBinary } from '../query/copy-rows.ts';
import { acarsTable } from '../query/message-tables.ts';
import { messageTypeOf } from '../statistics/count-receptions.ts';
import { acarsColumns } from './acars-columns.ts';
import { type AssembledRow, assembleBatch } from './assemble-batch.ts';
import type { Assembled } from './assembly/assemble.ts';
import type { OtherReception } from './assembly/one-burst.ts';
import { writeLastTails } from './last-tails.ts';
import { type Decodable, meanings, textToDecode } from './meanings/meanings.ts';
import type { StorableMeaning } from './meanings/storable-meaning.ts';
import { messageKey } from './message-key.ts';
import type { MessageMemory, Messages, StoredAcars } from './messages.ts';
import { dayOfInstant, type Keyed, type StoredCount, type Storing, storeInBatches } from './store-batches.ts';
import { type FaultMessage, reportsFaults, storeFaults } from './store-faults.ts';

/** `originalSeconds` = the receiver's epoch seconds if `row` was shifted in time, otherwise those of the row. */
export type NewAcars = {
  readonly row: AcarsMessage;
  /** What the columns lack, as JSON text (decision 7). */
  readonly extra?: string | null;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};
/** `at` = its place in the batch as received. */
type KeyedAcars = NewAcars & Keyed & { readonly at: number };

const fields = Object.keys(acarsMessage) as (keyof AcarsMessage)[];
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
const ownColumns: Readonly<Record<string, CopyType>> = {
  assembly_key: 'bigint',
  receiver_status: 'text',
  is_demo: 'flag',
  stored_at: 'instant',
  extra: 'json',
  meaning: 'json',
  meaning_kind: 'text',
  decode_level: 'text',
  decoder_version: 'integer',
};
const columnNames = [...fields.map((field) => acarsColumns[field].name), ...Object.keys(ownColumns)].join(', ');
const columnTypes = [...fields.map((field) => acarsColumns[field].type as CopyType), ...Object.values(ownColumns)];

/** Decoding of rows as received: it runs while the database finds duplicates and other blocks. */
type OnAcars = MessageMemory['hooks']['onAcars'];
type Begun = {
  readonly reading: ReturnType<typeof meanings.read>;
  /** By the place in the batch: the place in `reading`. -1 = not begun. */
  readonly places: Int32Array;
};

function beginReading(received: readonly NewAcars[]): Begun {
  const places = new Int32Array(received.length).fill(-1);
  const fresh: Decodable[] = [];
  for (const [at, one] of received.entries()) {
    if (!isProbablyWhole(one.row)) continue;
    places[at] = fresh.length;
    fresh.push(decodable(one));
  }
  return { reading: meanings.read(fresh), places };
}

/** `joined` = the text of all blocks. A literal: properties that are added to a copied object cost a microsecond each. */
function decodable({ row, extra = null }: NewAcars, joined: string | null = row.text): Decodable {
  const { label, text, blockId, msgno, acarsDateTime, lat, lon } = row;
  const number = joined === text ? msgno : null;
  return { label, text: joined, blockId, msgno: number, acarsDateTime, lat, lon, extra };
}

/** Blocks of longer messages are read with the others, once these are known. */
const isProbablyWhole = ({ end, msgno }: AcarsMessage): boolean =>
  end !== true && (msgno === null || msgno.length !== 4 || msgno.endsWith('A'));

/** What is written of a row. `meaning` undefined = could not be decoded. */
type Written = { readonly one: KeyedAcars; readonly made: AssembledRow; meaning: StorableMeaning | undefined };

/** Adds what the rows say with the text of all blocks. */
async function readRows(written: readonly Written[], begun: Begun): Promise<void> {
  const others: { readonly to: Written; readonly message: Decodable }[] = [];
  const own: Written[] = [];
  for (const to of written) {
    const { one, made } = to;
    const text = textToDecode(one.row.text, made.fields);
    if (text === one.row.text && (begun.places[one.at] ?? -1) >= 0) own.push(to);
    else others.push({ to, message: decodable(one, text) });
  }
  const ofOthers = meanings.read(others.map(({ message }) => message));
  const found = await begun.reading;
  for (const to of own) to.meaning = found[begun.places[to.one.at] ?? -1] ?? undefined;
  const readOthers = await ofOthers;
  for (const [at, { to }] of others.entries()) to.meaning = readOthers[at] ?? undefined;
}

const storing: Storing<NewAcars, KeyedAcars> = {
  table: acarsTable,
  columns: acarsColumns,
  keyed: ({ row, extra = null, originalSeconds, isDemo = false }, at) => ({
    row,
    at,
    extra,
    isDemo,
    key: messageKey(row, originalSeconds ?? row.timestamp, extra),
    day: dayOfInstant(row.acarsDateTime),
  }),
  begin: (received) => {
    const begun = beginReading(received);
    return (tx, rows, nowMs, { hooks }) => writeRows(tx, rows, { begun, nowMs, onAcars: hooks.onAcars });
  },
  received: ({ row, isDemo }) => ({
    receiver: row.stationId ?? '',
    at: row.acarsDateTime,
    messageType: messageTypeOf(row.type),
    lat: row.lat,
    lon: row.lon,
    isDemo: isDemo === true,
  }),
  note: async (tx, { tails, hooks }, rows, nowMs) => {
    const remember = await writeLastTails(tx, tails, rows, nowMs);
    return () => {
      remember();
      hooks.onStored?.(rows.map(({ row }) => row));
    };
  },
};

async function writeRows(
  tx: Transaction,
  rows: readonly KeyedAcars[],
  { begun, nowMs, onAcars }: { readonly begun: Begun; readonly nowMs: number; readonly onAcars: OnAcars },
): Promise<readonly KeyedAcars[]> {
  const assembled = await assembleBatch(
    tx,
    rows.map(({ row }) => row),
  );
  const written: Written[] = [];
  for (const one of rows) {
    const made = assembled.get(one.row);
    if (made) written.push({ one, made, meaning: undefined });
  }
  await readRows(written, begun);
  await tx.copyIn(
    `copy acars (${columnNames}) from stdin (format binary)`,
    inBinary(columnTypes, values(written, nowMs)),
  );
  await storeFaults(tx, faultsIn(written));
  await onAcars?.(tx, written.map(storedOf), nowMs);
  return written.filter(({ made }) => made.isNew !== false).map(({ one }) => one);
}

/** As storeInBatches. Concurrent writers take keys in order, then those of assembly in order. */
export const storeAcars = (messages: Messages, received: readonly NewAcars[]): Promise<StoredCount> =>
  storeInBatches(messages, storing, received);

function storedOf({ one: { row, extra = null, key }, made, meaning }: Written): StoredAcars {
  return { row, extra, key, text: textToDecode(row.text, made.fields), meaning, assemblyKey: made.key };
}

/** Blocks of one message are one report. */
function faultsIn(written: readonly Written[]): FaultMessage[] {
  const found = new Map<unknown, FaultMessage>();
  for (const { one, made, meaning } of written) {
    const json = meaning?.json;
    const status = made.fields.aggregationStatus;
    if (!reportsFaults(json, status)) continue;
    const { tail, icao, flight, stationId, acarsDateTime: at } = one.row;
    const name = status === 'complete' && made.key !== null ? `${made.key} ${stationId}` : one;
    if (found.has(name)) continue;
    found.set(name, {
      messageId: null,
      tail,
      icao,
      flight,
      at,
      stationId,
      meaning: JSON.parse(json) as Meaning,
    });
  }
  return [...found.values()];
}

function withReceptions(extra: string | null | undefined, receptions: readonly OtherReception[]): string {
  return JSON.stringify({ ...(extra ? JSON.parse(extra) : {}), receptions });
}

/** Plain loops and one list for all rows: this runs thirty times per message, for thousands of nearly sorted messages. */
function* values(written: readonly Written[], nowMs: number): Iterable<readonly CopyValue[]> {
  const ordered = [...written].sort((a, b) => (a.one.row.timestamp ?? 0) - (b.one.row.timestamp ?? 0));
  const values: CopyValue[] = [];
  for (const { one, made, meaning } of ordered) {
    const { row, extra = null, isDemo } = one;
    for (const [at, field] of receivedFields) values[at] = row[field];
    for (const [at, field] of assembledFields) values[at] = made.fields[field];
    // A missing station name is '' in the table (columns.ts, isBlankNull).
    values[stationAt] = row.stationId ?? '';
    values[fields.length] = made.key;
    values[fields.length + 1] = row.aggregationStatus;
    values[fields.length + 2] = isDemo === true;
    values[fields.length + 3] = nowMs;
    values[fields.length + 4] = made.others ? withReceptions(extra, made.others) : extra;
    values[fields.length + 5] = meaning?.json ?? null;
    values[fields.length + 6] = meaning?.kind ?? null;
    values[fields.length + 7] = meaning?.level ?? null;
    values[fields.length + 8] = meaning ? decoderVersion : null;
    yield values;
  }
}
