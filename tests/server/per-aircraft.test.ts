import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { acarsPerAircraftFilters, airlineAndOperatorFilters } from '../../contract/calls/messages.ts';
import type { AcarsMessage, AcarsPerAircraft } from '../../contract/entities/messages.ts';
import { paramOf } from '../../contract/filters.ts';
import type { Database } from '../../server/database/pool.ts';
import { perAircraftList } from '../../server/messages/acars-per-aircraft.ts';
import { messagePage } from '../../server/messages/message-page.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import {
  aircraftOf,
  airlineOf,
  type KnownAircraft,
  type KnownAirline,
  type ReceivedIdentity,
} from '../../server/reference/aircraft-match.ts';
import { rowTest } from '../../src/data/offline/filter-rows.ts';
import { callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';
import { databaseForFile, messageAt } from './fresh-database.ts';

const base = Date.UTC(2026, 10, 20, 12);
const filters = [...acarsPerAircraftFilters, ...airlineAndOperatorFilters];

type Aircraft = KnownAircraft & {
  readonly typeCode: string | null;
  readonly aircraftType: string | null;
  readonly serialNumber: string | null;
};

async function addAircraft(db: Database, all: readonly Aircraft[]): Promise<void> {
  for (const one of all)
    await db.query(
      `insert into aircraft (aircraft_id, registration, mode_s, airline_id, type_code, aircraft_type, serial_number,
         operator_name, operator_iata, operator_icao, source) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'import')`,
      [
        one.aircraftId,
        one.registration,
        one.modeS,
        one.airlineId,
        one.typeCode,
        one.aircraftType,
        one.serialNumber,
        one.operatorName,
        one.operatorIata,
        one.operatorIcao,
      ],
    );
}
async function addAirlines(db: Database, all: readonly KnownAirline[]): Promise<void> {
  for (const { airlineId, airlineName, iata, icao, acarsCode, isActive } of all)
    await db.query(
      `insert into airlines (airline_id, airline_name, iata, icao, acars_code, is_active, source)
       values ($1, $2, $3, $4, $5, $6, 'import')`,
      [airlineId, airlineName, iata, icao, acarsCode, isActive],
    );
}

// ---- the rule, on similar values

const addresses = ['4A08D1', '4A08D2', 'A0F1BB', '000001', 'ABCDEF', '3C6718'];
const maybe = <T>(of: readonly T[]) => fc.option(fc.constantFrom(...of), { freq: 4 });
const words = ['a', 'A', 'Ab', 'bA', '%', '_', '-', 'ä'];
const heardArbitrary = fc.record({
  tail: maybe([
    'YR-BGX',
    'YRBGX',
    '.YR-BGX',
    '..yr-bgx',
    'N-1',
    'n1',
    'N1.',
    '-',
    '.',
    'ZZ9',
    'QQ',
    'XY-7',
    '.aal12',
    'U2345',
  ]),
  icao: fc.oneof(
    fc.constantFrom(null, null, '999999'),
    fc.constantFrom(...addresses, ...addresses.map((address) => address.toLowerCase())),
  ),
  flight: maybe([
    'AA12',
    'aal12',
    'AAL1',
    'U2345',
    '1A2',
    'A12',
    '12',
    '123',
    'ABC',
    'ABCD1',
    'DLH9X',
    'AA',
    'Ä12',
    'XY7',
    'GS12',
    'N3221',
    'UP0213',
    'AAL77',
  ]),
});
const airlineArbitrary = fc.record({
  iata: maybe(['AA', 'U2', '1A', 'a1', 'xy', 'GS', 'N3', 'UP']),
  icao: maybe(['AAL', 'DLH', 'abc', 'QQQ']),
  acarsCode: fc.option(fc.constantFrom('UP', 'xy'), { freq: 1 }),
  isActive: fc.boolean(),
  airlineName: fc.constantFrom(...words),
});
const aircraftArbitrary = fc.record({
  registration: fc.constantFrom('YR-BGX', 'YRBGX', 'yr-bgx', 'N1', 'N-1', '-', 'ZZ-9', 'Q-Q'),
  modeS: maybe(addresses),
  airlineId: maybe([1, 2, 3, 4, 99]),
  typeCode: maybe(words),
  aircraftType: maybe(words),
  serialNumber: maybe(words),
  operatorName: fc.option(fc.constantFrom(...words), { freq: 1 }),
  operatorIata: fc.option(fc.constantFrom('AA', 'U2'), { freq: 1 }),
  operatorIcao: fc.option(fc.constantFrom('AAL', 'QQQ'), { freq: 1 }),
});

/** A value for each parameter of matched data, and for two parameters of the message itself. */
const texts: Readonly<Record<string, readonly string[]>> = {
  tail: ['YR-BGX', 'n1', 'QQ'],
  flight: ['AA12', 'aal12'],
  modeS: [...addresses, 'a0f1bb', '999999'],
  airlineIata: ['aa', 'U2', '1A', 'A1', 'zz'],
  airlineIcao: ['AAL', 'dlh', 'ABC', 'zzz'],
  airlineName: [...words, ''],
  operatorName: [...words, 'aal', ''],
  operatorIata: ['aa', 'U2'],
  operatorIcao: ['AAL', 'qqq'],
  aircraftType: [...words, ''],
  typeCode: words,
  serialNumber: words,
};
const queryArbitrary = fc
  .subarray(Object.keys(texts), { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(texts[name] ?? []))]))),
  );

