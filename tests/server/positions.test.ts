import { beforeAll, describe, expect, test } from 'vitest';
import type { Location, RecentTrail, TrailPoint } from '../../contract/entities/map.ts';
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { columnsType, type PositionColumns } from '../../contract/position-columns.ts';
import { readStored } from '../../server/map/received-positions.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { readColumns, readPositions } from '../../src/charts/positions/read-positions.ts';
import { callApi } from '../support/api-client.ts';
import { frame } from '../support/frames.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, testServerForFile } from '../support/test-server.ts';
import { messageAt } from './fresh-database.ts';

const path = '/CurrentLocation/GetCurrentLocation2';

const placed = (secondsAgo: number, icao: string, lat: number, lon: number, more: Partial<AdsbMessage> = {}) =>
  frame(secondsAgo, { icao, lat, lon, esType: '11', ...more });

async function store(server: InProcessServer, ...rows: AdsbMessage[]): Promise<void> {
  await storeAdsb(
    server.db,
    rows.map((row) => ({ row })),
  );
  await readStored(server.db, server.services.positions);
}

async function locations(server: InProcessServer, token: string, query = ''): Promise<Map<string, Location>> {
  const response = await callApi(server, `${path}${query}`, { token });
  expect(response.status, response.text).toBe(200);
  const { currentLocations } = response.json as { currentLocations: Location[] };
  return new Map(currentLocations.map((one) => [one.icao, one]));
}

async function trail(server: InProcessServer, token: string, query: string): Promise<TrailPoint[]> {
  const response = await callApi(server, `/CurrentLocation/trail?${query}`, { token });
  expect(response.status, response.text).toBe(200);
  return (response.json as { trail: TrailPoint[] }).trail;
}

