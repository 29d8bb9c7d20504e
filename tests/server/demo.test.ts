import { afterEach, describe, expect, test } from 'vitest';
import { audienceOf } from '../../contract/audience.ts';
import { acarsMessage } from '../../contract/entities.ts';
import { rowSchema } from '../../contract/kinds.ts';
import { isPassword } from '../../server/accounts/passwords.ts';
import { clock } from '../../server/clock.ts';
import { demoAccounts, fillIfEmpty, isDemo, removeDemo, startDemoTraffic } from '../../server/demo/demo.ts';
import { demoFleet } from '../../server/demo/fleet.ts';
import { flightState } from '../../server/demo/flight.ts';
import { demoStations, distanceNmi } from '../../server/demo/places.ts';
import { demoMessages } from '../../server/demo/traffic.ts';
import { visibleText } from '../../server/receive/clean-text.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { databaseForFile, messageAt } from './fresh-database.ts';

const held = databaseForFile();
const realOffsetMs = clock.offsetMs;
afterEach(() => {
  clock.offsetMs = realOffsetMs;
});
const withTraffic = { hasDemoTraffic: true };
const hourMs = 3_600_000;
const count = async (where = 'true'): Promise<number> =>
  (await held.db.query<{ n: number }>(`select count(*) as n from acars where ${where}`))[0]?.n ?? -1;

describe('traffic', () => {
  const now = Date.UTC(2026, 10, 21, 9);
  const day = demoMessages(now - 24 * hourMs, now, 'history');

  test('a day has about 6,000 messages, the last two hours at least 300, live one comes every 2 to 4 s', () => {
    expect(day.length).toBeGreaterThan(5000);
    expect(day.length).toBeLessThan(7000);
    expect(demoMessages(now - 2 * hourMs, now, 'history').length).toBeGreaterThanOrEqual(300);
    const live = demoMessages(now - hourMs, now, 'live').length;
    expect(hourMs / 1000 / live).toBeGreaterThan(2);
    expect(hourMs / 1000 / live).toBeLessThan(4);
  });

  test('RAW-04: every message is a row of the wire, in order of time, of a claimed receiver', () => {
    const schema = rowSchema(acarsMessage);
    const names = new Set(demoStations.flatMap(({ receivers }) => Object.values(receivers)));
    const faults = day.filter((row, i) => {
      const isRow = schema.safeParse(row).success && names.has(row.stationId as never);
      const isInOrder = (row.timestamp ?? 0) >= (day[i - 1]?.timestamp ?? 0);
      // 220 characters are the longest block that ACARS carries.
      const isSayable = row.text === null || (visibleText(row.text) === row.text && row.text.length <= 220);
      return !(isRow && isInOrder && isSayable);
    });
    expect(faults).toEqual([]);
  });

  test('all links, many labels, every aircraft; some messages are heard by two stations, some come in two blocks', () => {
    expect(new Set(day.map(({ type }) => type))).toEqual(new Set(['ACARS', 'VDLM2', 'HFDL']));
    const labels = new Set(day.map(({ label }) => label));
    for (const label of ['H1', '5Z', 'SA', 'Q0', '_d', 'SQ', 'B9', 'MA', '10', '15', '16', '20', '21', '44', '80'])
      expect(labels).toContain(label);
    expect(new Set(day.map(({ tail }) => tail).filter(Boolean)).size).toBe(demoFleet.length);
    const byText = new Map<string, Set<string | null>>();
    for (const { tail, text, stationId } of day) {
      if (!tail || !text) continue;
      const stations = byText.get(`${tail} ${text}`) ?? new Set();
      byText.set(`${tail} ${text}`, stations.add(stationId));
    }
    expect([...byText.values()].filter((stations) => stations.size > 1).length).toBeGreaterThan(50);
    expect(day.filter(({ aggregationStatus }) => aggregationStatus === 'in progress').length).toBeGreaterThan(10);
  });

  test('the same span is the same however it is cut, and the past is part of what live would have been', () => {
    const from = now - 3 * hourMs;
    const cut = [from, from + 1234, from + hourMs, now].map(Number);
    for (const how of ['live', 'history'] as const) {
      const whole = demoMessages(from, now, how).map((row) => JSON.stringify(row));
      const pieces = cut
        .slice(1)
        .flatMap((to, i) => demoMessages(cut[i] ?? 0, to, how).map((row) => JSON.stringify(row)));
      expect(pieces).toEqual(whole);
    }
    const live = new Set(demoMessages(from, now, 'live').map((row) => JSON.stringify(row)));
    for (const row of demoMessages(from, now, 'history')) expect(live.has(JSON.stringify(row))).toBe(true);
  });

  test('aircraft fly: no faster than 10 nmi a minute, between sea level and 41,000 ft, from airport to airport', () => {
    demoFleet.forEach((aircraft, index) => {
      const states = Array.from({ length: 24 * 60 }, (_, minute) =>
        flightState(aircraft, index, now + minute * 60_000),
      );
      const strides = states.slice(1).map((state, i) => distanceNmi(states[i] ?? state, state));
      const heights = states.map(({ altFt }) => altFt);
      expect(Math.max(...strides), aircraft.tail).toBeLessThan(10);
      expect(Math.min(...heights)).toBe(0);
      expect(Math.max(...heights)).toBeLessThan(41_000);
      expect(new Set(states.map(({ phase }) => phase)).size, aircraft.tail).toBe(6);
    });
  });
});

