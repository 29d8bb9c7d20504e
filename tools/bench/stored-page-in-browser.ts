/**
 * Runs in the browser of tools/bench/stored-page.mjs: fills both stores, reads them in turn.
 * Must not: be part of the product.
 */
import { Dexie, type Table } from 'dexie';
import { acarsFilters } from '../../contract/calls/messages.ts';
import { acarsMessage } from '../../contract/entities/messages.ts';
import { readHeld } from '../../src/offline/offline-answer.ts';
import { writeRowsText } from '../../src/offline/rows-text.ts';

type Row = Record<string, unknown> & { id: string };

/** A full row of the raw list, as the server sends it. */
function row(index: number): Row {
  return {
    id: String(1_000_000 - index),
    acarsDateTime: new Date(1_790_000_000_000 - index * 7000).toISOString().replace('.000', ''),
    tail: `N${index % 400}UA`,
    flight: `UA${index % 999}`,
    text: `POSN34420W108077,SJN,144906,350,ABQ,145732,MIRME,M52,24831,2004F9${index}`,
    aggregatedText: null,
    aggregationStatus: 'skipped',
    freq: 131.55,
    timestamp: 1_790_000_000 - index * 7 + 0.25,
    stationId: 'CS-KABQ-ACARS',
    channel: index % 8,
    level: -9.6 - (index % 20),
    error: 0,
    mode: '2',
    label: 'H1',
    blockId: '4',
    ack: null,
    msgno: `M${index % 100}A`,
    end: true,
    alt: 35_000,
    dsta: 'KABQ',
    icao: 'A0F1BB',
    isOnground: false,
    isResponse: false,
    lat: 34.7,
    lon: -108.128,
    toAddr: '10902A',
    type: 'VDLM2',
    consensusStatus: null,
    consensusResult: null,
  };
}

export async function compare(size: {
  rows: number;
  rounds: number;
  readsPerRound: number;
}): Promise<{ ours: number[]; rowWise: number[] }> {
  const rows = Array.from({ length: size.rows }, (_, index) => row(index));
  const database = new Dexie('bench');
  database.version(1).stores({ pages: 'id', rows: 'id' });
  await database.open();
  const pages = database.table('pages') as Table<{ id: string; text: string }, string>;
  const single = database.table('rows') as Table<Row, string>;
  await pages.put({ id: 'page', text: writeRowsText(rows) });
  await single.bulkPut(rows);
  const list = { entity: acarsMessage, filters: acarsFilters };

  const readPage = async (): Promise<number> => {
    const record = await pages.get('page');
    return readHeld(list, record ? [record.text] : []).rows.length;
  };
  const readRows = async (): Promise<number> => (await single.toArray()).length;
  const timed = async (read: () => Promise<number>): Promise<number> => {
    const started = performance.now();
    for (let at = 0; at < size.readsPerRound; at++)
      if ((await read()) !== size.rows) throw new Error('rows are missing');
    return (performance.now() - started) / size.readsPerRound;
  };
  const ours: number[] = [];
  const rowWise: number[] = [];
  await timed(readPage);
  await timed(readRows);
  for (let round = 0; round < size.rounds; round++) {
    ours.push(await timed(readPage));
    rowWise.push(await timed(readRows));
  }
  database.close();
  await Dexie.delete('bench');
  return { ours, rowWise };
}
