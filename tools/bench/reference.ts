/**
 * Import of 100,000 aircraft from a Virtual Radar file against a bare COPY of the same rows, on the same PostgreSQL.
 * Bare = parsed rows as COPY text into a table with only a primary key. The database must be durable and the baseline must write the log.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '../../server/database/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { inChunks } from '../../server/messages/new-rows.ts';
import { copyLine } from '../../server/query/copy-text.ts';
import { importReferenceFile } from '../../server/reference/import/import-file.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { typeDesignators } from '../../server/reference/type-designators.ts';
import { medians } from './median.mjs';

const rounds = 5;
const rows = 100_000;
const header =
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt';
const airlines = ['DLH Lufthansa', 'ROT Tarom', 'UAL United Airlines', 'BAW British Airways', 'THY Turkish Airlines'];

export async function measure(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-reference-'));
  const launched = await launchPostgres(folder, () => {});
  const db = openMessages(openDatabase(launched.place, { max: 2 }));
  try {
    await migrate(db);
    await loadReferenceData(db);
    await db.query(
      'create table floor (like aircraft including defaults including identity, primary key (aircraft_id))',
    );
    return [await compare(db)];
  } finally {
    await db.close();
    await launched.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(db: Messages): Promise<object> {
  const fleet = Array.from({ length: rows }, (_, index) => aircraftOf(index));
  const file = Buffer.from([header, ...fleet.map(({ line }) => line), ''].join('\n'));
  const perSecond = async (table: string, work: () => Promise<unknown>): Promise<number> => {
    await db.query(`truncate ${table}`);
    await db.query('checkpoint');
    const started = performance.now();
    await work();
    return rows / ((performance.now() - started) / 1000);
  };
  const ours = async (): Promise<void> => {
    const { added } = await importReferenceFile(db, inPieces(file));
    if (added !== rows) throw new Error(`${added} of ${rows} were new`);
  };
  const columns =
    'registration, mode_s, type_code, aircraft_type, serial_number, operator_name, operator_icao, manufacture_date, source';
  const bare = (): Promise<number> =>
    db.transaction((tx) =>
      tx.copyIn(`copy floor (${columns}) from stdin`, inChunks(fleet.map(({ values }) => copyLine(values)))),
    );
  const { mine, floor } = await medians(
    { mine: () => perSecond('aircraft', ours), floor: () => perSecond('floor', bare) },
    rounds,
  );
  return {
    name: `importing ${rows.toLocaleString('en')} aircraft, against a bare COPY of them`,
    value: mine / floor,
    limit: 0.3,
    atLeast: true,
    detail: `${mine.toFixed(0)} against ${floor.toFixed(0)} rows a second, medians of ${rounds} interleaved rounds`,
  };
}

function aircraftOf(index: number): { line: string; values: (string | null)[] } {
  const type = typeDesignators[index % typeDesignators.length] ?? { code: 'A320', name: 'Airbus A320' };
  const [code = '', ...words] = (airlines[index % airlines.length] ?? '').split(' ');
  const operator = words.join(' ');
  const modeS = (0xa00001 + index).toString(16).toUpperCase();
  const registration = `N${index}X`;
  const year = String(1990 + (index % 35));
  const serial = String(10_000 + index);
  return {
    line: [modeS, registration, type.code, '', '', type.name, '0', operator, code, serial, year].join(','),
    values: [registration, modeS, type.code, type.name, serial, operator, code, `${year}-01-01`, 'import'],
  };
}

async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
}