describe('the life of a demo', () => {
  test('S01: an empty database gets accounts, stations and a day of messages; a second time nothing twice', async () => {
    await fillIfEmpty(held.db, withTraffic);
    expect(await isDemo(held.db)).toBe(true);
    const users = await held.db.query<{
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
    for (const user of users) expect(await isPassword(user.password_hash, demoAccounts.password)).toBe(true);
    const [stations] = await held.db.query<{ all: number; fed: number }>(
      `select count(*) as all, count(*) filter (where u.user_name = 'feeder') as fed from stations s left join users u on u.id = s.feeder_user_id`,
    );
    expect(stations?.all).toBe(12);
    expect(stations?.fed).toBeGreaterThan(2);
    const messages = await count();
    expect(messages).toBeGreaterThan(5000);
    expect(await count('not is_demo')).toBe(0);

    await fillIfEmpty(held.db, withTraffic);
    expect(await count()).toBeLessThan(messages + 10);
    expect((await held.db.query('select 1 from users')).length).toBe(7);
  });

  test('a night off is filled at the next start, at most a day of it', async () => {
    const before = await count();
    clock.offsetMs += 8 * hourMs;
    await fillIfEmpty(held.db, withTraffic);
    const night = (await count()) - before;
    expect(night).toBeGreaterThan(1500);
    expect(night).toBeLessThan(2600);
    clock.offsetMs += 100 * hourMs;
    await fillIfEmpty(held.db, withTraffic);
    const weekend = (await count()) - before - night;
    expect(weekend).toBeGreaterThan(5000);
    expect(weekend).toBeLessThan(7000);
  });

  test('traffic goes on while the server runs, and stops when it is told to', async () => {
    clock.offsetMs += 200 * hourMs;
    const stop = startDemoTraffic(held.db, withTraffic);
    const since = new Date(clock.now() - 1000).toISOString();
    clock.offsetMs += 100_000; // the next second finds that 100 s passed
    await expect.poll(() => count(`acars_date_time >= '${since}'`), { timeout: 10_000 }).toBeGreaterThan(15);
    await stop();
    const then = await count();
    clock.offsetMs += 100_000;
    await stop();
    expect(await count()).toBe(then);
    await startDemoTraffic(held.db, { hasDemoTraffic: false })();
    expect(await count()).toBe(then);
  });

  test('demo:remove takes accounts, stations and messages of the demo; every real row stays, its key too', async () => {
    const real = messageAt(clock.now(), { tail: 'YR-REAL', stationId: 'DL-LROP-ACARS' });
    await storeAcars(held.db, [{ row: real }]);
    await held.db.query(`insert into users (user_name, password_hash) values ('real', '')`);
    await held.db.query(`insert into stations (station_id, latitude, longitude) values ('5', 0, 0)`);
    const said = await removeDemo(held.db);
    expect(said[0]).toMatch(/^Removed 7 demo accounts, 12 demo stations and \d+ demo messages\.$/);
    expect(await isDemo(held.db)).toBe(false);
    expect(await held.db.query('select user_name from users')).toEqual([{ user_name: 'real' }]);
    expect(await held.db.query('select station_id from stations')).toEqual([{ station_id: '5' }]);
    expect(await held.db.query('select tail from acars')).toEqual([{ tail: 'YR-REAL' }]);
    expect((await held.db.query('select 1 from message_key')).length).toBe(1);
    expect(await removeDemo(held.db)).toEqual(['There is no demo data in this database.']);
  });

  test('a database with real accounts is left alone', async () => {
    await fillIfEmpty(held.db, withTraffic);
    expect((await held.db.query('select 1 from users')).length).toBe(1);
    expect(await count()).toBe(1);
  });
});
