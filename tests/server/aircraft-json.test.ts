import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Location } from '../../contract/entities/map.ts';
import { boxOf } from '../../server/base/geometry.ts';
import { readConfig } from '../../server/config.ts';
import { pollAircraftJson, readAircraftJson } from '../../server/map/aircraft-json.ts';
import { maxAircraft, Positions, viewOfAll } from '../../server/map/positions.ts';
import { aircraftFiles } from '../recordings/aircraft-json.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { frame, storeFrames } from '../support/frames.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Aircraft = Readonly<Record<string, unknown>>;
type File = { readonly now: number; readonly aircraft: readonly Aircraft[] };
const asNow = (file: File): File => ({ ...file, now: Date.now() / 1000 });
const fileOf = (...aircraft: Aircraft[]): File => asNow({ now: 0, aircraft });
const one = { hex: '4a08d1', lat: 45, lon: 25, seen_pos: 1, seen: 0.5 };
/** readsb and dump1090-fa write it for each aircraft. */
const lists = { mlat: [], tisb: [] };

let source: Server;
let url = '';
/** Response of the receiver. requested = number of requests. */
let handler: RequestListener = (_request, response) => response.end();
let requested = 0;
const json = (value: unknown) => () => (_request: unknown, response: { end(text: string): void }) =>
  response.end(JSON.stringify(value));
