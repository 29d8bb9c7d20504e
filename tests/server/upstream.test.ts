import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Location, Weather } from '../../contract/entities/map.ts';
import { locationWith } from '../../contract/location-for-test.ts';
import { clock } from '../../server/base/clock.ts';
import { callApi } from '../support/api-client.ts';
import { type Reply, type StandIn, startStandIn } from '../support/stand-in.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

let weather: StandIn;
let routes: StandIn;
let sky: StandIn;
let server: InProcessServer;
let token: string;
beforeAll(async () => {
  [weather, routes, sky] = await Promise.all([startStandIn(), startStandIn(), startStandIn()]);
  server = await startTestServer({
    METAR_URL: `${weather.url}/api/metar/{icao}`,
    METAR_TOKEN: 'weather-key',
    ROUTES_URL: `${routes.url}/airports/icao/{icao}/stats/routes/daily`,
    ROUTES_KEY: 'routes-key',
    OPENSKY_URL: `${sky.url}/api/states/all`,
    OPENSKY_TOKEN_URL: `${sky.url}/token`,
    OPENSKY_CLIENT_ID: 'sky-id',
    OPENSKY_CLIENT_SECRET: 'sky-key',
    OPENSKY_CREDITS: '40',
  });
  const known = ['KJFK', 'EGLL', 'LROP', 'LRTR', 'LRTM', 'CYYZ', 'AAAA', 'AAAB', 'AAAC'];
  await server.db.query(
    `insert into airports (airport_id, airport_name, airport_type, airport_icao, latitude_deg, longitude_deg, source)
     select number, code, 'large_airport', code, 0, 0, 'import' from unnest($1::text[]) with ordinality as a (code, number)`,
    [known],
  );
  token = await server.logIn('parser');
});
afterAll(async () => {
  await server.stop();
  await Promise.all([weather, routes, sky].map((one) => one.stop()));
});
beforeEach(() => {
  for (const one of [weather, routes, sky]) one.requested.length = 0;
});
afterEach(() => void vi.restoreAllMocks());

