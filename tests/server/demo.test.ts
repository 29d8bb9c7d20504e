import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { audienceOf } from '../../contract/audience-of.ts';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import { isPassword } from '../../server/accounts/passwords.ts';
import { clock } from '../../server/base/clock.ts';
import { demoMessages } from '../../server/demo/acars-traffic.ts';
import { demoFrames } from '../../server/demo/adsb-traffic.ts';
import { catchUp, demoAccounts, fillIfEmpty, isDemo, removeDemo, startDemoTraffic } from '../../server/demo/demo.ts';
import { spanBegin, spanMs } from '../../server/demo/density.ts';
import { pendingJobs } from '../../server/demo/traffic-writer.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { bidHistoryOf } from '../../server/pages/overall-bids.ts';
import { feedingPerStation } from '../../server/statistics/feeding.ts';
import { messagesPerStation } from '../../server/statistics/messages-number.ts';
import { directionalRanges } from '../../server/statistics/ranges.ts';
import { countActiveStations, queryStations } from '../../server/statistics/station-query.ts';
import { Recounted } from '../support/recounted.ts';
import { databaseForFile, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
/** Three minutes into a quarter of an hour: none ends while a test checks the stored rows. */
const calmOffsetMs = spanBegin(Date.now()) + 180_000 - Date.now();
beforeEach(() => {
  clock.offsetMs = calmOffsetMs;
});
afterEach(() => {
  vi.restoreAllMocks();
});
const withTraffic = { hasDemoTraffic: true };

const number = async (sql: string): Promise<number> =>
  Number((await fixture.db.query<{ n: number | null }>(`select (${sql}) as n`))[0]?.n ?? Number.NaN);
const count = (table: string, where = 'true'): Promise<number> =>
  number(`select count(*) from ${table} where ${where}`);
const counts = async (): Promise<number[]> =>
  Promise.all(['acars', 'adsb', 'message_key', 'adsb_key', 'demo_span'].map((table) => count(table)));
const at = (ms: number): string => `'${new Date(ms).toISOString()}'`;

/** The stated size of the demo. */
async function expectWholeDemo(): Promise<void> {
  const now = clock.now();
  const [acars = 0, adsb = 0] = await counts();
  expect(acars).toBeGreaterThan(32_000);
  expect(acars).toBeLessThan(38_000);
  expect(adsb).toBeGreaterThan(95_000);
  expect(adsb).toBeLessThan(107_500);
  for (const [table, time] of [
    ['acars', 'acars_date_time'],
    ['adsb', 'adsb_date_time'],
  ] as const) {
    const oldest = await number(`select extract(epoch from min(${time})) * 1000 from ${table}`);
    expect(now - oldest).toBeGreaterThan(14.5 * dayMs);
    expect(now - oldest).toBeLessThan(15 * dayMs + 2 * spanMs);
    expect(now - (await number(`select extract(epoch from max(${time})) * 1000 from ${table}`))).toBeLessThan(
      5 * minuteMs,
    );
    const days = await fixture.db.query(`select 1 from ${table} group by date_trunc('day', ${time})`);
    expect(days.length).toBeGreaterThanOrEqual(15);
  }
}

describe('the life of a demo', () => {
  test('S01: an empty database is filled with accounts, stations and the last hour before the server listens', async () => {
    const now = clock.now();
    await fillIfEmpty(fixture.db, withTraffic);
    expect(await isDemo(fixture.db)).toBe(true);
    const users = await fixture.db.query<{
      user_name: string;
      role: string;
      company: string | null;
      terms: number;
      password_hash: string;
    }>('select user_name, role, company, terms, password_hash from users order by created_on, user_name');
    expect(users.map((user) => `${user.user_name} ${audienceOf(user)} ${user.terms}`).sort()).toEqual(
      [
        'admin admin 1',
        'parser parser 1',
        'customer customer 1',
        'company companyUser 1',
        'feeder customer 1',
        'newcomer parser 0',
        'guest noRole 1',
      ].sort(),
    );
    expect(demoAccounts.names).toHaveLength(7);
    for (const hash of new Set(users.map((user) => user.password_hash)))
      expect(await isPassword(hash, demoAccounts.password)).toBe(true);
    expect(await count('stations')).toBe(20);
    expect(await count('stations s join users u on u.id = s.feeder_user_id', `u.user_name = 'feeder'`)).toBeGreaterThan(
      2,
    );
    for (const table of ['acars', 'adsb']) {
      expect(await count(table, 'not is_demo')).toBe(0);
      expect(
        await count(`${table} m`, '(m.station_id in (select receiver_name from station_receiver_names)) is not true'),
      ).toBe(0);
    }
    const bids = (await bidHistoryOf(fixture.db, new Date(now).toISOString().slice(0, 10))).map(({ status }) => status);
    expect(bids).toEqual(['Scheduled', 'Current', 'Past']);
    expect(await count('acars', `acars_date_time >= ${at(now - hourMs)}`)).toBeGreaterThan(1000);
    expect(await count('adsb', `adsb_date_time >= ${at(now - hourMs)}`)).toBeGreaterThan(13_000);
  });

  test('the rest of the fifteen days follows: 35,000 messages, 100,000 frames; a second run adds nothing', async () => {
    // Stopped: each second has traffic, and a busy machine fills for minutes.
    const now = clock.now();
    const stopped = vi.spyOn(clock, 'now').mockReturnValue(now);
    await fillIfEmpty(fixture.db, withTraffic);
    await catchUp(fixture.db);
    await expectWholeDemo();
    const before = await counts();
    stopped.mockReturnValue(now + 1000);
    await fillIfEmpty(fixture.db, withTraffic);
    const after = await counts();
    // Traffic of the second in between.
    for (const [i, value] of after.entries()) expect(Math.abs(value - (before[i] ?? 0))).toBeLessThan(100);
    expect(await number('select count(distinct (station_id, epoch_seconds, msgno, text, block_id)) from acars')).toBe(
      after[0],
    );
    expect((await fixture.db.query('select 1 from users')).length).toBe(7);
    expect(await pendingJobs(fixture.db, clock.now())).toEqual([]);
  });

  test('consensus and block texts of the demo are calculated by the usual rules', async () => {
    const [row] = await fixture.db.query<{ consensus: number; aggregated: number; all: number }>(
      `select count(*) filter (where consensus_result is not null) as consensus,
         count(*) filter (where length(aggregated_text) > 250) as aggregated, count(*) as all from acars`,
    );
    expect(row?.consensus).toBeGreaterThan((row?.all ?? 0) / 4);
    expect(row?.aggregated).toBeGreaterThan((row?.all ?? 0) / 10);
  });

  test('an interrupted start is completed by the next start, without duplicates', async () => {
    const before = await counts();
    const lost = at(spanBegin(clock.now()) - 40 * spanMs);
    await fixture.db.query(
      `delete from demo_span where begins_at < ${lost} and begins_at > ${lost}::timestamptz - interval '1 hour'`,
    );
    await fixture.db.query(
      `update demo_span set density = 'open' where begins_at = ${at(spanBegin(clock.now()) - 2 * spanMs)}`,
    );
    await catchUp(fixture.db);
    for (const [i, value] of (await counts()).entries()) expect(value).toBe(before[i]);
  });

  test('after hours off traffic continues while the past is filled in the background, and both stop on request; the demo has its usual size, and older traffic is thinned out', async () => {
    const begun = spanBegin(clock.now());
    clock.offsetMs += 3 * hourMs;
    const before = clock.now();
    await fillIfEmpty(fixture.db, withTraffic);
    const stop = startDemoTraffic(fixture.db, withTraffic);
    const fresh = (table: string, time: string) => count(table, `${time} >= ${at(before + 1000)}`);
    clock.offsetMs += 100_000; // the next second detects that 100 s passed
    await expect.poll(() => fresh('acars', 'acars_date_time')).toBeGreaterThan(15);
    await expect.poll(() => fresh('adsb', 'adsb_date_time')).toBeGreaterThan(300);
    await expect.poll(() => pendingJobs(fixture.db, clock.now()), { interval: 500 }).toEqual([]);
    await stop();
    const then = await counts();
    clock.offsetMs += 100_000;
    await stop();
    expect(await counts()).toEqual(then);
    await startDemoTraffic(fixture.db, { hasDemoTraffic: false })();
    expect(await counts()).toEqual(then);
    clock.offsetMs -= 100_000;
    const offTime = `adsb_date_time between ${at(before - 2 * hourMs)} and ${at(before - hourMs)}`;
    expect(await count('adsb', offTime)).toBeGreaterThan(1000);
    await expectWholeDemo();
    // A fully received span, and the one in progress when the server stopped.
    for (const fromMs of [begun - 2 * spanMs, begun]) {
      const within = (time: string) => `${time} >= ${at(fromMs)} and ${time} < ${at(fromMs + spanMs)}`;
      const rows = await fixture.db.query<{ seconds: number }>(
        `select epoch_seconds as seconds from acars where ${within('acars_date_time')} order by 1`,
      );
      const inSpan = demoMessages(fromMs, fromMs + spanMs, 'hours').map(({ timestamp }) => Number(timestamp));
      expect(rows.map(({ seconds }) => seconds)).toEqual(inSpan);
      expect(await count('adsb', within('adsb_date_time'))).toBe(demoFrames(fromMs, fromMs + spanMs, 'day').length);
    }
    // Keys are deleted with their rows; on the oldest day with the day.
    for (const [table, time, keys] of [
      ['acars', 'acars_date_time', 'message_key'],
      ['adsb', 'adsb_date_time', 'adsb_key'],
    ] as const) {
      const whole = at(clock.now() - 13 * dayMs).slice(0, 11);
      expect(await count(keys, `day > ${whole}'`)).toBe(await count(table, `${time} >= ${whole}'::date + 1`));
    }
  });

  test('C118: counts of the demo agree with its rows after all of this', async () => {
    const nowMs = clock.now();
    const recounted = await Recounted.read(fixture.db);
    const requested = await queryStations(fixture.db, { feederId: null, company: null });
    for (const span of [
      { fromMs: nowMs - (nowMs % 1000) - 2 * hourMs, toMs: nowMs - (nowMs % 1000) },
      { fromMs: spanBegin(nowMs) - 15 * dayMs, toMs: spanBegin(nowMs) - 1000 },
    ]) {
      expect(await messagesPerStation(fixture.db, requested, span)).toEqual(recounted.messages(span));
      const feeding = await feedingPerStation(fixture.db, requested, span, nowMs);
      const times = feeding.map(
        ({ stationId, totalS: total, engagementS: engagement, adsbS: adsb, acarsS: acars, vdlm2S: vdlm2 }) => ({
          stationId,
          total,
          engagement,
          adsb,
          acars,
          vdlm2,
        }),
      );
      expect(times).toEqual(recounted.feeding(span, nowMs));
      const farthest = recounted.ranges(span);
      const ranges = await directionalRanges(fixture.db, requested, span, 1);
      expect(ranges.map(({ angle }) => angle)).toEqual([...farthest.keys()].sort((a, b) => a - b));
      for (const { angle, distance } of ranges) expect(distance).toBeCloseTo(farthest.get(angle) ?? -1, 1);
    }
    expect(await countActiveStations(fixture.db, { feederId: null, company: null }, nowMs)).toBe(
      recounted.active(nowMs),
    );
    expect(await count('rx_hour', 'not is_demo')).toBe(0);
    expect(await count('station_statuses', `created_on >= ${at(nowMs - 15 * dayMs)}`)).toBeGreaterThan(35_000);
  });

  test('demo:remove next to a running server deletes accounts, stations and traffic; real rows and their keys stay', async () => {
    const real = messageAt(clock.now(), { tail: 'YR-REAL', stationId: 'DL-LROP-ACARS' });
    await storeAcars(fixture.db, [{ row: real }]);
    await fixture.db.query(`insert into users (user_name, password_hash) values ('real', '')`);
    await fixture.db.query(`insert into stations (station_id, latitude, longitude) values ('5', 0, 0)`);
    let isRemovalReported = false;
    const stop = startDemoTraffic(fixture.db, withTraffic, undefined, {
      onRemoved: () => {
        isRemovalReported = true;
      },
    });
    await expect
      .poll(() => count('acars', `acars_date_time > ${at(clock.now() - minuteMs)} and is_demo`))
      .toBeGreaterThan(0);
    const removed = await removeDemo(fixture.db);
    expect(removed[0]).toMatch(
      /^Removed 7 demo accounts, 20 demo stations, \d+ demo messages and \d+ demo frames of ADS-B\.$/,
    );
    await expect.poll(() => isRemovalReported).toBe(true);
    await stop();
    expect(await isDemo(fixture.db)).toBe(false);
    expect(await fixture.db.query('select user_name from users')).toEqual([{ user_name: 'real' }]);
    expect(await fixture.db.query('select station_id from stations')).toEqual([{ station_id: '5' }]);
    expect(await fixture.db.query('select tail from acars')).toEqual([{ tail: 'YR-REAL' }]);
    expect(await counts()).toEqual([1, 0, 1, 0, 0]);
    for (const table of ['range_hour', 'station_statuses', 'station_frame_sizes', 'overall_bids'])
      expect(await count(table)).toBe(0);
    expect(await number('select sum(messages) from rx_hour')).toBe(1);
    expect(await removeDemo(fixture.db)).toEqual(['There is no demo data in this database.']);
  });

  test('a database with real accounts is left alone', async () => {
    await fillIfEmpty(fixture.db, withTraffic);
    expect((await fixture.db.query('select 1 from users')).length).toBe(1);
    expect(await counts()).toEqual([1, 0, 1, 0, 0]);
  });

  test('the demo of an earlier version without a record of its spans is recreated', async () => {
    await fixture.db.query('truncate users, stations, acars, message_key cascade');
    await fillIfEmpty(fixture.db, { hasDemoTraffic: false });
    await fixture.db.query(`delete from stations where station_id = '1020'`);
    const old = messageAt(clock.now() - 5 * hourMs, { text: 'of an earlier version' });
    await storeAcars(fixture.db, [{ row: old, isDemo: true }, { row: messageAt(clock.now(), { text: 'real' }) }]);
    await fillIfEmpty(fixture.db, withTraffic);
    expect(await count('acars', `text = 'of an earlier version'`)).toBe(0);
    expect(await count('acars', `text = 'real'`)).toBe(1);
    expect(await count('acars', 'is_demo')).toBeGreaterThan(1000);
    expect(await count('stations')).toBe(20);
  });
});