describe('API-27: positions from stored rows', () => {
  const server = testServerForFile();
  let token: string;
  beforeAll(async () => {
    token = await server.logIn('parser');
  });

  test('MAP-16: frames of every kind form one aircraft: position, track, speed, altitude, climb, callsign', async () => {
    await store(
      server,
      placed(9, '4a08d1', 45.5, 25.5, { altitude: 33_000, altUnit: 'feet', altInfo: 'barometric' }),
      frame(8, { icao: '4a08d1', ewVelocity: 300, nsVelocity: -400, verticalRate: -1920 }),
      frame(7, { icao: '4a08d1', identification: 'ROT391', squawk: '7600' }),
      frame(6, { icao: '4a08d1', altitude: 33_800, altUnit: 'feet', altInfo: 'GNSS' }),
      placed(5, '4a08d2', 45.6, 25.6, { esType: '7', altitude: null }),
      placed(5, '4a08d3', 45.7, 25.7, { altitude: 1000, altUnit: 'meters' }),
    );
    const all = await locations(server, token);
    expect(all.get('4A08D1')).toMatchObject({
      id: 0x4a08d1,
      lat: 45.5,
      lon: 25.5,
      angle: 143.1,
      groundSpeedKt: 500,
      altitudeFt: 33_000,
      verticalRateFtMin: -1920,
      callsign: 'ROT391',
      isOnGround: false,
      squawk: '7600',
    });
    expect(all.get('4A08D2')).toMatchObject({ isOnGround: true, altitudeFt: null, angle: null });
    expect(all.get('4A08D3')?.altitudeFt).toBe(3281);
  });

  test('API-27: bounds limit the response, also across the antimeridian', async () => {
    await store(server, placed(5, 'c80001', -17, 179.5), placed(5, 'c80002', -17, -179.5));
    const there = await locations(server, token, '?lat1=-20&lat2=-10&lon1=175&lon2=-175');
    expect([...there.keys()].sort()).toEqual(['C80001', 'C80002']);
    expect((await locations(server, token, '?lat1=-20&lat2=-10&lon1=175&lon2=180')).size).toBe(1);
    const bad = await callApi(server, `${path}?lat1=north`, { token });
    expect(bad.status).toBe(400);
  });

  test('an ACARS message with position and address counts when it is newer', async () => {
    const at = (secondsAgo: number) => (Math.floor(Date.now() / 1000) - secondsAgo) * 1000;
    const acars = (secondsAgo: number, lat: number) =>
      messageAt(at(secondsAgo), { icao: '4A08E1', lat, lon: 20, alt: 31_000, text: String(lat) });
    await storeAcars(server.db, [{ row: acars(120, 50) }, { row: acars(30, 51) }]);
    await store(server, placed(60, '4a08e1', 50.5, 20));
    expect((await locations(server, token)).get('4A08E1')).toMatchObject({ lat: 51, altitudeFt: 31_000 });
    await store(server, placed(1, '4a08e1', 52, 20));
    expect((await locations(server, token)).get('4A08E1')?.lat).toBe(52);
  });

  test('the last ACARS message counts for its aircraft, by address or tail, and so does its last fault report; a known aircraft has its type and tail, and its messages are counted; a tail alone places nothing', async () => {
    await server.db.query(
      `insert into aircraft (registration, mode_s, type_code, source) values ('YR-TYP', '4a08e7', 'at76', 'import')`,
    );
    const atMs = Math.floor(Date.now() / 1000) * 1000;
    await storeAcars(server.db, [
      { row: messageAt(atMs - 40_000, { icao: '4A08E7', text: 'BY ADDRESS' }) },
      {
        row: messageAt(atMs - 30_000, {
          icao: '4A08E7',
          label: 'H1',
          text: '#CFB.1/FLR/FR24030411230034583106FWC2 :NO DATA',
        }),
      },
      { row: messageAt(atMs - 20_000, { icao: null, tail: '.YRTYP', lat: 1, lon: 1, text: 'BY TAIL' }) },
      { row: messageAt(atMs - 5000, { icao: null, tail: 'N0BODY', text: 'UNKNOWN TAIL' }) },
    ]);
    await store(server, placed(30, '4a08e7', 50.5, 21), placed(30, '4a08e8', 50.5, 22));
    const all = await locations(server, token);
    expect(all.get('4A08E7')).toMatchObject({ lat: 50.5, typeCode: 'AT76', registration: 'YR-TYP', messages: 3 });
    expect(Date.parse(all.get('4A08E7')?.lastMessageAt ?? '')).toBe(atMs - 20_000);
    expect(Date.parse(all.get('4A08E7')?.lastFaultAt ?? '')).toBe(atMs - 30_000);
    expect(all.get('4A08E8')).toMatchObject({ typeCode: null, messages: 0, lastMessageAt: null, lastFaultAt: null });
  });

  test('an unchanged response is a 304; a change or another part of the world has a different tag', async () => {
    const query = `${path}?lat1=30&lat2=31&lon1=30&lon2=31`;
    await store(server, placed(20, '4a08f1', 30.5, 30.5), placed(20, '4a08f2', 35, 35));
    const ask = (etag: string, url = query) => callApi(server, url, { token, headers: { 'if-none-match': etag } });
    const first = await callApi(server, query, { token });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await ask(known);
      expect([again.status, again.text, again.headers.get('etag')], known).toEqual([304, '', etag]);
    }
    for (const unknown of ['"other"', etag.slice(0, -2), '', 'W/']) expect((await ask(unknown)).status).toBe(200);
    // An aircraft moves outside the bounds.
    await store(server, placed(10, '4a08f2', 35.1, 35));
    expect((await ask(etag)).status).toBe(304);
    await store(server, placed(10, '4a08f1', 30.6, 30.5));
    const moved = await ask(etag);
    expect(moved.status).toBe(200);
    expect(moved.text).toContain('"lat":30.6');
    expect((await ask(moved.headers.get('etag') ?? '', path)).status).toBe(200);
    expect((await callApi(server, query, { headers: { 'if-none-match': etag } })).status, 'nobody').toBe(401);
  });

  test('a client that prefers columns gets what changed since its version, all others rows', async () => {
    const query = `${path}?lat1=32&lat2=33&lon1=30&lon2=31`;
    await store(server, placed(20, '4a08f3', 32.5, 30.5), placed(20, '4a08f4', 32.6, 30.5));
    const ask = async (etag = '', accept = `${columnsType}, application/json`) => {
      const response = await callApi(server, query, { token, headers: { accept, 'if-none-match': etag } });
      return { ...response, tag: response.headers.get('etag') ?? '', type: response.headers.get('content-type') };
    };
    const first = await ask();
    expect(first).toMatchObject({ type: columnsType, json: { base: null, came: [0x4a08f3, 1] } });
    expect((await ask(first.tag)).status).toBe(304);
    await store(server, placed(10, '4a08f4', 32.61, 30.5));
    const moved = await ask(first.tag);
    const lat = { at: [1], values: [1000] };
    expect(moved.json).toMatchObject({ base: first.tag, gone: [], came: [], columns: { lat } });
    expect(Object.keys((moved.json as PositionColumns).columns)).toEqual(['lat', 'seenAt', 'angle']);
    const state = readColumns(first.json, null);
    const after = state !== null && state !== 'other' ? readColumns(moved.json, { ...state, tag: first.tag }) : null;
    const rows = await ask(first.tag, 'application/json');
    expect(rows.type).toContain('application/json');
    expect(after).toMatchObject({ fixes: readPositions(rows.json) });
    // Not a version that this server knows.
    expect((await ask('W/"2-1-1"')).json).toMatchObject({ base: null });
  });

  test('the trail: positions since the aircraft reappeared, oldest first, from stored rows and memory', async () => {
    const longAgo = placed(3 * 3600, '4a08a1', 40, 20);
    const before = [1500, 1400, 1300].map((secondsAgo) =>
      placed(secondsAgo, '4a08a1', 45 - secondsAgo / 1000, 25, { altitude: 30_000, altUnit: 'feet' }),
    );
    await store(server, longAgo, ...before, placed(30, '4A08A1', 45, 25), placed(30, '4a08a2', 46, 25));
    server.services.positions.take([
      { icao: '4a08a1', atMs: Date.now() - 2000, stationId: null, lat: 45.01, lon: 25, altitudeFt: 31_000 },
    ]);
    const points = await trail(server, token, 'icao=4A08A1');
    expect(points.map(({ lat }) => lat)).toEqual([43.5, 43.6, 43.7, 45, 45.01]);
    expect(points.map(({ altitudeFt }) => altitudeFt)).toEqual([30_000, 30_000, 30_000, null, 31_000]);
    const times = points.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBe(before[0]?.adsbDateTime);
    for (const icao of ['', 'nobody', '4A08A', "4A08A1' or 1=1 --", '4a08ff'])
      expect(await trail(server, token, `icao=${encodeURIComponent(icao)}`)).toEqual([]);
  });

  test('ADD-trails: the last 15 minutes of the aircraft in bounds, at most 32 points each', async () => {
    const now = Date.now();
    server.services.positions.take(
      Array.from({ length: 60 }, (_, step) => ({
        icao: '4A08C7',
        atMs: now - 9 * 60_000 + step * 9000,
        stationId: null,
        lat: 60 + step / 100,
        lon: 10,
        altitudeFt: 31_000,
      })),
    );
    const ask = async (query: string) => {
      const response = await callApi(server, `/CurrentLocation/trails?${query}`, { token });
      expect(response.status, response.text).toBe(200);
      return (response.json as { trails: RecentTrail[] }).trails;
    };
    const [found, ...others] = await ask('lat1=60&lat2=61&lon1=9&lon2=11');
    expect([found?.icao, others.length]).toEqual(['4A08C7', 0]);
    expect(found?.points.length).toBeGreaterThan(10);
    expect(found?.points.length).toBeLessThanOrEqual(32);
    expect(found?.points.at(-1)?.[3]).toBe(31_000);
    const seconds = found?.points.map(([, , at]) => at) ?? [];
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(await ask('lat1=-61&lat2=-60')).toEqual([]);
  });

  test('a trail of ten thousand positions has at most 500 points, with the newest', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => placed(10_000 - i, '4a08b1', 40 + i / 1000, 25));
    await store(server, ...rows);
    const points = await trail(server, token, 'icao=4a08b1');
    expect(points.length).toBeGreaterThan(200);
    expect(points.length).toBeLessThanOrEqual(500);
    expect(points.at(-1)?.lat).toBeGreaterThan(49.9);
  });
});

