import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxInFull, type StationHealth, type StationsHealth } from '../../contract/entities/station-health.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { StationsHealthReader } from '../../server/stations/health/station-health.ts';
import { callApi } from '../support/api-client.ts';
import { countHeard, report } from '../support/heard-stations.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

const minute = 60_000;
const hour = 60 * minute;
let server: InProcessServer;
/** Ten minutes to a full hour on the clock of the server, which advances little during the tests. */
let now: number;
const ago = (span: number): number => now - span;

async function health(user: string, query = ''): Promise<readonly StationHealth[]> {
  const response = await callApi(server, `/Stations/health${query}`, { token: await server.logIn(user) });
  expect(response.status, response.text).toBe(200);
  return (response.json as StationsHealth).stations;
}
const one = async (stationId: string): Promise<StationHealth> => {
  const [found] = await health('admin', `?stationId=${stationId}`);
  if (!found) throw new Error(`no station ${stationId}`);
  return found;
};
const feed = (stationId: string, user: string | null) =>
  server.db.query(
    'update stations set feeder_user_id = (select id from users where user_name = $2) where station_id = $1',
    [stationId, user],
  );
/** A week in which it feeds and reports until `silentFor` ago, and then reports as given. */
async function week(
  stationId: string,
  silentFor: number,
  since: { frames: number; acars: number } | null,
): Promise<void> {
  await addStation(server.db, stationId, [`rx-${stationId}`]);
  await countHeard(server.db, {
    receiver: `RX-${stationId}`,
    type: 'ACARS',
    from: ago(9 * 24 * hour),
    to: ago(silentFor),
  });
  const before = { stationId, frames: 5000, acars: 900 };
  await report(server.db, { ...before, from: ago(8 * 24 * hour), to: ago(silentFor) });
  if (since) await report(server.db, { stationId, ...since, from: ago(silentFor) + minute, to: ago(2 * minute) });
}
/** Its only reception, two hours before the given number of days ago. */
const reach = (receiver: string, daysAgo: number, bearing: number, nmi: number) =>
  server.db.query(
    `insert into range_hour (receiver, hour, message_type, bearing_deg, farthest_nmi)
     values ($1, date_trunc('hour', $2::timestamptz, 'UTC'), 'ADSB', $3, $4)`,
    [receiver, new Date(ago(daysAgo * 24 * hour + 2 * hour)), bearing, nmi],
  );

beforeAll(async () => {
  server = await startTestServer();
  clock.offsetMs = 50 * minute - (Date.now() % hour);
  now = clock.now();
  await server.db.query('delete from stations');
  await week('8001', minute, null);
  for (const days of [1, 2, 3]) await reach('rx-8001', days, 95, 200 + days);
  await reach('rx-8001', 0, 95, 60);
  await reach('rx-8001', 0, 200, 180);
  await week('8002', 3.5 * hour, { frames: 5000, acars: 800 });
  await week('8003', 3.5 * hour, { frames: 0, acars: 0 });
  await week('8004', 3.5 * hour, { frames: 4000, acars: 0 });
  await week('8005', 3.5 * hour, null);
  await addStation(server.db, '8006', ['rx-8006']);
  await countHeard(server.db, { receiver: 'RX-8006', type: 'ACARS', from: ago(3 * 24 * hour), to: ago(3.5 * hour) });
  await addStation(server.db, '8007');
  await feed('8001', 'feeder');
  await feed('8003', 'feeder');
  await feed('8002', 'company');
});
afterAll(() => server.stop());

