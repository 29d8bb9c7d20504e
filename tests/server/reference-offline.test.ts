import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { type FilterParam, paramOf } from '../../contract/filters.ts';
import { type Sort, sortFlags } from '../../contract/order.ts';
import { type PageRequest, readPage } from '../../server/query/list-page.ts';
import { aircraftRows } from '../../server/reference/aircraft.ts';
import { airlineRows } from '../../server/reference/airlines.ts';
import { airportRows } from '../../server/reference/airports.ts';
import { countriesOfFile } from '../../server/reference/data-files.ts';
import { countryNames } from '../../src/data/offline/filter-rows.ts';
import { offlineResponse, type StoredRow } from '../../src/data/offline/offline-response.ts';
import { databaseForFile } from './fresh-database.ts';

const fixture = databaseForFile();

// ---- values close to each other, so that random queries match random rows

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
  const { db } = fixture;
  await db.query('insert into countries (code, country_name) select * from unnest($1::text[], $2::text[])', [
    countriesOfFile().map(({ code }) => code),
    countriesOfFile().map(({ name }) => name),
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

type Page = (query: Readonly<Record<string, unknown>>) => PageRequest;
const lists: readonly (readonly [name: string, endpoint: ListEndpoint, page: Page])[] = [
  ['airlines', api.airline.list, airlineRows],
  ['aircraft', api.aircraft.list, aircraftRows],
  ['airports', api.airport.list, airportRows],
];

const countryWord = fc.constantFrom('na', 'NA', 'namibia', 'Niger', "CÔTE d'Ivoire", "Côte D'IVOIRE", 'United', 'xx');
function textOf({ op, value }: FilterParam): fc.Arbitrary<string> {
  if (op === 'country') return countryWord;
  return value === 'number' ? small.map(String) : value === 'day' ? day : word;
}
function requestOf(endpoint: ListEndpoint): fc.Arbitrary<{ filters: Record<string, string>; sort: Sort | null }> {
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

const whole = (count: number) => ({ storedAt: 0, asked: {}, windowHours: null, offset: 0, rowCount: count, count });

describe('OFF-03 C43 C80: stored rows give the same result as the server', () => {
  test.each(lists)('REF-04 C42: %s, by random filters and sorts', async (_name, endpoint, page) => {
    const params = new Map(
      endpoint.list.filters.flatMap((filter) => filter.params.map((param) => [param.name, param])),
    );
    const valuesOf = (texts: Readonly<Record<string, string>>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [name, paramOf(params.get(name)?.value ?? 'flag').read(text)]),
      );
    const rowsOf = async (query: Readonly<Record<string, unknown>>): Promise<StoredRow[]> =>
      JSON.parse((await readPage(fixture.db, page(query))).rowsJson) as StoredRow[];
    const all = await rowsOf({});
    expect(all.length).toBeGreaterThan(50);
    // In any order but that of the server: the device must restore it.
    const stored = { rows: [...all].reverse(), pages: [whole(all.length)] };
    let met = 0;
    await fc.assert(
      fc.asyncProperty(requestOf(endpoint), async ({ filters, sort }) => {
        const bySql = await rowsOf(valuesOf({ ...filters, ...sortFlags(endpoint.list.order, sort) }));
        const request = { filters, sort, windowMs: null, offset: 0, limit: null };
        expect(offlineResponse(endpoint.list, stored, request)?.rows).toEqual(bySql);
        met += bySql.length;
      }),
      { numRuns: 120, seed: 3 },
    );
    expect(met, 'the random questions find something').toBeGreaterThan(500);
  });

  test('C43: the device has the same countries', () => {
    const byCode = (a: readonly string[], b: readonly string[]) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1);
    expect([...countryNames()].sort(byCode)).toEqual(
      countriesOfFile()
        .map(({ code, name }) => [code, name])
        .sort(byCode),
    );
  });
});
