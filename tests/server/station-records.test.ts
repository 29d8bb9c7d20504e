import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { blankRow } from '../../contract/blank-row.ts';
import { dayMs } from '../../contract/durations.ts';
import { stationFrameSize, stationStatus } from '../../contract/entities/stations.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { importFiles } from '../../server/input/imports/import-command.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { keptDays } from './fresh-database.ts';

const nowMs = Date.UTC(2026, 10, 20, 12, 34, 56);
const nowS = nowMs / 1000;
const server = testServerForFile();
let admin: string;
let feeder: string;
let key: string;
beforeAll(async () => {
  [admin, feeder] = [await server.logIn('admin'), await server.logIn('feeder')];
  ({ key } = await makeKey(server, admin, await addStation(server.db, '7001', ['RX-ONE'])));
  await addStation(server.db, '7002', ['RX-TWO']);
  await server.db.query(
    `update stations set feeder_user_id = (select id from users where user_name = 'feeder') where station_id = '7002'`,
  );
});
beforeEach(async () => {
  clock.offsetMs = nowMs - Date.now();
  await server.db.query('truncate station_statuses, station_frame_sizes');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const post = (path: string, records: readonly unknown[], token = key): Promise<ApiResponse> =>
  callApi(server, path, {
    method: 'POST',
    token,
    rawBody: records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
type Page = { rows: Record<string, unknown>[]; count: number };
async function statuses(query = '', token = admin): Promise<Page> {
  const response = await callApi(server, `/Stations/StationStatus?${query}`, { token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  const { stationStatus: rows, stationStatusCount: count } = response.json as {
    stationStatus: Page['rows'];
    stationStatusCount: number;
  };
  return { rows, count };
}
async function frameSizes(query = '', token = admin): Promise<Page> {
  const response = await callApi(server, `/StationStatusFrameSize/StationStatusFrameSize?${query}`, { token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  const { data: rows, count } = response.json as { data: Page['rows']; count: number };
  return { rows, count };
}
const status = (secondsAgo: number, fields: object = {}) => ({
  timestamp: nowS - secondsAgo,
  cpuTemperature: 51.5,
  ...fields,
});
const sizes = (secondsAgo: number, fields: object = {}) => ({
  timestamp: nowS - secondsAgo,
  frameSizeMin: 7,
  frameSizeMax: 220,
  frameSizeAvg: 61.5,
  ...fields,
});

describe('C120: POST /ingest/status and /ingest/frames', () => {
  test('SST-09, SST-10, API-35: every field is returned as sent, including numbers as text; a repeated record is a duplicate', async () => {
    const values = Object.fromEntries(
      Object.entries(stationStatus).map(([field, { name }], at) => [
        field,
        name === 'number' ? at + 0.5 : `text ${at}`,
      ]),
    );
    const fields = { ...values, timestamp: nowS - 10.25, createdOn: '2026-11-20T12:34:46Z', stationId: '7001' };
    const asText = { ...fields, ramUsage: '44.25', acarsMajor: ' 3 ', msgType: 17, somethingElse: 1 };
    expect((await post('/ingest/status', [fields, asText])).json).toEqual({ stored: 2, duplicates: 0, leftOut: [] });
    expect((await post('/ingest/status', [fields, asText])).json).toEqual({ stored: 0, duplicates: 2, leftOut: [] });
    const { rows, count } = await statuses();
    expect(count).toBe(2);
    const { id: _, ...first } = rows[1] ?? {};
    expect(first).toEqual(fields);
    expect(rows[0]).toMatchObject({ ramUsage: 44.25, acarsMajor: 3, msgType: '17' });
    expect(Object.keys(first)).toHaveLength(Object.keys(stationStatus).length);
  });

  test('FSZ-02, FSZ-04, API-36, C28: frame sizes; the time is the timestamp, otherwise createdOn', async () => {
    const response = await post('/ingest/frames', [
      sizes(100, { msgType: 'ADSB' }),
      { createdOn: '2026-11-20 12:00:00', frameSizeMin: 1 },
      { frameSizeMin: 2 },
    ]);
    expect(response.json).toEqual({
      stored: 2,
      duplicates: 0,
      leftOut: [{ reason: 'the time of reception is missing', count: 1, lines: [3] }],
    });
    const { rows, count } = await frameSizes();
    expect(count).toBe(2);
    expect(rows.map(({ id: _, ...row }) => row)).toEqual([
      { createdOn: writeInstant(nowMs - 100_000), stationId: '7001', msgType: 'ADSB', ...sizes(100) },
      {
        ...blankRow(stationFrameSize),
        createdOn: '2026-11-20T12:00:00Z',
        stationId: '7001',
        frameSizeMin: 1,
      },
    ]);
  });

  test('a station sends its own records only; future, foreign and broken ones are skipped with the reason', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(nowMs);
    const response = await post('/ingest/status', [
      status(1, { stationId: 'rx-one' }),
      status(2, { stationId: '7002' }),
      status(3, { stationId: 'RX-TWO' }),
      status(4, { stationId: 'RX-NEVER-SEEN' }),
      status(-299),
      status(-301),
      status(-86_400 * 400),
      sizes(5),
      '[1]',
      '{"cpuTemperature":',
      { timestamp: 'noon', cpuTemperature: 4 },
    ]);
    expect(response.status).toBe(200);
    const { stored, leftOut } = response.json as { stored: number; leftOut: { reason: string; lines: number[] }[] };
    expect(stored).toBe(2);
    expect(Object.fromEntries(leftOut.map(({ reason, lines }) => [reason, lines]))).toEqual({
      'the record names another station': [2, 3, 4],
      'the record time is more than 5 minutes ahead': [6, 7],
      'not a record of this kind (status)': [8],
      'not a JSON object': [9],
      'not JSON': [10],
      'the time of reception is missing': [11],
    });
    expect((await statuses()).rows.map(({ stationId }) => stationId)).toEqual(['7001', '7001']);
    expect(await server.db.query(`select 1 from station_receiver_names where receiver_name = 'RX-NEVER-SEEN'`)).toEqual(
      [],
    );
  });

  test('an account may not post, and a key may not read', async () => {
    expect((await post('/ingest/status', [status(1)], admin)).status).toBe(403);
    expect((await post('/ingest/frames', [sizes(1)], 'nobody')).status).toBe(401);
    expect((await callApi(server, '/Stations/StationStatus', { token: key })).status).toBe(401);
  });
});

describe('the lists', () => {
  const store = () =>
    post('/ingest/status', [
      status(60, { msgType: 'STATUS' }),
      status(600, { msgType: 'boot' }),
      status(86_400, { msgType: 'STATUS' }),
    ]);

  test('SST-04, SST-11: by time, station and message type, ignoring case, newest first, paged; -1 is all', async () => {
    await store();
    const times = async (query: string) =>
      (await statuses(query)).rows.map(({ timestamp }) => nowS - Number(timestamp));
    expect(await times('')).toEqual([60, 600, 86_400]);
    expect(await times('limit=-1')).toEqual([60, 600, 86_400]);
    expect(await times('msgType=status')).toEqual([60, 86_400]);
    expect(await times('msgType=BOOT&stationId=7001')).toEqual([600]);
    expect(await times('stationId=7002')).toEqual([]);
    expect(await times('start=2026-11-20 12:24:56&end=2026-11-20T12:33:56Z')).toEqual([60, 600]);
    expect(await times('start=2026-11-20 12:24:57&end=2026-11-20T12:33:55Z')).toEqual([]);
    expect(await statuses('offset=1&limit=1')).toMatchObject({ count: 3, rows: [{ msgType: 'boot' }] });
    const bad = await callApi(server, '/Stations/StationStatus?start=0001-01-01T00:00', { token: admin });
    expect(bad.status).toBe(400);
  });

  test('C68: a feeder reads records of own stations, by number or receiver name, whatever the query', async () => {
    await store();
    await server.db.query(
      `insert into station_statuses (created_on, station_id, key) values (now(), '7002', gen_random_uuid()), (now(), 'rx-Two', gen_random_uuid());
       insert into station_frame_sizes (created_on, station_id, key) values (now(), '7002', gen_random_uuid()), (now(), '7001', gen_random_uuid())`,
    );
    expect((await statuses('', feeder)).rows.map(({ stationId }) => stationId).sort()).toEqual(['7002', 'rx-Two']);
    expect(await statuses('stationId=7001', feeder)).toEqual({ rows: [], count: 0 });
    expect((await frameSizes('', feeder)).rows.map(({ stationId }) => stationId)).toEqual(['7002']);
    expect((await frameSizes('', await server.logIn('guest'))).count).toBe(0);
    expect((await statuses('')).count).toBe(5);
  });

  test('records are retained as long as messages', async () => {
    await store();
    const storedCount = async () => (await server.db.query('select 1 from station_statuses')).length;
    clock.offsetMs += 15 * dayMs - 3600_000;
    await runRetention(server.db, keptDays(15));
    expect(await storedCount()).toBe(3);
    clock.offsetMs += 2 * 3600_000;
    await runRetention(server.db, keptDays(15));
    expect(await storedCount()).toBe(0);
  });
});

test('C120: the import reads the same lines among messages, shifts all their times, and claims no name for them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-records-'));
  const file = join(folder, 'station.jsonl');
  const recordedS = nowS - 100 * 86_400;
  const lines = [
    {
      timestamp: recordedS - 60,
      cpuTemperature: 50,
      statsStartTimestamp: recordedS - 660,
      statsEndTimestamp: recordedS - 60,
      odd: 1,
    },
    { timestamp: recordedS - 30, frameSizeAvg: 12, stationId: '7002' },
    { timestamp: recordedS, ramUsage: 71 },
    { ramUsage: 3 },
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  // Both imports shift to the same second, however long the first takes.
  const now = vi.spyOn(clock, 'now').mockReturnValue(nowMs);
  try {
    const printed: string[] = [];
    expect(await importFiles(server.db, ['--station', '7001', '--as-if-now', file], (line) => printed.push(line))).toBe(
      0,
    );
    expect(printed.join('\n')).toContain('read 4, stored 3, skipped 0, duplicates 0, invalid 1');
    expect(printed.join('\n')).toContain('status records: stored 2');
    expect(printed.join('\n')).toContain('1 times: unknown key odd');
    expect((await statuses('stationId=7001')).rows).toMatchObject([
      { timestamp: nowS, createdOn: writeInstant(nowMs), ramUsage: 71 },
      { timestamp: nowS - 60, statsStartTimestamp: nowS - 660, statsEndTimestamp: nowS - 60 },
    ]);
    expect((await frameSizes('stationId=7002')).count).toBe(1);
    await importFiles(server.db, ['--station', '7001', '--as-if-now', file], () => {});
    expect((await statuses()).count).toBe(2);
    expect(
      await server.db.query(`select 1 from station_receiver_names where receiver_name in ('7001', '7002')`),
    ).toEqual([]);
  } finally {
    now.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