const secret = 'secret-1';
for (const setting of ['company', 'all'] as const)
  describe(`C117 C38b: positions with COMPANY_SCOPE=${setting}`, () => {
    const tokens: Record<string, string> = {};
    const server = testServerForFile({ COMPANY_SCOPE: setting });
    beforeAll(async () => {
      const admin = await server.logIn('admin');
      const people = { alpha: 'Alpha Air', beta: ' beta wings ', nobody: 'Nobody Inc' };
      for (const [username, company] of Object.entries(people)) {
        const body = { username, password: secret, role: 'Parser', terms: 1, company };
        const made = await callApi(server, '/user/register', { method: 'POST', token: admin, body });
        expect(made.status, made.text).toBe(200);
        const login = { username, password: secret, role: '', terms: 0, company: '' };
        const response = await callApi(server, '/account/authenticate', { method: 'POST', body: login });
        tokens[username] = (response.json as { token: string }).token;
      }
      for (const user of ['admin', 'parser', 'customer'] as const) tokens[user] = await server.logIn(user);
      for (const [stationId, receiver, feeder] of [
        ['9001', 'RX-Alpha', 'alpha'],
        ['9002', 'RX-Beta', 'beta'],
      ] as const) {
        const id = await addStation(server.db, stationId, [receiver]);
        await server.db.query(
          'update stations set feeder_user_id = (select id from users where user_name = $2) where id = $1',
          [id, feeder],
        );
      }
      await server.db.query(
        `insert into airlines (airline_name, iata, icao, is_active, source)
         values ('Alpha Air', 'A9', 'ALW', true, 'import'), ('Beta Wings', 'B9', 'BTW', true, 'import')`,
      );
      await server.db.query(
        `insert into aircraft (registration, mode_s, operator_name, airline_id, source) values
         ('D-OPER', 'A00001', 'ALPHA AIR', null, 'import'),
         ('D-OWNA', 'A00002', 'Some Leasing', (select airline_id from airlines where airline_name = 'Alpha Air'), 'import'),
         ('D-OWNB', 'A00003', 'Some Leasing', (select airline_id from airlines where airline_name = 'Alpha Air'), 'import')`,
      );
      await store(
        server,
        placed(9, 'a00001', 41, 21, { stationId: 'RX-NOBODY' }),
        placed(9, 'a00002', 42, 22, { stationId: 'RX-NOBODY' }),
        placed(9, 'a00003', 43, 23, { stationId: 'RX-NOBODY', identification: 'BTW77' }),
        placed(9, 'd00004', 44, 24, { stationId: 'RX-NOBODY', identification: 'ALW123' }),
        placed(9, 'd00005', 45, 25, { stationId: '9001' }),
        placed(9, 'd00006', 46, 26, { stationId: null }),
        // Both receive it: beta last.
        placed(60, 'd00007', 47, 27, { stationId: 'rx-alpha' }),
        placed(9, 'd00007', 47.5, 27.5, { stationId: 'rx-beta' }),
      );
    });
    const seenBy = async (user: string, query = '') => locations(server, tokens[user] ?? '', query);
    const everything = ['A00001', 'A00002', 'A00003', 'D00004', 'D00005', 'D00006', 'D00007'];
    const ofAlpha = ['A00001', 'A00002', 'D00004', 'D00005', 'D00007'];

    test('C117: a company sees its aircraft, its flights, and receptions of its receivers, whatever the query', async () => {
      for (const query of ['', '?company=', '?company=Beta%20Wings'])
        expect([...(await seenBy('alpha', query)).keys()].sort(), query).toEqual(ofAlpha);
      expect([...(await seenBy('beta')).keys()].sort()).toEqual(['A00003', 'D00007']);
      expect((await seenBy('nobody')).size).toBe(0);
      for (const user of ['parser', 'customer', 'admin'])
        expect([...(await seenBy(user)).keys()].sort(), user).toEqual(everything);
      expect([...(await seenBy('customer', '?company=Alpha%20Air')).keys()].sort()).toEqual(everything);
      expect([...(await seenBy('admin', '?company=alpha%20air')).keys()].sort()).toEqual(ofAlpha);
    });

    test('C117: a version of another scope is never continued: the response is complete, and contains what the user may see', async () => {
      const ask = async (user: string, etag = '') => {
        const headers = { accept: `${columnsType}, application/json`, 'if-none-match': etag };
        const { json, headers: sent } = await callApi(server, path, { token: tokens[user] ?? '', headers });
        return { ...(json as PositionColumns), tag: sent.get('etag') ?? '' };
      };
      const whole = await ask('parser');
      const alpha = await ask('alpha', whole.tag);
      expect(alpha.base).toBeNull();
      const state = readColumns(alpha, null);
      expect(state).toMatchObject({ fixes: ofAlpha.map((icao) => ({ icao })) });
      expect((await ask('parser', alpha.tag)).base).toBeNull();
      expect((await ask('beta', alpha.tag)).base).toBeNull();
    });

    test('a company sees, for an aircraft also received by others, the position from its own receiver', async () => {
      expect((await seenBy('alpha')).get('D00007')?.lat).toBe(47);
      expect((await seenBy('beta')).get('D00007')?.lat).toBe(47.5);
      expect((await seenBy('parser')).get('D00007')?.lat).toBe(47.5);
    });

    test('ADD-trails: all trails are scoped alike', async () => {
      const points = async (user: string) => {
        const response = await callApi(server, '/CurrentLocation/trails', { token: tokens[user] ?? '' });
        const { trails } = response.json as { trails: RecentTrail[] };
        return Object.fromEntries(trails.map((one) => [one.icao, one.points.map(([lat]) => lat)]));
      };
      const alpha = await points('alpha');
      expect(Object.keys(alpha).sort()).toEqual(ofAlpha);
      expect(alpha.D00007).toEqual([47]);
      expect(await points('beta')).toEqual({ A00003: [43], D00007: [47.5] });
      expect(await points('nobody')).toEqual({});
      expect((await points('parser')).D00007).toEqual([47, 47.5]);
    });

    test('the trail is scoped alike', async () => {
      const latitudes = async (user: string, icao: string) =>
        (await trail(server, tokens[user] ?? '', `icao=${icao}`)).map(({ lat }) => lat);
      expect(await latitudes('parser', 'D00007')).toEqual([47, 47.5]);
      expect(await latitudes('alpha', 'D00007')).toEqual([47]);
      expect(await latitudes('beta', 'D00007')).toEqual([47.5]);
      expect(await latitudes('alpha', 'A00001')).toEqual([41]);
      expect(await latitudes('beta', 'A00001')).toEqual([]);
      expect(await latitudes('nobody', 'D00006')).toEqual([]);
    });
  });