describe('C68: the stations of a caller', () => {
  const ids = async (user: string, query?: string): Promise<string[]> =>
    (await health(user, query)).map(({ stationId }) => stationId);
  test('Admin and Parser see all, in numerical order', async () => {
    const all = ['8001', '8002', '8003', '8004', '8005', '8006', '8007'];
    expect(await ids('admin')).toEqual(all);
    expect(await ids('parser')).toEqual(all);
  });
  test('a feeder sees own stations only, whatever the query', async () => {
    expect(await ids('feeder')).toEqual(['8001', '8003']);
    expect(await ids('company')).toEqual(['8002']);
    expect(await ids('customer')).toEqual([]);
    expect(await ids('feeder', '?stationId=8002')).toEqual([]);
    expect(await ids('feeder', '?stationId=8003')).toEqual(['8003']);
    expect(await ids('admin', '?stationId=9999')).toEqual([]);
  });
  test('COMPANY_SCOPE=all: a company sees stations of its feeders', async () => {
    const requested = { feederId: null, company: 'carpatair', stationId: null };
    const { stations } = await new StationsHealthReader(server.db).read(requested, clock.now());
    expect(stations.map(({ stationId }) => stationId)).toEqual(['8002']);
  });
  test('no access without a login', async () => expect((await callApi(server, '/Stations/health')).status).toBe(401));
});

describe('the feeding status', () => {
  test('every step of a feeding station is fine, with the newest evidence', async () => {
    const { state, reason, facts, brief, lastMessageAt, usualEveryS } = await one('8001');
    expect([state, reason, lastMessageAt]).toEqual(['feeding', null, writeInstant(ago(minute))]);
    expect(usualEveryS).toBeCloseTo(600, -1);
    expect(facts?.path.map(({ step, state: of }) => `${step} ${of}`)).toEqual([
      'radio ok',
      'decoder ok',
      'upload ok',
      'stored ok',
      'counted ok',
    ]);
    expect(facts?.receivers).toEqual(['rx-8001']);
    // A message in each ten minutes; the farthest of today against the median of three days.
    expect(brief).toEqual({
      types: ['ACARS'],
      perMin: 0.1,
      usualPerMin: 0.1,
      rangeNmi: 180,
      usualRangeNmi: 202,
      halfHours: expect.toSatisfy((shares: number[]) => shares.length === 48 && shares.every((share) => share > 0.9)),
    });
  });
  test.each([
    ['8002', 'noUpload', 'upload'],
    ['8003', 'noFrames', 'radio'],
    ['8004', 'notDecoded', 'decoder'],
    ['8005', 'noSign', 'radio'],
    ['8006', 'untold', 'radio'],
  ])('%s is silent: %s, first lost step %s', async (stationId, reason, step) => {
    const found = await one(stationId);
    expect([found.state, found.reason]).toEqual(['silent', reason]);
    expect(found.lastMessageAt).toBe(writeInstant(ago(3.5 * hour)));
    expect(found.facts?.path.find(({ state }) => state === 'lost')?.step).toBe(step);
  });
  test('a station whose key was revoked after its last message lost neither power nor network', async () => {
    await server.db.query(
      `insert into station_keys (prefix, key_hash, station_record_id, name, created_at, revoked_at)
       select 'sk00008005', sha256('8005'), id, 'roof', $1, $2 from stations where station_id = '8005'`,
      [5 * 24 * hour, 1.4 * hour].map((span) => new Date(ago(span))),
    );
    // A key that was never used explains nothing.
    expect((await one('8005')).reason).toBe('noSign');
    await server.db.query(`update station_keys set last_used_at = $1 where prefix = 'sk00008005'`, [
      new Date(ago(3.5 * hour)),
    ]);
    const found = await one('8005');
    await server.db.query(`delete from station_keys where prefix = 'sk00008005'`);
    expect([found.state, found.reason]).toEqual(['silent', 'noKey']);
    // Now is :50 of the last hour: the key was valid until :26 of the hour before.
    expect(found.facts?.types[0]?.reasons.slice(-4)).toEqual([null, 'noSign', 'noKey', 'noKey']);
    expect(found.facts?.path.find(({ state }) => state === 'lost')?.step).toBe('upload');
  });
  test('a station without data', async () => {
    expect(await one('8007')).toMatchObject({
      state: 'never',
      reason: 'untold',
      lastMessageAt: null,
      usualEveryS: null,
    });
  });
});