const json = (value: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
async function get<T>(path: string): Promise<T> {
  const response = await callApi(server, path, { token });
  expect(response.status, response.text).toBe(200);
  expect(response.text).not.toContain('-key');
  return response.json as T;
}
async function refused(path: string): Promise<{ status: number; message: string; retryAfter: string | null }> {
  const response = await callApi(server, path, { token });
  expect(response.text).not.toMatch(/-key|127\.0\.0\.1/);
  const { message } = response.json as { message: string };
  return { status: response.status, message, retryAfter: response.headers.get('retry-after') };
}
const report = {
  station: 'KJFK',
  raw: 'KJFK 170551Z 36007KT 10SM FEW085 11/07 A2979',
  time: { dt: '2026-01-17T05:51:00Z', repr: '170551Z' },
  temperature: { repr: '11', value: 11 },
  relative_humidity: 0.76,
  visibility: { repr: '10', value: 10 },
  units: { visibility: 'sm', temperature: 'C' },
  flight_rules: 'VFR',
};

describe('API-32 WX-01: weather of an airport', () => {
  test('WX-01: the service gets the code and the bearer, the app gets the whole body; after five minutes it is requested again', async () => {
    weather.on('/api/metar/KJFK', json(report));
    for (const path of ['/External/metar/KJFK', '/External/metar/kjfk'])
      expect(await get<Weather>(path)).toEqual({ ...report });
    expect(weather.requested.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/api/metar/KJFK', 'Bearer weather-key'],
    ]);
    clock.offsetMs += 301_000;
    await get('/External/metar/KJFK');
    expect(weather.requested).toHaveLength(2);
  });

  test('WX-04: a report in `data`, the format of some services, is read too', async () => {
    const { units, ...data } = report;
    weather.on('/api/metar/EGLL', json({ created: '2026-01-17', data, icao: 'EGLL', units }));
    expect(await get<Weather>('/External/metar/EGLL')).toMatchObject({ ...report, icao: 'EGLL' });
  });

  test('the weather of an airport without a report is unknown', async () => {
    for (const [icao, reply] of [
      ['AAAA', { status: 204 }],
      ['AAAB', { status: 404, body: 'x' }],
      ['AAAC', json(null)],
    ] as const) {
      weather.on(`/api/metar/${icao}`, reply);
      expect(await get<Weather>(`/External/metar/${icao}`)).toMatchObject({ temperature: null, time: null });
    }
  });

  test('only an ICAO code is sent', async () => {
    for (const icao of ['KJ', 'KJFKX', 'KJ%2FX', 'KJ%3F1', 'K%C3%84F', '..%2F.', 'K%20K'])
      expect((await refused(`/External/metar/${icao}`)).status, icao).toBe(400);
    expect(weather.requested).toEqual([]);
  });

  test('API-31 API-32: an unknown airport code causes no request to the service', async () => {
    weather.on('/api/metar/', json(report));
    routes.on('/airports/icao/', json({ routes: [{}] }));
    for (const icao of ['ZZZZ', '0000', 'AAA']) {
      expect(await get<Weather>(`/External/metar/${icao}`)).toMatchObject({ temperature: null, time: null });
      expect(await get(`/External/routes/${icao}`)).toEqual({ routes: [] });
    }
    expect([...weather.requested, ...routes.requested]).toEqual([]);
  });

  test('C56: a service that fails is "not available", and the last report is used instead', async () => {
    weather.on('/api/metar/LROP', { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' });
    expect(await refused('/External/metar/LROP')).toEqual({
      status: 424,
      message: 'Weather is not available: the response of the service is not a report.',
      retryAfter: null,
    });
    weather.on('/api/metar/LROP', { status: 401 });
    expect((await refused('/External/metar/LROP')).message).toContain('refuses the key');
    clock.offsetMs += 301_000;
    weather.on('/api/metar/KJFK', { status: 500 });
    expect(await get<Weather>('/External/metar/KJFK')).toMatchObject({ raw: report.raw });
  });

  test('C56: an airport for which the service keeps failing does not affect the others', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    weather.on('/api/metar/LROP', { status: 500 });
    for (const _ of [1, 2, 3]) expect((await refused('/External/metar/LROP')).status).toBe(424);
    expect((await refused('/External/metar/LROP')).message).toBe(
      'Weather is not available: the service failed for this request a moment ago.',
    );
    weather.on('/api/metar/EGLL', json({ ...report, station: 'EGLL' }));
    expect(await get<Weather>('/External/metar/EGLL')).toMatchObject({ raw: report.raw });
  });

  test('a pause requested by a source is respected', async () => {
    weather.on('/api/metar/', { status: 429, headers: { 'retry-after': '600' } });
    const { status, message, retryAfter } = await refused('/External/metar/LRTR');
    expect([status, message]).toEqual([
      429,
      expect.stringMatching(/^Weather is limited until \d\d:\d\d( on .*)? UTC\.$/),
    ]);
    expect(Number(retryAfter)).toBeGreaterThan(590);
    weather.on('/api/metar/', json(report));
    expect((await refused('/External/metar/LRTM')).status).toBe(429);
    expect(weather.requested).toHaveLength(1);
  });
});

describe('API-31 WX-03 C62: routes of an airport', () => {
  const route = {
    destination: { icao: 'CYYC', location: { lat: 51.1, lon: -114 } },
    averageDailyFlights: 32.86,
    operators: [],
  };

  test('WX-03: the key is sent in its header, the response contains the routes unchanged, for a day', async () => {
    routes.on('/airports/icao/CYYZ/', json({ routes: [route, null, 'x', [1]], more: 1 }));
    for (const _ of [1, 2]) expect(await get('/External/routes/CYYZ')).toEqual({ routes: [route] });
    expect(routes.requested.map(({ path, headers }) => [path, headers['x-rapidapi-key']])).toEqual([
      ['/airports/icao/CYYZ/stats/routes/daily', 'routes-key'],
    ]);
  });

  test('an airport without routes, or a response without routes, results in none', async () => {
    routes.on('/airports/icao/AAAA/', { status: 204 });
    routes.on('/airports/icao/AAAB/', json({ routes: null }));
    for (const icao of ['AAAA', 'AAAB']) expect(await get(`/External/routes/${icao}`)).toEqual({ routes: [] });
  });
});

describe('API-28 API-29 MAP-19: public positions', () => {
  /** address, callsign, country, position time, last contact, longitude, latitude, altitude m, on ground, m/s, track, climb m/s. */
  const state = (icao: unknown, lon: unknown, lat: unknown, more: Partial<Record<number, unknown>> = {}) =>
    Object.assign(
      [
        icao,
        'EJU12AL ',
        'Austria',
        1748457532,
        1748457532,
        lon,
        lat,
        6644.64,
        false,
        198.28,
        224.05,
        6.83,
        null,
        6896.1,
        '6740',
        false,
        0,
      ],
      more,
    );
  const rows = [
    state('4400ec', 25, 45),
    state('407b8e', 26, 46, { 7: 11590 }),
    state('4b1803', 25.5, 45.5, { 7: null, 8: true, 10: null }),
    state('aaaaaa', null, 45),
    state('bbbbbb', 25, 'x'),
    state('cccccc', 25, 181),
    state(null, 25, 45),
    state('4400ec', 25.1, 45.1),
    null,
    'x',
  ];
  const bounds = 'latitude1=44&latitude2=47&longitude1=24&longitude2=27';
  const skyResponses = (states: unknown) => sky.on('/api/states/all', json({ time: 1748457533, states }));
  beforeAll(() => sky.on('/token', json({ access_token: 'short-lived', expires_in: 1800 })));
  /** Longer than a response is shared. */
  const later = () => {
    clock.offsetMs += 10_001;
  };

  test('API-28 MAP-13 C58: OpenSky rows in the band, in metres, become locations; rows without a position are dropped', async () => {
    skyResponses(rows);
    const all = await get<{ openSkys: Location[] }>(`/OpenSkyFlightsCurrentLocation?${bounds}`);
    expect(all.openSkys.map(({ icao }) => icao)).toEqual(['4400ec', '407b8e', '4b1803']);
    expect(all.openSkys[0]).toEqual(
      locationWith({
        ...{ id: 0x4400ec, icao: '4400ec', lat: 45.1, lon: 25.1, angle: 224.05, seenAt: '2025-05-28T18:38:52Z' },
        ...{ callsign: 'EJU12AL', altitudeFt: 21_800, groundSpeedKt: 385, verticalRateFtMin: 1344, isOnGround: false },
        ...{ squawk: '6740', isDoubtful: null, messages: null },
      }),
    );
    expect(all.openSkys[2]).toMatchObject({ altitudeFt: null, isOnGround: true, angle: 0 });
    const inBand = async (from: number, to: number) =>
      (
        await get<{ openSkys: Location[] }>(
          `/OpenSkyFlightsCurrentLocation?${bounds}&baro_altitude1=${from}&baro_altitude2=${to}`,
        )
      ).openSkys.map(({ icao }) => icao);
    expect(await inBand(10_500, 16_000)).toEqual(['407b8e']);
    expect(await inBand(0, 20_000)).toEqual(['4400ec', '407b8e', '4b1803']);
    expect(sky.requested.map(({ path }) => path)).toEqual([
      '/token',
      '/api/states/all?lamin=44&lomin=24&lamax=47&lomax=27',
    ]);
  });

  test('the secret goes to the token service only, its token to OpenSky only', async () => {
    clock.offsetMs += 1_800_000;
    await get(`/OpenSkyFlightsCurrentLocation?${bounds}`);
    expect(sky.requested.map(({ method, body, headers }) => [method, body, headers.authorization])).toEqual([
      ['POST', 'grant_type=client_credentials&client_id=sky-id&client_secret=sky-key', undefined],
      ['GET', '', 'Bearer short-lived'],
    ]);
  });

  test('API-29: users who view nearly the same area within ten seconds share one response', async () => {
    later();
    const states = (query: string) => get<{ states: unknown[][] }>(`/External/states?${query}`);
    const responses = await Promise.all(
      ['44.1', '44.2', '44.3', '44.4'].map((lamin) => states(`lamin=${lamin}&lamax=46.9&lomin=24.1&lomax=26.9`)),
    );
    expect(responses.map((one) => one.states.length)).toEqual([3, 3, 3, 3]);
    expect(responses[0]?.states[1]).toEqual(rows[1]);
    expect((await states('lamin=45.7&lamax=46.9&lomin=24.1&lomax=26.9')).states.map(([icao]) => icao)).toEqual([
      '407b8e',
    ]);
    expect(sky.requested.map(({ path }) => path)).toEqual([
      '/api/states/all?lamin=44&lomin=24&lamax=47&lomax=27',
      '/api/states/all?lamin=45&lomin=24&lamax=47&lomax=27',
    ]);
  });

  test('an area across the antimeridian is requested from both sides; null states count as none', async () => {
    later();
    skyResponses(null);
    expect(await get('/External/states?lamin=0&lamax=4&lomin=178&lomax=-178')).toEqual({ states: [] });
    expect(sky.requested.map(({ path }) => path.split('?')[1]).sort()).toEqual([
      'lamin=0&lomin=-180&lamax=4&lomax=-178',
      'lamin=0&lomin=178&lamax=4&lomax=180',
    ]);
  });

  test('429 is honoured with the header of OpenSky', async () => {
    later();
    sky.on('/api/states/all', { status: 429, headers: { 'x-rate-limit-retry-after-seconds': '3600' } });
    const first = await refused('/External/states?lamin=0&lamax=4&lomin=0&lomax=4');
    expect([first.status, first.message]).toEqual([
      429,
      expect.stringMatching(/^The public aircraft states are limited until \d\d:\d\d/),
    ]);
    expect(Number(first.retryAfter)).toBeGreaterThan(3590);
    expect((await refused(`/OpenSkyFlightsCurrentLocation?${bounds}`)).message).toMatch(/^OpenSky is limited until/);
    expect(sky.requested).toHaveLength(1);
    clock.offsetMs += 3_601_000;
    token = await server.logIn('parser');
  });

  test('without credits there is no request until midnight; the whole world costs four credits', async () => {
    // A day that has just begun, so that it does not end during the test.
    clock.offsetMs += 86_400_000 - (clock.now() % 86_400_000) + 60_000;
    token = await server.logIn('parser');
    skyResponses(rows);
    for (let requested = 0; requested < 10; requested += 1) {
      later();
      await get('/External/states');
    }
    later();
    const { status, message } = await refused('/External/states');
    expect([status, message]).toEqual([
      429,
      expect.stringMatching(/^The public aircraft states are limited until 00:00 on /),
    ]);
    expect(sky.requested.filter(({ path }) => path.startsWith('/api/'))).toHaveLength(10);
  });
});

describe('C56: no service is set up', () => {
  test('each call reports that, and nothing breaks', async () => {
    const bare = await startTestServer();
    try {
      const own = await bare.logIn('parser');
      for (const [path, message] of [
        ['/External/metar/LROP', 'Weather is not available: no service is configured on this server.'],
        ['/External/routes/LROP', 'Routes are not available: no service is configured on this server.'],
        ['/External/states', 'The public aircraft states are not available: no service is configured on this server.'],
        ['/OpenSkyFlightsCurrentLocation', 'OpenSky is not available: no service is configured on this server.'],
      ] as const) {
        const response = await callApi(bare, path, { token: own });
        expect([response.status, (response.json as { message: string }).message], path).toEqual([424, message]);
      }
    } finally {
      await bare.stop();
    }
  });
});
