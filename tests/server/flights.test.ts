import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blankRow } from '../../contract/blank-row.ts';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import { type AcarsMessage, type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import type { Flight } from '../../contract/entities/reference.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import type { Database } from '../../server/database/pool.ts';
import { demoMessages } from '../../server/demo/acars-traffic.ts';
import { demoFleet } from '../../server/demo/fleet.ts';
import { addDemoAircraft, addDemoRoutes } from '../../server/demo/fleet-rows.ts';
import { reportsOf } from '../../server/map/received-positions.ts';
import { dayOf, partitionName } from '../../server/messages/day-partitions.ts';
import { settleDays } from '../../server/messages/finished-days.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { adsbTable } from '../../server/query/message-tables.ts';
import { flightsOfAircraft, groundSql } from '../../server/reference/flights/flights.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { callApi } from '../support/api-client.ts';
import { planTest } from '../support/plan-test.ts';
import { testServerForFile } from '../support/test-server.ts';
import { emptyMessages, messageAt } from './fresh-database.ts';

const server = testServerForFile();
let token: string;
/** A full hour, some hours ago: its flights are finished. */
const base = Math.floor((clock.now() - 8 * hourMs) / hourMs) * hourMs;

beforeAll(async () => {
  await loadReferenceData(server.db);
  await addDemoAircraft(server.db);
  token = await server.logIn('parser');
});
beforeEach(async () => {
  await emptyMessages(server.db);
  await server.db.query('truncate routes');
});

const idOf = async (registration: string): Promise<number> => {
  const [row] = await server.db.query<{ id: number }>(
    'select aircraft_id as id from aircraft where registration = $1',
    [registration],
  );
  return row?.id ?? -1;
};
test('a frame is on the ground by the type of its position, else by its words, and never above 15,000 ft', async () => {
  const rows = await server.db.query<{ ground: boolean | null }>(
    `select ${groundSql} as ground from (values
       ('11', '4 (Level 2+, ground)', null, null, 34000), ('7', '5 (Level 2+, airborne)', null, null, null),
       (null, null, null, 'Normal, On the ground', 34000), (null, null, 'Ground', null, 34000), (null, null, 'Ground', null, 500),
       (null, null, null, 'Normal, Airborne', 500), ('19', null, null, null, null)
     ) frame (es_type, capability, vs, flight_status, altitude), (values ('feet')) unit (alt_unit)`,
  );
  expect(rows.map(({ ground }) => ground)).toEqual([false, true, null, null, true, false, false]);
});

type ApiResponse = { flights: (Flight & { id: string })[]; flightsCount: number };
async function flightsOf(id: number | string, query = ''): Promise<ApiResponse> {
  const response = await callApi(server, `/flight/getflightsforaircraft/${id}${query}`, { token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json as ApiResponse;
}

const say = (minutes: number, label: string, text: string | null, fields: Partial<AcarsMessage> = {}): AcarsMessage =>
  messageAt(base + minutes * minuteMs, { tail: 'YR-BGX', flight: 'RO0391', stationId: 'roof', label, text, ...fields });
const store = (rows: readonly AcarsMessage[]) =>
  storeAcars(
    server.db,
    rows.map((row) => ({ row })),
  );
const frame = (minutes: number, fields: Partial<AdsbMessage>): AdsbMessage => ({
  ...blankRow(adsbMessage),
  adsbDateTime: writeInstant(base + minutes * minuteMs),
  timestamp: (base + minutes * minuteMs) / 1000,
  stationId: 'roof',
  icao: '4a08d1',
  ...fields,
});
const storeFrames = (rows: readonly AdsbMessage[]) =>
  storeAdsb(
    server.db,
    rows.map((row) => ({ row })),
  );
const hhmm = (minutes: number): string =>
  new Date(base + minutes * minuteMs).toISOString().slice(11, 16).replace(':', '');
const time = (minutes: number) => {
  const at = new Date(base + minutes * minuteMs);
  return { hours: at.getUTCHours(), minutes: at.getUTCMinutes() };
};

describe('REF-12 REF-23 API-25: the flights of an aircraft', () => {
  test('are read from its messages: code, day, airports, times, status and aircraft', async () => {
    const id = await idOf('YR-BGX');
    await store([
      say(-20, 'RA', `QUOTPOPSX~1RO0391  DEP OTP\r\nSTD ${hhmm(0)}Z STA ${hhmm(190)}Z GATE B12\r\n`, { flight: null }),
      say(5, 'QP', `LROPEGLL${hhmm(4)}`),
      say(18, 'QQ', `LROPEGLL${hhmm(16)}`),
      say(190, 'QR', `LROPEGLL${hhmm(189)}`, { tail: 'YRBGX' }),
      say(200, 'QS', `LROPEGLL${hhmm(198)}`, { tail: null, icao: '4A08D1' }),
    ]);
    const { flights, flightsCount } = await flightsOf(id);
    expect(flightsCount).toBe(1);
    expect(flights[0]).toMatchObject({
      flightCode: 'RO391',
      flightDate: new Date(base).toISOString().slice(0, 10),
      fromAirport: { airportIata: 'OTP' },
      toAirport: { city: 'London', airportIata: 'LHR' },
      flightStd: time(0),
      flightAtd: time(4),
      flightSta: time(190),
      flightTime: { hours: 2, minutes: 53 },
      flightLanded: time(189),
      flightStatus: 'Arrived, 0:08 late',
      divertedToAirport: null,
      aircraft: { aircraftId: id, registration: 'YR-BGX', modeS: '4A08D1', airline: { icao: 'ROT' } },
    });
    const airports = await callApi(server, '/airport?airportICAO=LROP', { token });
    const [otp] = (airports.json as { airports: { airportId: number; city: string }[] }).airports;
    expect(flights[0]?.fromAirport).toMatchObject({ airportId: otp?.airportId, city: otp?.city });
  });

  test('REF-12 C40: the newest first, page by page, -1 = all; each once', async () => {
    const id = await idOf('YR-BGX');
    const numbers = Array.from({ length: 5 }, (_, i) => i);
    await store(numbers.map((i) => say(i * 90, 'QQ', `LROPEGLL${hhmm(i * 90)}`, { flight: `RO010${i}` })));
    const codes = async (query: string) => (await flightsOf(id, query)).flights.map(({ flightCode }) => flightCode);
    expect(await codes('')).toEqual(['RO104', 'RO103', 'RO102', 'RO101', 'RO100']);
    expect(await codes('?offset=0&limit=-1')).toHaveLength(5);
    expect(await codes('?offset=1&limit=2')).toEqual(['RO103', 'RO102']);
    expect((await flightsOf(id, '?offset=4&limit=2')).flightsCount).toBe(5);
    expect(new Set((await flightsOf(id)).flights.map((flight) => flight.id)).size).toBe(5);
  });

  test('are calculated from frames alone: takeoff and landing, by the route of the callsign or nearby airports', async () => {
    const id = await idOf('YR-BGX');
    const surface = { esType: '7', capability: '4 (Level 2+, ground)' };
    const air = { esType: '11', capability: '5 (Level 2+, airborne)', altUnit: 'feet' };
    await storeFrames([
      frame(0, { ...surface, lat: 44.5711, lon: 26.085, identification: 'ROT391' }),
      frame(3, { ...air, lat: 44.6, lon: 26.2, altitude: 2000 }),
      frame(30, { ...air, lat: 46, lon: 22, altitude: 36_000 }),
      frame(185, { ...air, lat: 51.47, lon: -0.3, altitude: 900 }),
      frame(188, { ...surface, lat: 51.4706, lon: -0.4619 }),
    ]);
    expect((await flightsOf(id)).flights).toMatchObject([
      {
        flightCode: 'ROT391',
        fromAirport: { airportIata: 'OTP' },
        toAirport: { airportIata: 'LHR' },
        flightAtd: time(3),
        flightLanded: time(188),
        flightTime: { hours: 3, minutes: 5 },
        flightStatus: 'Landed',
        flightStd: null,
        flightSta: null,
      },
    ]);
    await emptyMessages(server.db);
    const cruise = frame(30, { ...air, lat: 46, lon: 22, altitude: 36_000, identification: 'ROT391' });
    await storeFrames([cruise]);
    expect((await flightsOf(id)).flights[0]).toMatchObject({ fromAirport: null, toAirport: null, flightStatus: null });
    await server.db.query(
      `insert into routes (call_sign, airport_codes, source) values ('ROT391', 'LROP-EGLL', 'import')`,
    );
    expect((await flightsOf(id)).flights[0]).toMatchObject({
      fromAirport: { airportIata: 'OTP' },
      toAirport: { airportIata: 'LHR' },
    });
  });

  test('an ACARS flight gets its route by the codes of the operator; a currently received flight is en route', async () => {
    const id = await idOf('YR-BGX');
    await server.db.query(
      `insert into routes (call_sign, airport_codes, source) values ('ROT391', 'LROP-EGLL', 'import')`,
    );
    await storeAcars(server.db, [
      {
        row: messageAt(clock.now() - 2 * minuteMs, {
          tail: 'YR-BGX',
          flight: 'RO0391',
          isOnground: false,
          label: 'Q0',
        }),
      },
    ]);
    expect((await flightsOf(id)).flights).toMatchObject([
      { flightCode: 'RO391', fromAirport: { airportIata: 'OTP' }, flightAtd: null, flightStatus: 'En route' },
    ]);
  });

  test('REF-11: a flight that reports from the ground of another airport is marked as diverted to it', async () => {
    const id = await idOf('YR-BGX');
    await store([say(5, 'QQ', `LROPEGLL${hhmm(4)}`), say(190, 'QR', `LROPEGKK${hhmm(188)}`)]);
    expect((await flightsOf(id)).flights).toMatchObject([
      { toAirport: { airportIata: 'LHR' }, divertedToAirport: { airportIata: 'LGW' }, flightStatus: 'Diverted' },
    ]);
  });

  test('receiver errors in a flight name do not split the flight', async () => {
    const id = await idOf('YR-BGX');
    await store([
      say(5, 'QQ', `LROPEGLL${hhmm(4)}`),
      say(60, 'H1', null, { flight: 'RO0791', error: 2 }),
      say(90, 'H1', null),
    ]);
    expect((await flightsOf(id)).flightsCount).toBe(1);
  });

  test('handles messages of other aircraft, an unknown aircraft, and an invalid number', async () => {
    await store([say(5, 'QQ', `LROPEGLL${hhmm(4)}`)]);
    expect(await flightsOf(await idOf('YR-ATQ'))).toEqual({ flights: [], flightsCount: 0 });
    expect(await flightsOf(999_999_999)).toEqual({ flights: [], flightsCount: 0 });
    const response = await callApi(server, '/flight/getflightsforaircraft/x', { token });
    expect(response.status).toBe(400);
  });
});

describe('query plans (docs/decisions/0005)', () => {
  type Requested = { readonly sql: string; readonly values: readonly unknown[] | undefined };
  /** Queries on frames during the call. */
  async function frameRequestsOf(ask: (db: Database) => Promise<unknown>): Promise<Requested[]> {
    const requested: Requested[] = [];
    await ask({
      ...server.db,
      query: (sql, values) => {
        requested.push({ sql, values });
        return server.db.query(sql, values);
      },
    });
    return requested.filter(({ sql }) => /\bfrom adsb\b/.test(sql));
  }
  async function planOf({ sql, values }: Requested): Promise<string> {
    const lines = await server.db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  }

  planTest(
    'REF-12 ADD-trail: of days that are over only the rows of the aircraft are read, in capitals and in small letters',
    async () => {
      const overMs = base - 3 * dayMs;
      const longAgoMs = Date.UTC(2001, 5, 1, 12);
      const frames = (fromMs: number): AdsbMessage[] =>
        Array.from({ length: 4000 }, (_, i) => ({
          ...frame((fromMs - base) / minuteMs + i / 100, {
            lat: 46,
            lon: 22,
            altitude: 36_000,
            identification: 'ROT391',
          }),
          // Neighbours begin with the same characters, followed by letters, too.
          icao: i % 200 === 0 ? (i % 400 === 0 ? '4A08D1' : '4a08d1') : `4A0${(i % 200).toString(16).padStart(3, '0')}`,
        }));
      await storeFrames([...frames(overMs), ...frames(longAgoMs)]);
      await settleDays(server.db, [dayOf(overMs), dayOf(longAgoMs)], adsbTable);

      const id = await idOf('YR-BGX');
      const [flights, ...otherFlights] = await frameRequestsOf((db) => flightsOfAircraft(db, id, {}));
      const request = { icao: '4a08D1', fromMs: overMs - 1000, toMs: overMs + hourMs, stepMs: 1000, marks: null };
      const [trail, ...otherTrails] = await frameRequestsOf((db) => reportsOf(db, request));
      if (!flights || !trail) throw new Error('nothing was requested');
      expect([...otherFlights, ...otherTrails]).toEqual([]);
      const partition = partitionName(dayOf(overMs), adsbTable);
      for (const index of [`${partition}_icao`, 'adsb_default_icao'])
        expect(await planOf(flights)).toContain(` ${index} `);
      expect(await planOf(trail)).toContain(` ${partition}_icao `);

      expect((await reportsOf(server.db, request)).map(({ icao }) => icao).sort()).toEqual([
        ...Array(10).fill('4A08D1'),
        ...Array(10).fill('4a08d1'),
      ]);
      // The newest first.
      const days = (await flightsOfAircraft(server.db, id, {})).flights.map(({ flightDate }) => flightDate);
      expect(days).toEqual([dayOf(overMs), dayOf(longAgoMs)]);
    },
  );
});

test('the demo: an aircraft has flights with airports, times and a timetable, and sometimes a diversion', async () => {
  const id = await idOf('YR-BGX');
  const now = clock.now();
  const heard = demoMessages(now - 9 * 24 * hourMs, now, 'past').filter(({ tail }) => tail === 'YR-BGX');
  await storeAcars(
    server.db,
    heard.map((row) => ({ row, isDemo: true })),
  );
  const { flights } = await flightsOf(id, '?limit=-1');
  expect(flights.length).toBeGreaterThanOrEqual(40);
  const diverted = flights.filter(({ divertedToAirport }) => divertedToAirport !== null);
  expect(diverted.length).toBeGreaterThanOrEqual(2);
  expect(diverted.length).toBeLessThanOrEqual(4);
  for (const { divertedToAirport, toAirport, flightStatus } of diverted) {
    expect([toAirport?.airportIata, divertedToAirport]).toMatchObject(['LHR', { airportIata: 'AMS' }]);
    expect(flightStatus).toMatch(/^Diverted/);
  }
  // The oldest and the newest may be cut off.
  for (const flight of flights.slice(1, -1)) {
    const fields = JSON.stringify({ ...flight, aircraft: null });
    expect(flight.flightCode, fields).toMatch(/^RO39[12]$/);
    const ends = [flight.fromAirport?.airportIata, flight.toAirport?.airportIata].sort();
    if (ends.includes('AMS')) expect(ends, fields).toEqual(['AMS', 'OTP']);
    else expect(ends, fields).toEqual(['LHR', 'OTP']);
    if (diverted.includes(flight)) continue;
    for (const field of ['flightStd', 'flightAtd', 'flightSta', 'flightLanded', 'flightTime'] as const)
      expect(flight[field], `${field} ${fields}`).not.toBeNull();
    expect(flight.flightStatus).toMatch(/^Arrived, (on time|\d:\d\d (late|early))$/);
  }
});

test('the demo has routes of its flights: a flight received by name only has its airports', async () => {
  await addDemoRoutes(server.db);
  const one = demoFleet.find(({ tail }) => tail === 'D-AINR');
  if (!one) throw new Error('no such aircraft');
  await store([messageAt(base, { tail: one.tail, flight: `${one.airline}${one.firstFlight + 1}`, stationId: 'roof' })]);
  const { flights } = await flightsOf(await idOf(one.tail));
  const ends = flights.map(({ fromAirport, toAirport }) => [fromAirport?.airportIata, toAirport?.airportIata]);
  expect(ends).toEqual([['IST', 'MUC']]); // EDDM LTFM EDDM EKCH: the second leg
});

test('the version of the airports changes only with the airports', async () => {
  const version = async () =>
    ((await callApi(server, '/airport/version', { token })).json as { version: string }).version;
  const before = await version();
  expect(before).not.toBe('');
  await server.db.query(`update countries set country_name = country_name`);
  expect(await version()).toBe(before);
  await server.db.query(`update airports set city = 'Elsewhere' where airport_icao = 'LROP'`);
  expect(await version()).not.toBe(before);
});