describe('docs/decisions/0012: aircraft and airline matched to a message', () => {
  const fixture = databaseForFile();
  const airlines: KnownAirline[] = fc
    .sample(airlineArbitrary, { numRuns: 14, seed: 3 })
    .map((airline, index) => ({ ...airline, airlineId: index + 1 }));
  const aircraft: Aircraft[] = fc
    .sample(aircraftArbitrary, { numRuns: 40, seed: 5 })
    // An address belongs to only one aircraft.
    .map((one, index, all) => {
      const isTaken = all.slice(0, index).some(({ modeS }) => modeS === one.modeS);
      return { ...one, modeS: isTaken ? null : one.modeS, aircraftId: index + 1 };
    });
  const heard = fc.sample(heardArbitrary, { numRuns: 500, seed: 9 });
  let rows: AcarsPerAircraft[] = [];

  const page = async (query: Readonly<Record<string, unknown>>) => {
    const { rowsJson, count } = await messagePage(fixture.db, perAircraftList, { filters, query, company: null });
    return { rows: JSON.parse(rowsJson) as AcarsPerAircraft[], count };
  };
  const receptionOf = (row: AcarsPerAircraft): ReceivedIdentity => heard[Number(row.text)] as ReceivedIdentity;

  beforeAll(async () => {
    await addAirlines(fixture.db, airlines);
    await addAircraft(fixture.db, aircraft);
    const messages = heard.map((one, index) => messageAt(base + index * 1000, { ...one, text: String(index) }));
    await storeAcars(
      fixture.db,
      messages.map((row: AcarsMessage) => ({ row })),
    );
    ({ rows } = await page({}));
    expect(rows).toHaveLength(heard.length);
  });

  test('EXT-02 EXT-05: SQL agrees with the rule for each message', () => {
    const kinds = { byAddress: 0, byTail: 0, none: 0, byFlight: 0, byAircraft: 0, uncertain: 0 };
    for (const row of rows) {
      const reception = receptionOf(row);
      const met = aircraftOf(reception, aircraft);
      const { airline, isCertain } = airlineOf(reception, met, airlines);
      expect(row, JSON.stringify(reception)).toMatchObject({
        aircraftId: met?.aircraftId ?? null,
        registration: met?.registration ?? null,
        aircraftType: met?.aircraftType ?? null,
        typeCode: met?.typeCode ?? null,
        serialNumber: met?.serialNumber ?? null,
        operatorName: met?.operatorName ?? met?.operatorIcao ?? met?.operatorIata ?? null,
        operatorIata: met?.operatorIata ?? null,
        operatorIcao: met?.operatorIcao ?? null,
        modeS: reception.icao ?? met?.modeS ?? null,
        airlineId: airline?.airlineId ?? null,
        airlineName: airline?.airlineName ?? null,
        iata: airline?.iata ?? null,
        airlineIata: airline?.iata ?? null,
        airlineIcao: airline?.icao ?? null,
        isAirlineUncertain: airline && !isCertain,
      });
      const isByAddress = met !== null && met.modeS?.toLowerCase() === reception.icao?.toLowerCase();
      kinds[met === null ? 'none' : isByAddress ? 'byAddress' : 'byTail'] += 1;
      if (!isCertain) kinds.uncertain += 1;
      if (airline) kinds[airline.airlineId === met?.airlineId ? 'byAircraft' : 'byFlight'] += 1;
    }
    for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(20);
  });

  test('EXT-01 C37: a filter on aircraft, airline or operator finds the rows that contain it, and counts them', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(queryArbitrary, async (query) => {
        const values = Object.fromEntries(
          Object.entries(query).map(([name, text]) => [name, paramOf('text').read(text)]),
        );
        const bySql = await page(values);
        const isMatch = rowTest(filters, query);
        expect(bySql.rows).toEqual(rows.filter(isMatch));
        expect(bySql.count).toBe(bySql.rows.length);
        found += bySql.count;
      }),
      { numRuns: 80, seed: 13 },
    );
    expect(found, 'the random filters find something').toBeGreaterThan(300);
  });

  test('an aircraft imported later matches earlier messages', async () => {
    await addAircraft(fixture.db, [
      {
        aircraftId: 1000,
        registration: 'NEW',
        modeS: '999999',
        airlineId: null,
        typeCode: 'NEW1',
        aircraftType: null,
        serialNumber: null,
        operatorName: null,
        operatorIata: null,
        operatorIcao: null,
      },
    ]);
    const met = await page({ typeCode: 'new1' });
    expect(met.count).toBe(heard.filter(({ icao }) => icao === '999999').length);
    expect(met.count).toBeGreaterThan(5);
    await fixture.db.query('delete from aircraft where aircraft_id = 1000');
  });
});

