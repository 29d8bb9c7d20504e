import { beforeAll, expect, test } from 'vitest';
import type { Coverage, HeardBy, PastAircraft } from '../../contract/entities/map.ts';
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { callApi } from '../support/api-client.ts';
import { frame } from '../support/frames.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { messageAt } from './fresh-database.ts';

const secret = 'A long enough secret 1';
const hour = 3600;
const placed = (secondsAgo: number, icao: string, lat: number, lon: number, more: Partial<AdsbMessage> = {}) =>
  frame(secondsAgo, { icao, lat, lon, esType: '11', ...more });
const now = Date.now();
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

const server = testServerForFile();
const tokens: Record<string, string> = {};
beforeAll(async () => {
  const admin = await server.logIn('admin');
  const body = { username: 'alpha', password: secret, role: 'Parser', terms: 1, company: 'Alpha Air' };
  const made = await callApi(server, '/user/register', { method: 'POST', token: admin, body });
  expect(made.status, made.text).toBe(200);
  const login = { username: 'alpha', password: secret, role: '', terms: 0, company: '' };
  const response = await callApi(server, '/account/authenticate', { method: 'POST', body: login });
  tokens.alpha = (response.json as { token: string }).token;
  for (const user of ['parser', 'customer'] as const) tokens[user] = await server.logIn(user);
  for (const [stationId, receiver, feeder] of [
    ['9001', 'RX-Alpha', 'alpha'],
    ['9002', 'RX-Beta', 'customer'],
  ] as const) {
    const id = await addStation(server.db, stationId, [receiver]);
    await server.db.query(
      'update stations set feeder_user_id = (select id from users where user_name = $2) where id = $1',
      [id, feeder],
    );
  }
  await server.db.query(`insert into aircraft (registration, mode_s, source) values ('YR-PST', '4A0001', 'import')`);
});

async function past(user: string, query: Readonly<Record<string, string>>): Promise<PastAircraft[]> {
  const response = await callApi(server, `/CurrentLocation/past?${new URLSearchParams(query)}`, {
    token: tokens[user] ?? '',
  });
  expect(response.status, response.text).toBe(200);
  return (response.json as { aircraft: PastAircraft[] }).aircraft;
}

test('a past range contains the aircraft of its stored positions with one position per step, oldest first', async () => {
  await storeAdsb(
    server.db,
    [
      placed(3 * hour, '4a0001', 45, 25, { stationId: 'rx-alpha', altitude: 33_000, altUnit: 'feet' }),
      placed(3 * hour - 1, '4a0001', 45.001, 25, { stationId: 'rx-alpha', altitude: 33_000, altUnit: 'feet' }),
      frame(3 * hour - 2, { icao: '4a0001', identification: 'ROT391', stationId: 'rx-alpha' }),
      frame(2 * hour, { icao: '4a0001', identification: 'ROT392', stationId: 'rx-beta' }),
      placed(2 * hour, '4a0001', 46, 26, { stationId: 'rx-beta', altitude: 34_000, altUnit: 'feet' }),
      placed(2 * hour, '4a0002', 10, 26, { stationId: 'rx-beta' }),
      placed(5 * hour, '4a0003', 45, 25, { stationId: 'rx-beta' }),
    ].map((row) => ({ row })),
  );
  const range = { from: ago(4 * hour), to: ago(hour) };
  const [first, second, ...none] = (await past('parser', range)).sort((a, b) => (a.icao < b.icao ? -1 : 1));
  expect(none).toEqual([]);
  expect(first).toMatchObject({ icao: '4A0001', callsign: 'ROT392' });
  expect(first?.points.map(([lat, lon, , feet]) => [lat, lon, feet])).toEqual([
    [45.001, 25, 33_000],
    [46, 26, 34_000],
  ]);
  expect(second).toMatchObject({ icao: '4A0002', callsign: null });

  const inBox = await past('parser', { ...range, lat1: '40', lat2: '50', lon1: '20', lon2: '30' });
  expect(inBox.map(({ icao }) => icao)).toEqual(['4A0001']);
});

test('a past range is scoped like positions: a company sees what its receivers received', async () => {
  const [only, ...none] = await past('alpha', { from: ago(4 * hour), to: ago(hour) });
  expect(none).toEqual([]);
  expect(only?.callsign).toBe('ROT391');
  expect(only?.points.map(([lat]) => lat)).toEqual([45.001]);
});

test('coverage counts stored positions by cells, in the scope of positions: a company sees what its receivers received', async () => {
  const coverageOf = async (user: string, query = ''): Promise<Coverage> => {
    const response = await callApi(server, `/CurrentLocation/coverage${query}`, { token: tokens[user] ?? '' });
    expect(response.status, response.text).toBe(200);
    return response.json as Coverage;
  };
  const all = await coverageOf('parser');
  expect(all).toMatchObject({ hours: 24, cellDeg: 0.25, positions: 5, isSampled: false });
  expect(all.cells.toSorted()).toEqual([
    [180, 100, 3],
    [184, 104, 1],
    [40, 104, 1],
  ]);
  const own = await coverageOf('alpha');
  expect([own.positions, own.cells]).toEqual([2, [[180, 100, 2]]]);
  expect((await coverageOf('alpha', '?company=')).positions, 'not of another company').toBe(2);
});

test('a range that is longer than 6 hours, reversed or missing is refused', async () => {
  for (const query of [
    { from: ago(8 * hour), to: ago(hour) },
    { from: ago(hour), to: ago(2 * hour) },
    { to: ago(hour) },
  ]) {
    const text = new URLSearchParams(query as Record<string, string>);
    const response = await callApi(server, `/CurrentLocation/past?${text}`, { token: tokens.parser ?? '' });
    expect(response.status, String(text)).toBe(400);
  }
});

test('the newest message has its stations: all of them, own ones, or those of the visible receptions', async () => {
  const sent = { tail: '.YR-PST', label: 'Q0', msgno: 'M01A', blockId: '1', text: 'NEW' };
  await storeAcars(server.db, [
    { row: messageAt(now - 400_000, { ...sent, msgno: 'M00A', text: 'OLD', stationId: 'rx-old' }) },
    { row: messageAt(now - 62_000, { ...sent, stationId: 'rx-alpha' }) },
    { row: messageAt(now - 61_000, { ...sent, stationId: 'rx-beta' }) },
    { row: messageAt(now - 60_000, { ...sent, stationId: 'rx-unclaimed' }) },
  ]);
  const heardBy = async (user: string): Promise<HeardBy[]> => {
    const response = await callApi(server, '/CurrentLocation/heardBy?icao=4A0001,4A0099,x', {
      token: tokens[user] ?? '',
    });
    expect(response.status, response.text).toBe(200);
    return (response.json as { heardBy: HeardBy[] }).heardBy;
  };
  const [all] = await heardBy('parser');
  expect(all).toMatchObject({ icao: '4A0001', others: 1 });
  expect(all?.stations.map(({ stationId }) => stationId).sort()).toEqual(['9001', '9002']);
  expect(all?.stations[0]).toMatchObject({ latitude: 47.4, longitude: 8.5 });
  expect(await heardBy('customer')).toMatchObject([{ stations: [{ stationId: '9002' }], others: 2 }]);
  expect(await heardBy('alpha')).toMatchObject([{ stations: [{ stationId: '9001' }], others: 0 }]);
});
