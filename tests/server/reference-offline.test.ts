/**
 * Lists of reference data: SQL and device give the same rows in the same order to the same question.
 * Must not: test what a filter means (airlines-aircraft.test.ts and reference.test.ts do).
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { type FilterParam, paramOf } from '../../contract/filters.ts';
import { type Sort, sortFlags } from '../../contract/order.ts';
import type { Database } from '../../server/database/pool.ts';
import { packageCountries } from '../../server/reference/packages.ts';
import { aircraftPage } from '../../server/store/aircraft.ts';
import { airlinePage } from '../../server/store/airlines.ts';
import { airportPage } from '../../server/store/airports.ts';
import type { ReferencePage } from '../../server/store/reference-page.ts';
import { countryNames } from '../../src/offline/country-names.ts';
import { answerOffline, type StoredRow } from '../../src/offline/offline-answer.ts';
import { databaseForFile } from './fresh-database.ts';

const held = databaseForFile();

// ---- values that are near each other, so that random questions meet random rows

const word = fc
  .array(fc.constantFrom('a', 'A', 'b', 'B', 'é', 'É', '%', '_', '\\', "'", ' x'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
const day = fc
  .integer({ min: 0, max: 40 })
  .map((days) => new Date(Date.UTC(2004, 1, 10 + days)).toISOString().slice(0, 10));
const small = fc.integer({ min: -3, max: 3 });
const country = fc.constantFrom('NA', 'NE', 'CI', 'GB', 'XX');
const or = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const sample = <T>(value: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(value, { numRuns, seed: 5 });

beforeAll(async () => {
  const { db } = held;
  await db.query('insert into countries (code, country_name) select * from unnest($1::text[], $2::text[])', [
    packageCountries().map(({ code }) => code),
    packageCountries().map(({ name }) => name),
  ]);
  for (const [name, iata, icao, fleet] of sample(fc.tuple(word, or(word), or(word), fc.nat(3)), 60))
    await db.query(`insert into airlines (airline_name, iata, icao, fleet, source) values ($1, $2, $3, $4, 'import')`, [
      name,
      iata,
      icao,
      fleet,
    ]);
  const texts = fc.tuple(word, or(word), or(word), or(word), or(word), or(word), or(word), or(day), fc.nat(80));
  for (const [at, [registration, ...rest]] of sample(texts, 150).entries())
    await db.query(
      `insert into aircraft (registration, type_code, aircraft_type, serial_number, operator_name, operator_iata, operator_icao,
         manufacture_date, airline_id, mode_s, source)
       values ($1, $2, $3, $4, $5, $6, $7, $8::date, (select airline_id from airlines order by airline_id offset $9 limit 1), $10, 'import')`,
      [registration, ...rest, at % 4 === 0 ? null : at.toString(16)],
    );
  const codes = fc.tuple(word, word, or(word), or(country), or(word), or(word), or(small), small, small);
  for (const [at, row] of sample(codes, 120).entries())
    await db.query(
      `insert into airports (airport_id, airport_name, airport_type, city, iso_country, airport_iata, local_code, elevation_ft,
         latitude_deg, longitude_deg, source) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'import')`,
      [at + 1, ...row],
    );
});

type Page = (db: Database, query: Readonly<Record<string, unknown>>) => Promise<ReferencePage>;
const lists: readonly (readonly [name: string, endpoint: ListEndpoint, page: Page])[] = [
  ['airlines', api.airline.list, airlinePage],
  ['aircraft', api.aircraft.list, aircraftPage],
  ['airports', api.airport.list, airportPage],
];

const countryWord = fc.constantFrom('na', 'NA', 'namibia', 'Niger', "CÔTE d'Ivoire", "Côte D'IVOIRE", 'United', 'xx');
function textOf({ op, value }: FilterParam): fc.Arbitrary<string> {
  if (op === 'country') return countryWord;
  return value === 'number' ? small.map(String) : value === 'day' ? day : word;
}
function questionOf(endpoint: ListEndpoint): fc.Arbitrary<{ filters: Record<string, string>; sort: Sort | null }> {
  const params = endpoint.list.filters.flatMap((filter) => filter.params);
  const ways = endpoint.list.order?.ways ?? [];
  return fc.record({
    filters: fc
      .subarray(params, { maxLength: 2 })
      .chain((chosen) => fc.record(Object.fromEntries(chosen.map((param) => [param.name, textOf(param)])))),
    sort:
      ways.length === 0
        ? fc.constant(null)
        : fc.option(fc.record({ key: fc.constantFrom(...ways.map(({ key }) => key)), isDescending: fc.boolean() })),
  });
}

describe('OFF-03 C43 C80: what is stored answers as the server does', () => {
  test.each(lists)('REF-04 C42: %s, by random filters and sorts', async (_name, endpoint, page) => {
    const params = new Map(
      endpoint.list.filters.flatMap((filter) => filter.params.map((param) => [param.name, param])),
    );
    const valuesOf = (texts: Readonly<Record<string, string>>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [name, paramOf(params.get(name)?.value ?? 'flag').read(text)]),
      );
    const rowsOf = async (query: Readonly<Record<string, unknown>>): Promise<StoredRow[]> =>
      JSON.parse((await page(held.db, query)).rowsJson) as StoredRow[];
    const all = await rowsOf({});
    expect(all.length).toBeGreaterThan(50);
    // In any order but the server's: the device has to find it.
    const stored = { rows: [...all].reverse(), pages: [{ storedAt: 0, asked: {} }] };
    let met = 0;
    await fc.assert(
      fc.asyncProperty(questionOf(endpoint), async ({ filters, sort }) => {
        const bySql = await rowsOf(valuesOf({ ...filters, ...sortFlags(endpoint.list.order, sort) }));
        const question = { filters, sort, windowMs: null, offset: 0, limit: null };
        expect(answerOffline(endpoint.list, stored, question)?.rows).toEqual(bySql);
        met += bySql.length;
      }),
      { numRuns: 250, seed: 3 },
    );
    expect(met, 'the random questions find something').toBeGreaterThan(500);
  });

  test('C43: the device knows the same countries', () => {
    const byCode = (a: readonly string[], b: readonly string[]) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1);
    expect([...countryNames()].sort(byCode)).toEqual(
      packageCountries()
        .map(({ code, name }) => [code, name])
        .sort(byCode),
    );
  });
});