describe('the two calls', () => {
  const server = testServerForFile();
  /** The demo user `company` feeds this receiver. */
  const own = 'DL-LRTR-ACARS';
  beforeAll(async () => {
    await addAirlines(server.db, [
      { airlineId: 5, airlineName: 'Tarom', iata: 'RO', icao: 'ROT', acarsCode: null, isActive: true },
    ]);
    const messages = Array.from({ length: 30 }, (_, n) =>
      messageAt(Date.now() - n * 86_400_000, { text: `M${n}`, flight: 'RO0391', stationId: n % 3 ? 'ELSE' : own }),
    );
    await storeAcars(
      server.db,
      messages.map((row) => ({ row })),
    );
  });

  type Page = { acarsPerAircraftMessages: AcarsPerAircraft[]; acarsPerAircraftMessagesCount: number };
  async function ask(user: string, path: string): Promise<Page | number> {
    const { status, json } = await callApi(server, `/AcarsMessage/${path}`, { token: await server.logIn(user) });
    return status === 200 ? (json as Page) : status;
  }
  const countOf = (page: Page | number) => (typeof page === 'number' ? page : page.acarsPerAircraftMessagesCount);

  test('EXT-06 API-15 API-16 C117: permissions and responses', async () => {
    for (const user of ['admin', 'parser', 'company'])
      expect(countOf(await ask(user, 'acarsWithExtData')), user).toBe(30);
    expect(await ask('customer', 'acarsWithExtData')).toBe(403);
    for (const user of ['admin', 'parser', 'customer'])
      expect(countOf(await ask(user, 'acarsWithExtDataCompany')), user).toBe(30);
    expect(await ask('company', 'acarsWithExtDataCompany')).toBe(403);
    const page = (await ask('customer', 'acarsWithExtDataCompany?offset=5&limit=2')) as Page;
    expect(page.acarsPerAircraftMessages).toHaveLength(2);
    expect(page.acarsPerAircraftMessages[0]).toMatchObject({
      text: 'M5',
      airlineName: 'Tarom',
      iata: 'RO',
      tail: null,
    });
  });

  test('C38 API-16: an Admin reads a named company; for other users `company` changes nothing', async () => {
    expect(countOf(await ask('admin', 'acarsWithExtDataCompany?company=carpatair'))).toBe(10);
    expect(countOf(await ask('customer', 'acarsWithExtDataCompany?company=carpatair'))).toBe(30);
    expect(countOf(await ask('admin', 'acarsWithExtDataCompany?company=carpatair&airlineIata=ro&text=m3'))).toBe(1);
  });
});
