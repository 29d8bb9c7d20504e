/** Stores ACARS messages: joins blocks and receptions (assemble-batch.ts), and copies the rows. `store-batches.ts` skips duplicates. */
import { decoderVersion, type Meaning } from '../../contract/entities/meaning.ts';
import { type AcarsMessage, acarsMessage } from '../../contract/entities/messages.ts';
import { copyLine } from '../query/columns.ts';
import { acarsTable } from '../query/message-tables.ts';
import { messageTypeOf } from '../statistics/count-receptions.ts';
import { acarsColumns } from './acars-columns.ts';
import { type AssembledRow, assembleBatch } from './assemble-batch.ts';
import type { Assembled } from './assembly/assemble.ts';
import type { OtherReception } from './assembly/one-burst.ts';
import { writeLastTails } from './last-tails.ts';
import { meanings, textToDecode } from './meanings/meanings.ts';
import type { StorableMeaning } from './meanings/storable-meaning.ts';
import { messageKey } from './message-key.ts';
import type { Messages, StoredAcars } from './messages.ts';
import { dayOfInstant, inChunks, type Keyed, type StoredCount, type Storing, storeInBatches } from './store-batches.ts';
import { type FaultMessage, reportsFaults, storeFaults } from './store-faults.ts';

/** `originalSeconds` = the receiver's epoch seconds if `row` was shifted in time, otherwise those of the row. */
export type NewAcars = {
  readonly row: AcarsMessage;
  /** What the columns lack, as JSON text (decision 7). */
  readonly extra?: string | null;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};
type KeyedAcars = NewAcars & Keyed;

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
const ownColumns = [
  ...['assembly_key', 'receiver_status', 'is_demo', 'stored_at', 'extra'],
  ...['meaning', 'meaning_kind', 'decode_level', 'decoder_version'],
];
const columnNames = [...fields.map((field) => acarsColumns[field].name), ...ownColumns].join(', ');

/** Decoding of rows as received, by row: it runs while the database finds duplicates and other blocks. */
const begun = new WeakMap<AcarsMessage, { readonly reading: ReturnType<typeof meanings.read>; readonly at: number }>();

function beginReading(received: readonly NewAcars[]): void {
  const fresh = received.filter(({ row }) => !begun.has(row) && isProbablyWhole(row));
  const reading = meanings.read(fresh.map(({ row, extra = null }) => ({ ...decodable(row), extra })));
  for (const [at, { row }] of fresh.entries()) begun.set(row, { reading, at });
}

const decodable = ({ label, text, blockId, msgno, acarsDateTime, lat, lon }: AcarsMessage) => ({
  label,
  text,
  blockId,
  msgno,
  acarsDateTime,
  lat,
  lon,
});

/** Blocks of longer messages are read with the others, once these are known. */
const isProbablyWhole = ({ end, msgno }: AcarsMessage): boolean =>
  end !== true && (msgno === null || msgno.length !== 4 || msgno.endsWith('A'));

type Read = ReadonlyMap<AcarsMessage, StorableMeaning>;
/** What the rows say with the text of all blocks. Without an entry: could not be decoded. */
async function readRows(rows: readonly KeyedAcars[], assembled: AssembledRows): Promise<Read> {
  const others = rows.flatMap(({ row, extra = null }) => {
    const text = textToDecode(row.text, assembled.get(row)?.fields);
    return text === row.text && begun.has(row)
      ? []
      : [{ row, message: { ...decodable(row), ...(text === row.text ? {} : { text, msgno: null }), extra } }];
  });
  const read = new Map<AcarsMessage, StorableMeaning>();
  const isOther = new Set(others.map(({ row }) => row));
  const ofOthers = meanings.read(others.map(({ message }) => message));
  let reading: unknown;
  let found: Awaited<ReturnType<typeof meanings.read>> = [];
  for (const { row } of rows) {
    const own = isOther.has(row) ? undefined : begun.get(row);
    if (!own) continue;
    if (reading !== own.reading) {
      reading = own.reading;
      found = await own.reading;
    }
    const meaning = found[own.at];
    if (meaning) read.set(row, meaning);
  }
  const readOthers = await ofOthers;
  for (const [at, { row }] of others.entries()) {
    const meaning = readOthers[at];
    if (meaning) read.set(row, meaning);
  }
  return read;
}

const storing: Storing<NewAcars, KeyedAcars> = {
  table: acarsTable,
  columns: acarsColumns,
  begin: beginReading,
  keyed: ({ row, extra = null, originalSeconds, isDemo = false }) => ({
    row,
    extra,
    isDemo,
    key: messageKey(row, originalSeconds ?? row.timestamp, extra),
    day: dayOfInstant(row.acarsDateTime),
  }),
  write: async (tx, rows, nowMs, { hooks }) => {
    const assembled = await assembleBatch(
      tx,
      rows.map(({ row }) => row),
    );
    const kept = rows.length === assembled.size ? rows : rows.filter(({ row }) => assembled.has(row));
    const read = await readRows(kept, assembled);
    await tx.copyIn(`copy acars (${columnNames}) from stdin`, inChunks(copyLines(kept, assembled, read, nowMs)));
    await storeFaults(tx, faultsIn(kept, assembled, read));
    await hooks.onAcars?.(
      tx,
      kept.map((one) => storedOf(one, assembled, read)),
      nowMs,
    );
    return kept.filter(({ row }) => assembled.get(row)?.isNew !== false);
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

/** As storeInBatches. Concurrent writers take keys in order, then those of assembly in order. */
export const storeAcars = (messages: Messages, received: readonly NewAcars[]): Promise<StoredCount> =>
  storeInBatches(messages, storing, received);

function storedOf({ row, extra = null, key }: KeyedAcars, assembled: AssembledRows, read: Read): StoredAcars {
  const made = assembled.get(row);
  return {
    ...{ row, extra, key, text: textToDecode(row.text, made?.fields) },
    ...{ meaning: read.get(row), assemblyKey: made?.key ?? null },
  };
}

/** Blocks of one message are one report. */
function faultsIn(rows: readonly KeyedAcars[], assembled: AssembledRows, read: Read): FaultMessage[] {
  const found = new Map<unknown, FaultMessage>();
  for (const { row } of rows) {
    const json = read.get(row)?.json;
    const { key, fields: joined } = assembled.get(row) ?? { key: null, fields: null };
    const status = joined?.aggregationStatus ?? null;
    if (!reportsFaults(json, status)) continue;
    const name = status === 'complete' && key !== null ? `${key} ${row.stationId}` : row;
    if (found.has(name)) continue;
    const { tail, icao, flight, stationId, acarsDateTime: at } = row;
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

type AssembledRows = ReadonlyMap<AcarsMessage, AssembledRow>;

/** Plain loops and one list for all rows: this runs thirty times per message, for thousands of nearly sorted messages. */
function* copyLines(
  rows: readonly KeyedAcars[],
  assembled: AssembledRows,
  read: Read,
  nowMs: number,
): Iterable<string> {
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
    values[fields.length + 4] = result?.others ? withReceptions(extra, result.others) : (extra ?? null);
    const meaning = read.get(row);
    values[fields.length + 5] = meaning?.json ?? null;
    values[fields.length + 6] = meaning?.kind ?? null;
    values[fields.length + 7] = meaning?.level ?? null;
    values[fields.length + 8] = meaning ? decoderVersion : null;
    yield copyLine(values);
  }
}
