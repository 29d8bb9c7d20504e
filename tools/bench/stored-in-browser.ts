/** Browser part of stored.mjs. */
import { Dexie, type Table } from 'dexie';
import { acarsFilters } from '../../contract/calls/messages.ts';
import { acarsMessage } from '../../contract/entities/messages.ts';
import { type Airport, airport } from '../../contract/entities/reference.ts';
import { readStoredPages } from '../../src/offline/offline-response.ts';
import { writeRowsText } from '../../src/offline/rows-text.ts';
import { isWholeRecord, numbersOf, textsOf, writeWhole } from '../../src/offline/whole-record.ts';
import { medians } from './median.mjs';

type Row = { readonly id: string };
/** `read` and `readRows` return the number of rows. */
type Kind = {
  readonly write: (rows: readonly Row[]) => unknown;
  readonly read: (stored: unknown) => number;
  readonly readRows: (rows: readonly Row[]) => number;
};
type Given = {
  readonly kind: keyof typeof kinds;
  readonly rows: readonly Row[];
  readonly rounds: number;
  readonly readsPerRound: number;
};

const acarsPage: Kind = {
  write: writeRowsText,
  read: (text) => readStoredPages({ entity: acarsMessage, filters: acarsFilters }, [text as string]).rows.length,
  readRows: (rows) => rows.length,
};

/** MAP-17: the fields of an airport that the map uses. */
const [numbers, texts] = [
  ['latitudeDeg', 'longitudeDeg'] as const,
  ['airportName', 'city', 'airportICAO', 'airportIata', 'airportType'] as const,
];
const shortest = (columns: readonly { readonly length: number }[]): number =>
  Math.min(...columns.map((column) => column.length));
const airports: Kind = {
  write: (rows) => writeWhole(airport, rows as unknown as Airport[]),
  read: (record) =>
    isWholeRecord(record)
      ? shortest([...numbers.map((name) => numbersOf(record, name)), ...texts.map((name) => textsOf(record, name))])
      : 0,
  readRows: (given) => {
    const rows = given as unknown as Airport[];
    return shortest([
      ...numbers.map((name) => Float64Array.from(rows, (row) => row[name])),
      ...texts.map((name) => rows.map((row) => row[name])),
    ]);
  },
};
const kinds = { page: acarsPage, airports };

/** Milliseconds of one read, medians. */
export async function compare(given: Given): Promise<{ ours: number; rowWise: number }> {
  const { write, read, readRows } = kinds[given.kind];
  const database = new Dexie('bench');
  database.version(1).stores({ bodies: 'id', rows: 'id' });
  await database.open();
  const bodies = database.table('bodies') as Table<{ id: string; body: unknown }, string>;
  const single = database.table('rows') as Table<Row, string>;
  await bodies.put({ id: given.kind, body: write(given.rows) });
  await single.bulkPut([...given.rows]);
  const timed = (work: () => Promise<number>) => async (): Promise<number> => {
    const started = performance.now();
    for (let at = 0; at < given.readsPerRound; at++)
      if ((await work()) !== given.rows.length) throw new Error('rows are missing');
    return (performance.now() - started) / given.readsPerRound;
  };
  const times = await medians(
    {
      ours: timed(async () => read((await bodies.get(given.kind))?.body)),
      rowWise: timed(async () => readRows(await single.toArray())),
    },
    given.rounds,
  );
  database.close();
  return times;
}
