import { expect, test } from 'vitest';
import { importReferenceFile } from '../../server/reference/import/import-file.ts';
import { databaseForFile } from './fresh-database.ts';

const fixture = databaseForFile();
const header =
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,Operator,AirlineCode,SerialNumber,YearBuilt';
/** Aircraft with the addresses from `first` on. */
async function* fleet(first: number, count: number, serial: string): AsyncGenerator<Uint8Array> {
  const rows = Array.from({ length: count }, (_, i) => {
    const address = (first + i).toString(16).toUpperCase().padStart(6, '0');
    return `${address},N${first + i}X,A320,,,Airbus A320,Somebody,,${serial},2001`;
  });
  yield Buffer.from(`${[header, ...rows].join('\n')}\n`);
}
const indexes = () =>
  fixture.db.query(
    `select indexrelid::regclass::text as name, indisvalid, indisunique, pg_get_indexdef(indexrelid) as sql
     from pg_index where indrelid = 'aircraft'::regclass order by 1`,
  );

test('the first import of many aircraft, previewed or not, leaves the indexes unchanged, and finds its rows again', async () => {
  const before = await indexes();
  expect(before.length).toBeGreaterThan(3);
  const preview = await importReferenceFile(fixture.db, fleet(0x100000, 20_000, 'one'), { isPreview: true });
  expect([preview.added, preview.changed]).toEqual([20_000, 0]);
  expect(await fixture.db.query('select count(*) as n from aircraft')).toEqual([{ n: 0 }]);
  const first = await importReferenceFile(fixture.db, fleet(0x100000, 20_000, 'one'));
  expect([first.added, first.changed]).toEqual([20_000, 0]);
  expect(await indexes()).toEqual(before);
  const second = await importReferenceFile(fixture.db, fleet(0x100000, 20_100, 'two'));
  expect([second.added, second.changed, second.same]).toEqual([100, 20_000, 0]);
  expect(await indexes()).toEqual(before);
});