beforeAll(async () => {
  source = createServer((request, response) => {
    requested++;
    handler(request, response);
  });
  await new Promise<void>((listening) => source.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/data/aircraft.json`;
});
afterAll(() => {
  source.closeAllConnections();
  source.close();
});

const tooLarge = Buffer.alloc(9_000_000, ' ');
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
/** Polls quickly. `log` = lines for the operator. */
function poll(from = url, stationId: string | null = null): { positions: Positions; log: string[] } {
  const positions = new Positions();
  const log: string[] = [];
  const tell = (about: object, text: string) => void log.push(`${text} ${JSON.stringify(about)}`);
  stops.push(
    pollAircraftJson({ sources: [{ stationId, from }], everyMs: 20 }, positions, { warn: tell, info: tell } as never),
  );
  return { positions, log };
}
const reported = (positions: Positions): Location[] =>
  (JSON.parse(positions.respond(boxOf({}), viewOfAll).body().toString()) as { currentLocations: Location[] })
    .currentLocations;
const icaos = (positions: Positions): string[] =>
  reported(positions)
    .map(({ icao }) => icao)
    .sort();

/** On a busy machine a second is short. */
const soon = <T>(ask: () => T) => expect.poll(ask, { interval: 20 });

describe('contents of an aircraft.json', () => {
  test.each(aircraftFiles)(
    'every aircraft with a position in a file of readsb is returned unchanged: $name',
    ({ file, placed: count }) => {
      const positions = new Positions();
      positions.take(readAircraftJson(JSON.stringify(asNow(file)), '1001', Date.now()).reports);
      const known = new Map(reported(positions).map((location) => [location.icao, location]));
      const placed = file.aircraft.filter((aircraft) => 'lat' in aircraft || 'lastPosition' in aircraft);
      expect(placed.length).toBe(count);
      expect(known.size).toBe(count);
      for (const aircraft of placed) {
        const is = known.get(String(aircraft.hex).toUpperCase());
        if (!('lat' in aircraft)) continue;
        expect(is?.lat).toBeCloseTo(aircraft.lat as number, 4);
        expect(is?.lon).toBeCloseTo(aircraft.lon as number, 4);
        if ('gs' in aircraft) expect(is?.groundSpeedKt).toBe(Math.round(aircraft.gs as number));
        if (typeof aircraft.alt_baro === 'number') expect(is?.altitudeFt).toBe(aircraft.alt_baro);
        if (aircraft.alt_baro === 'ground') expect(is).toMatchObject({ isOnGround: true, altitudeFt: null });
        if ('squawk' in aircraft) expect(is?.squawk).toBe(aircraft.squawk);
        if ('flight' in aircraft) expect(is?.callsign).toBe(String(aircraft.flight).trim());
        const agoMs = Date.now() - Date.parse(is?.seenAt ?? '');
        expect(agoMs).toBeGreaterThan((aircraft.seen_pos as number) * 1000 - 1);
      }
    },
  );

  test('names of old dump1090 versions are supported; addresses that are not of ICAO (~) stay apart, invalid entries are skipped', () => {
    const positions = new Positions();
    const old = {
      hex: '4a08d2',
      lat: 46,
      lon: 26,
      seen_pos: 1,
      altitude: 12_000,
      speed: 300,
      track: 90,
      vert_rate: 640,
    };
    const file = { now: Date.now() / 1000, aircraft: [one, old, { ...one, hex: '~4a08d3' }, null, 7, 'x', [], {}] };
    positions.take(readAircraftJson(JSON.stringify(file), null, Date.now()).reports);
    expect(icaos(positions)).toEqual(['4A08D1', '4A08D2', '~4A08D3']);
    expect(reported(positions)[1]).toMatchObject({
      altitudeFt: 12_000,
      groundSpeedKt: 300,
      angle: 90,
      verticalRateFtMin: 640,
    });
  });

  test.each([
    ['adsb_icao', 'ADS-B'],
    ['adsb_icao_nt', 'ADS-B'],
    ['adsb_other', 'ADS-B'],
    ['adsr_icao', 'ADS-R'],
    ['adsr_other', 'ADS-R'],
    ['tisb_icao', 'TIS-B'],
    ['tisb_other', 'TIS-B'],
    ['tisb_trackfile', 'TIS-B'],
    ['mlat', 'MLAT'],
    ['adsc', 'ADS-C'],
    ['mode_s', 'other'],
    ['other', 'other'],
    ['unknown', 'other'],
    [undefined, 'ADS-B'],
  ])('MAP-16: the type %s of readsb is the source %s', (type, positionKind) => {
    const positions = new Positions();
    positions.take(readAircraftJson(JSON.stringify(fileOf({ ...one, type })), null, Date.now()).reports);
    expect(reported(positions)).toMatchObject([{ positionKind }]);
  });

  test('MAP-16: registration, type, emergency, and the geometric altitude where there is none of the barometer are read', () => {
    const positions = new Positions();
    const file = fileOf(
      { ...one, ...lists, r: 'G-BGAA', t: 'A320', alt_geom: 2500, emergency: 'lifeguard', squawk: '1234' },
      { ...one, hex: '4a08d2', alt_baro: 35_000, alt_geom: 36_100, emergency: 'none' },
      { ...one, hex: '4a08d3', alt_baro: 'ground', alt_geom: 300, emergency: 'reserved', r: '<b>', t: 7 },
    );
    positions.take(readAircraftJson(JSON.stringify(file), null, Date.now()).reports);
    expect(reported(positions)).toMatchObject([
      { altitudeFt: 2500, isAltitudeGeometric: true, emergency: 'lifeguard', registration: 'G-BGAA', typeCode: 'A320' },
      { altitudeFt: 35_000, isAltitudeGeometric: false, emergency: 'none', registration: null },
      { altitudeFt: null, isOnGround: true, emergency: null, registration: null, typeCode: null },
    ]);
  });

  /** dump978-fa 11.0, `skyaware_writer.cc`: `alt_geom` is the last barometric altitude, 0 if there was none, and state 2 is `medical`. */
  test('MAP-16: a file of dump978 has no geometric altitude, and its medical priority is read', () => {
    const positions = new Positions();
    const uat = { type: 'adsb_icao', uat_version: 2, nic: 9, rssi: -12.3, messages: 40 };
    const file = fileOf(
      { ...one, ...uat, alt_geom: 0, emergency: 'medical' },
      { ...one, ...uat, hex: '4a08d2', alt_baro: 4500, alt_geom: 4500, emergency: 'none' },
    );
    positions.take(readAircraftJson(JSON.stringify(file), null, Date.now()).reports);
    expect(reported(positions)).toMatchObject([
      { altitudeFt: null, isAltitudeGeometric: false, emergency: 'lifeguard' },
      { altitudeFt: 4500, isAltitudeGeometric: false, emergency: 'none' },
    ]);
  });

  /** readsb 3.14.1642, run with positions at 33.9 S 151.2 E: `calc_track` 144 is the bearing from 0 N 0 E, until 100 m are flown. */
  test('calc_track is no direction: it is that of the way between positions', () => {
    const positions = new Positions();
    const take = (lon: number, seen_pos: number) => {
      const file = fileOf({ ...one, lat: -33.9, lon, seen_pos, calc_track: 144 });
      positions.take(readAircraftJson(JSON.stringify(file), null, Date.now()).reports);
      return reported(positions)[0]?.angle;
    };
    expect([take(151.2, 5), take(151.21, 1)]).toEqual([null, 90]);
  });

  test('bad values: one address twice, 181 degrees, a track of 720, text instead of numbers', () => {
    const positions = new Positions();
    const document = fileOf(
      { ...one, seen_pos: 30, lat: 44.95 },
      { ...one, lat: 45, track: 720, gs: 'fast', alt_baro: null, flight: '<b>' },
      { ...one, hex: '4a08d2', lon: 181 },
      { ...one, hex: '4a08d3', lat: null },
      { ...one, hex: '4a08d4', seen_pos: -5 },
      { ...one, hex: '4a08d5', seen_pos: 3600 },
      { ...one, hex: 5 },
    );
    positions.take(readAircraftJson(JSON.stringify(document), null, Date.now()).reports);
    expect(reported(positions)).toMatchObject([
      // Its two positions show that it flies north.
      { icao: '4A08D1', lat: 45, angle: 0, groundSpeedKt: null, altitudeFt: null, callsign: null },
    ]);
  });

  test('a receiver with a fast clock counts as current; a file written an hour ago is ignored', () => {
    const positions = new Positions();
    const nowMs = Date.now();
    const ahead = { now: nowMs / 1000 + 3600, aircraft: [one] };
    positions.take(readAircraftJson(JSON.stringify(ahead), null, nowMs).reports);
    const agoMs = nowMs - Date.parse(reported(positions)[0]?.seenAt ?? '');
    expect(agoMs).toBeGreaterThanOrEqual(1000);
    expect(agoMs).toBeLessThan(2000);
    positions.take(
      readAircraftJson(JSON.stringify({ now: nowMs / 1000 - 3600, aircraft: [{ ...one, hex: '4a08d2' }] }), null, nowMs)
        .reports,
    );
    expect(icaos(positions)).toEqual(['4A08D1']);
  });
});

describe('polling it', () => {
  test('each new file counts for the station named in the setting', async () => {
    handler = json(fileOf(one))();
    const { positions, log } = poll(url, '1001');
    await soon(() => icaos(positions)).toEqual(['4A08D1']);
    expect([...(positions.of('4A08D1')?.byStation.keys() ?? [])]).toEqual(['1001']);
    handler = json(asNow(fileOf({ ...one, lat: 45.05, seen_pos: 0 })))();
    await soon(() => reported(positions)[0]?.lat).toBe(45.05);
    expect(log).toEqual([]);
  });

  test.each<[string, () => RequestListener]>([
    ['a page of HTML', () => (_q, a) => a.end('<html>log in</html>')],
    ['JSON of something else', json({ aircraft: {} })],
    ['nothing', () => (_q, a) => a.end()],
    ['an error', () => (_q, a) => a.writeHead(503).end('{"now":1,"aircraft":[]}')],
    ['a redirect', () => (_q, a) => a.writeHead(302, { location: `${url}?elsewhere` }).end()],
    [
      'half a body',
      () => (_q, a) => {
        a.writeHead(200, { 'content-length': 1000 });
        a.write('{"now": 1');
        setImmediate(() => a.destroy());
      },
    ],
    ['more than is sensible', () => (_q, a) => a.end(tooLarge)],
    ['a closed connection', () => (q) => q.socket.destroy()],
  ])('%s: logged once, known positions stay, and polling resumes after recovery', async (_what, broken) => {
    handler = json(fileOf(one))();
    const { positions, log } = poll();
    await soon(() => icaos(positions)).toEqual(['4A08D1']);
    handler = broken();
    await soon(() => log.length).toBe(1);
    const before = requested;
    await soon(() => requested).toBeGreaterThan(before + 2);
    expect(log.length).toBe(1);
    expect(icaos(positions)).toEqual(['4A08D1']);
    handler = json(fileOf({ ...one, hex: '4a08d2' }))();
    await soon(() => icaos(positions)).toEqual(['4A08D1', '4A08D2']);
    await soon(() => log.length).toBe(2);
  });

  test('a redirect is not followed, wherever it leads', async () => {
    const seen: string[] = [];
    handler = (request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(302, { location: '/secret' }).end();
    };
    const { log } = poll();
    await soon(() => seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set(['/data/aircraft.json']));
    expect(log[0]).toContain('302, which is not followed');
  });

  test('a receiver that never responds is requested once, and does not delay the shutdown', async () => {
    let open = 0;
    // Aborted requests of an earlier test may still arrive.
    handler = (request) => {
      if (request.url?.endsWith('?silent')) open++;
    };
    // Without the request's own deadline, only its abort lets the shutdown end.
    const deadline = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    try {
      poll(`${url}?silent`);
      await soon(() => open).toBe(1);
      for (const stop of stops.splice(0)) await stop();
      expect(deadline).toHaveBeenCalledTimes(1);
    } finally {
      deadline.mockRestore();
    }
    expect(open).toBe(1);
  });

  test('50,000 aircraft: the number is limited, and the next file is read as usual', async () => {
    const hex = (i: number) => (0x10_0000 + i).toString(16);
    handler = json(fileOf(...Array.from({ length: 50_000 }, (_, i) => ({ ...one, hex: hex(i), lon: i / 1000 }))))();
    const { positions } = poll();
    await soon(() => reported(positions).length).toBe(maxAircraft);
    handler = json(fileOf(one))();
    await soon(() => icaos(positions).includes('4A08D1')).toBe(true);
  });

  test('a local file is also read; a pipe is refused', async () => {
    const own = mkdtempSync(join(tmpdir(), 'downlink-aircraft-'));
    try {
      const file = join(own, 'aircraft.json');
      writeFileSync(file, JSON.stringify(fileOf(one)));
      const { positions } = poll(file);
      await soon(() => icaos(positions)).toEqual(['4A08D1']);
      const pipe = join(own, 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const path of [pipe, join(own, 'missing')]) {
        const { log } = poll(path);
        await soon(() => log.length).toBe(1);
      }
    } finally {
      rmSync(own, { recursive: true });
    }
  });
});

describe('its settings', () => {
  test('several sources, with and without a station', () => {
    const text =
      '1001=http://a.example/aircraft.json?x=1, /run/readsb/aircraft.json DL-LROP-ADSB=https://b.example:8443/';
    expect(readConfig({ AIRCRAFT_JSON: text, AIRCRAFT_JSON_SECONDS: '5' }).aircraftJson).toEqual({
      sources: [
        { stationId: '1001', from: 'http://a.example/aircraft.json?x=1' },
        { stationId: null, from: '/run/readsb/aircraft.json' },
        { stationId: 'DL-LROP-ADSB', from: 'https://b.example:8443/' },
      ],
      everyMs: 5000,
    });
    expect(readConfig({}).aircraftJson).toEqual({ sources: [], everyMs: 2000 });
  });
  test.each([
    { AIRCRAFT_JSON: 'aircraft.json' },
    { AIRCRAFT_JSON: '1001=' },
    { AIRCRAFT_JSON: 'ftp://a.example/aircraft.json' },
    { AIRCRAFT_JSON: 'http://user:secret@a.example/aircraft.json' },
    { AIRCRAFT_JSON_SECONDS: '0' },
    { AIRCRAFT_JSON_SECONDS: '60' },
  ])('%o is refused with a text that contains no secret', (env) => {
    expect(() => readConfig(env)).toThrow(/^(?!.*secret)AIRCRAFT_JSON(_SECONDS)? must be/);
  });
});

describe('the whole server', () => {
  let server: TestServer;
  beforeAll(async () => {
    handler = json(fileOf(one))();
    server = await startServer({ env: { AIRCRAFT_JSON: `1001=${url}`, AIRCRAFT_JSON_SECONDS: '1' } });
  });
  afterAll(() => server.dispose());

  test('API-27: polls the file, receives what other processes store, and starts with stored positions', async () => {
    const { token } = await logIn(server, 'parser');
    const known = async (): Promise<string[]> => {
      const { json: body } = await callApi(server, '/CurrentLocation/GetCurrentLocation2', { token });
      return (body as { currentLocations: Location[] }).currentLocations.map(({ icao }) => icao).sort();
    };
    await soon(known).toEqual(['4A08D1']);
    await storeFrames(server, [frame(5, { icao: '4ca001', lat: 53, lon: -6 })]);
    await soon(known).toEqual(['4A08D1', '4CA001']);
    await server.restart({ env: { AIRCRAFT_JSON: '' } });
    expect(await known()).toEqual(['4CA001']);
  });
});