describe('the strip of hours', () => {
  const last = <T>(values: readonly T[] | undefined, count: number): T[] => (values ?? []).slice(-count);
  test('hours are marked as feeding until the silence, and then contain the cause', async () => {
    const { facts } = await one('8002');
    const [acars, ...others] = facts?.types ?? [];
    expect(others).toEqual([]);
    expect(acars?.type).toBe('ACARS');
    expect(acars?.slots).toHaveLength(168);
    // Now is :50 of the last hour; it became silent at :20, three hours before.
    expect(last(acars?.slots, 5)).toEqual([6, 3, 0, 0, 0]);
    expect(last(acars?.reasons, 5)).toEqual([null, null, 'noUpload', 'noUpload', 'noUpload']);
    expect(acars?.share24h).toBeCloseTo(((24 * 60 - 210 + 10) / (24 * 60)) * 100, 0);
    expect(acars?.share7d).toBeCloseTo(((168 * 60 - 210 + 10) / (168 * 60)) * 100, 0);
  });
  test('no report means no power or no network; there is nothing before the first day', async () => {
    const { facts } = await one('8005');
    expect(last(facts?.types[0]?.reasons, 4)).toEqual([null, 'noSign', 'noSign', 'noSign']);
    const young = (await one('8006')).facts?.types[0];
    expect(young?.slots.slice(0, 90).every((fed) => fed === null)).toBe(true);
    expect(last(young?.reasons, 3)).toEqual(['untold', 'untold', 'untold']);
  });
});

test('readings are compared with the same station in the last week, versions contain the time of their change', async () => {
  await report(server.db, {
    stationId: '8001',
    from: ago(2 * hour),
    to: ago(30_000),
    frames: 1,
    temperature: 71,
    appBuild: 2,
  });
  const { facts } = await one('8001');
  expect(facts?.temperature).toMatchObject({ now: 71, isUnusual: true });
  expect(facts?.temperature?.usualLow).toBe(52);
  expect(facts?.wifi).toMatchObject({ now: -58, isUnusual: false });
  const image = facts?.versions.find(({ name }) => name === 'appImage');
  expect(image?.version).toBe('2.0.2');
  expect(image?.changedOn).not.toBeNull();
});

test('an impossible value is no measurement, and does not affect others', async () => {
  await server.db.query(
    `update station_statuses set cpu_temperature_celsius = 1e308, wifi_signal_level_dbm = -1e308
     where station_id = '8001' and created_on >= $1`,
    [new Date(ago(25 * minute))],
  );
  const { facts } = await one('8001');
  expect(facts?.temperature).toMatchObject({ now: 71, usualLow: 52 });
  expect(facts?.wifi).toMatchObject({ now: -58, usualLow: -58, usualHigh: -58 });
});

test('a report from a clock a day ahead does not make a silent station count as feeding; counts of a busy week fit', async () => {
  const tomorrow = { receiver: 'RX-8006', type: 'ACARS', from: ago(-20 * hour), to: ago(-20 * hour) } as const;
  await countHeard(server.db, tomorrow);
  await server.db.query(`update rx_hour set messages = 2147483647 where receiver = 'rx-8006'`);
  const { state, lastMessageAt } = await one('8006');
  expect([state, lastMessageAt]).toEqual(['silent', writeInstant(ago(3.5 * hour))]);
});

test('range: the last 24 hours against the days before', async () => {
  const range = (await one('8001')).facts?.range;
  expect(range).toMatchObject({ nowNmi: 180, usualNmi: 202 });
  expect(range?.sectors[3]).toEqual({ fromDeg: 90, nowNmi: 60, usualNmi: 202 });
});

test('many stations are returned as a list without details and with the same status; new data appears at once', async () => {
  const before = new Map((await health('admin')).map((station) => [station.stationId, station.state]));
  for (let at = 0; at < maxInFull; at++) await addStation(server.db, String(8100 + at));
  const many = await health('admin');
  expect(many).toHaveLength(before.size + maxInFull);
  expect(many.every(({ facts }) => facts === null)).toBe(true);
  for (const [stationId, state] of before)
    expect(many.find((station) => station.stationId === stationId)?.state).toBe(state);
  expect(many.find(({ stationId }) => stationId === '8003')?.reason).toBe('noFrames');
  await countHeard(server.db, { receiver: 'RX-8003', type: 'ACARS', from: ago(2 * minute), to: ago(minute) });
  expect((await health('admin')).find(({ stationId }) => stationId === '8003')?.state).toBe('feeding');
});
