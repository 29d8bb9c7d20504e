import { beforeAll, expect, test } from 'vitest';
import type { Location } from '../../contract/entities/map.ts';
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
let admin: string;
let key: string;
beforeAll(async () => {
  admin = await server.logIn('admin');
  ({ key } = await makeKey(server, admin, await addStation(server.db, '7001', ['RX-ONE'])));
  await addStation(server.db, '7002', ['RX-TWO']);
});

const post = (frames: readonly unknown[], token = key): Promise<ApiResponse> =>
  callApi(server, '/ingest/adsb', {
    method: 'POST',
    token,
    rawBody: frames.map((frame) => (typeof frame === 'string' ? frame : JSON.stringify(frame))).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });

test('C120: frames are returned as sent; repeated ones are duplicates; invalid or foreign ones are reported by line', async () => {
  const seconds = Math.floor(Date.now() / 1000) - 60;
  const frame = { timestamp: seconds, icao: '4A1B2C', df: 17, tc: 11, altitude: '35000', lat: 45.5, lon: 25.5 };
  // A decoder that writes whole seconds receives the same frame twice in one second: two receptions.
  const lines = [frame, frame, { ...frame, stationId: 'RX-ONE', squawk: '7000' }];
  expect((await post(lines)).json).toEqual({ stored: 3, duplicates: 0, leftOut: [] });
  expect((await post(lines)).json).toEqual({ stored: 0, duplicates: 3, leftOut: [] });

  const others = [
    { ...frame, stationId: 'RX-TWO' },
    { timestamp: seconds, text: 'HELLO', label: 'H1', tail: 'YR-ABC' },
    '{"icao":',
    { ...frame, timestamp: seconds + 10 * 86_400 },
  ];
  const refused = await post(others);
  expect(refused.status).toBe(409);
  const { lines: refusedLines } = (refused.json as { errors: { lines: string[] } }).errors;
  expect(refusedLines.map((line) => /^1 line from line (\d):/.exec(line)?.[1]).sort()).toEqual(['1', '2', '3', '4']);

  const response = await callApi(server, '/AcarsMessage/adsb?icao=4A1B2C', { token: admin });
  const { adsbMessages } = response.json as { adsbMessages: AdsbMessage[] };
  expect(adsbMessages.map(({ stationId }) => stationId).sort()).toEqual(['7001', '7001', 'RX-ONE']);
  expect(adsbMessages.map(({ altitude }) => altitude)).toEqual([35000, 35000, 35000]);
});

test('C120: without a station key nothing is stored', async () => {
  expect((await post([{}], 'not a key')).status).toBe(401);
  expect((await post([{}], admin)).status).toBe(403);
});

test('C120 C143: a posted frame is shown on the map as soon as the post is acknowledged', async () => {
  const frame = { timestamp: Date.now() / 1000, icao: '4A1B2D', df: 17, tc: 11, altitude: '35000', lat: 46, lon: 26 };
  expect((await post([frame])).status).toBe(200);
  const response = await callApi(server, '/CurrentLocation/GetCurrentLocation2', { token: admin });
  const { currentLocations } = response.json as { currentLocations: Location[] };
  const shown = currentLocations.find(({ icao }) => icao === '4A1B2D');
  expect([shown?.lat, shown?.lon, shown?.altitudeFt]).toEqual([46, 26, 35000]);
});
