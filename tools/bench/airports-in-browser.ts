/**
 * Runs in the browser of tools/bench/airports.mjs: fills both stores, reads them in turn.
 * Must not: be part of the product.
 */
import { Dexie, type Table } from 'dexie';
import { type Airport, airport } from '../../contract/entities/reference.ts';
import { isWholeRecord, numbersOf, textsOf, type WholeRecord, writeWhole } from '../../src/offline/whole-record.ts';

type Row = Airport & { id: string };

/** MAP-17: what a map needs of an airport; columns are what it hands to the graphics card. */
function fromRecord(record: WholeRecord): number {
  const [lat, lon] = [numbersOf(record, 'latitudeDeg'), numbersOf(record, 'longitudeDeg')];
  const texts = ['airportName', 'city', 'airportICAO', 'airportIata', 'airportType'].map((field) =>
    textsOf(record, field),
  );
  return Math.min(lat.length, lon.length, ...texts.map((column) => column.length));
}
function fromRows(rows: readonly Row[]): number {
  const lat = Float64Array.from(rows, (row) => row.latitudeDeg);
  const lon = Float64Array.from(rows, (row) => row.longitudeDeg);
  const texts = (['airportName', 'city', 'airportICAO', 'airportIata', 'airportType'] as const).map((field) =>
    rows.map((row) => row[field]),
  );
  return Math.min(lat.length, lon.length, ...texts.map((column) => column.length));
}

export async function compare(size: {
  airports: Row[];
  rounds: number;
  readsPerRound: number;
}): Promise<{ ours: number[]; rowWise: number[] }> {
  const database = new Dexie('bench-airports');
  database.version(1).stores({ wholes: 'id', rows: 'id' });
  await database.open();
  const wholes = database.table('wholes') as Table<{ id: string; record: WholeRecord }, string>;
  const single = database.table('rows') as Table<Row, string>;
  await wholes.put({ id: 'airports', record: writeWhole(airport, size.airports) });
  await single.bulkPut(size.airports);

  const readWhole = async (): Promise<number> => {
    const held = await wholes.get('airports');
    return isWholeRecord(held?.record) ? fromRecord(held.record) : 0;
  };
  const readRows = async (): Promise<number> => fromRows(await single.toArray());
  const timed = async (read: () => Promise<number>): Promise<number> => {
    const started = performance.now();
    for (let at = 0; at < size.readsPerRound; at++)
      if ((await read()) !== size.airports.length) throw new Error('airports are missing');
    return (performance.now() - started) / size.readsPerRound;
  };
  const ours: number[] = [];
  const rowWise: number[] = [];
  await timed(readWhole);
  await timed(readRows);
  for (let round = 0; round < size.rounds; round++) {
    ours.push(await timed(readWhole));
    rowWise.push(await timed(readRows));
  }
  database.close();
  await Dexie.delete('bench-airports');
  return { ours, rowWise };
}
