import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { type RuleOwner, ruleBody } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { readAircraftJson } from '../../server/map/aircraft-json.ts';
import { reportOfFrame } from '../../server/map/frame-report.ts';
import { Positions } from '../../server/map/positions.ts';
import type { RawReport } from '../../server/map/report.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { sendNotices } from '../../server/stations/notices.ts';
import { StationWatch } from '../../server/stations/watch.ts';
import { LiveRules } from '../../server/telling/live/live-rules.ts';
import { Counts } from '../../server/telling/periodic/counts.ts';
import { giveReadyMade } from '../../server/telling/periodic/ready-made.ts';
import { Silences } from '../../server/telling/periodic/silences.ts';
import { Rules } from '../../server/telling/rules/rules.ts';
import { callApi } from '../support/api-client.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { fill } from './company-world.ts';
import { blankFrame, emptyMessages, messageAt } from './fresh-database.ts';
import { addRule, inboxOf } from './telling-for-file.ts';

const server = testServerForFile();
const ways = { push: false, email: 'none', webhooks: [], mqtt: false };
rightClockAfterEach();
/** Moves the clock to the next full minute or day: none ends between the steps of a test. */
const beginAtFull = (unitMs: number): void => {
  clock.offsetMs += unitMs - (clock.now() % unitMs);
};
const add = async (
  all: readonly object[],
  owner: RuleOwner = 'all',
  user = 'admin',
  scope = 'every',
): Promise<string> => {
  const id = await addRule(server, owner, user);
  await server.db.query('update watch_rules set body = $2 where id = $1', [
    id,
    JSON.stringify({ all, not: [], scope, quiet: null, ways }),
  ]);
  return id;
};

// ---- Live positions

type ServerOf = { readonly positions: Positions; readonly live: LiveRules; readonly rules: Rules };
describe('live positions', () => {
  const area = {
    field: 'area',
    points: [
      [-10, 170],
      [10, 170],
      [10, -170],
      [-10, -170],
    ],
  };
  beforeEach(async () => {
    await server.db.query('delete from watch_rules');
  });
  /** As another server of the database, or after a restart. */
  async function open(): Promise<ServerOf> {
    const positions = new Positions();
    const rules = new Rules();
    const live = new LiveRules(server.db, rules, 'company', positions);
    positions.watch((tracked) => live.note(tracked));
    await live.look();
    return { positions, live, rules };
  }
  const reply = (fields: Partial<RawReport>): RawReport => ({
    ...{ icao: 'A1B2C3', atMs: clock.now(), stationId: 'RX-1', frame: 'reply' },
    ...fields,
  });
  const take = async (to: ServerOf, reports: readonly RawReport[]): Promise<void> => {
    to.positions.take(reports);
    await to.live.look();
  };
  const hits = () =>
    server.db.query<{ title: string; words: string; kind: string; isEmergency: boolean }>(
      'select title, words, kind, is_emergency as "isEmergency" from watch_hits order by id',
    );
  const proof = { frame: 'squitter', lat: 47, lon: 8, altitudeFt: 35_000, callsign: 'ALW123' } as const;

  test('7700: one garbled reply tells nothing, two that agree tell once, over changes, servers, restarts and 40 minutes', async () => {
    await add([{ field: 'emergency' }]);
    const [one, other] = [await open(), await open()];
    const both = async (...reports: readonly Partial<RawReport>[]): Promise<void> => {
      for (const to of [one, other]) await take(to, reports.map(reply));
    };
    await both(proof, { squawk: '1000' });
    clock.offsetMs += 4000;
    await both({ squawk: '1000' });
    await both({ squawk: '7700' });
    clock.offsetMs += 4000;
    await both({ squawk: '1000' });
    // The same reply by another receiver is no second one.
    clock.offsetMs += 20_000;
    await both({ squawk: '7700' }, { squawk: '7700', stationId: 'RX-2', atMs: clock.now() + 300 });
    expect(await hits()).toEqual([]);
    clock.offsetMs += 4000;
    const began = new Date(clock.now()).toISOString().slice(11, 16);
    await both({ squawk: '7700' });
    const told = {
      title: 'Squawk 7700 of ALW123',
      words: `47.00 N 8.00 E, 35,000 ft, ${began} UTC: emergency`,
      kind: 'emergency',
      isEmergency: true,
    };
    expect(await hits()).toEqual([told]);
    // The emergency state of ADS-B says the same.
    await both({ frame: 'squitter', emergency: 'general' });
    for (let minutes = 0; minutes < 40; minutes += 4) {
      for (let minute = 0; minute < 4; minute += 1) {
        clock.offsetMs += minuteMs;
        await both({ ...proof, lon: 8 + minutes / 10, altitudeFt: 35_000 - 100 * minutes, squawk: '7700' });
      }
      await take(await open(), [reply({ ...proof, squawk: '7700' })]);
    }
    expect(await hits()).toEqual([told]);
    // It ended, and begins again later. In between the state of ADS-B stands alone.
    await both({ frame: 'squitter', emergency: 'none', squawk: '1000' });
    clock.offsetMs += 11 * minuteMs;
    await both({ ...proof, emergency: 'none', squawk: '7700' });
    expect(await hits()).toHaveLength(2);
    clock.offsetMs += 4000;
    await both({ frame: 'squitter', squawk: '7600' });
    expect((await hits()).map(({ title }) => title)).toEqual([
      ...['Squawk 7700 of ALW123', 'Squawk 7700 of ALW123', 'Squawk 7600 of ALW123'],
    ]);
  });

  test.each<[string, (squawk: string) => readonly RawReport[]]>([
    [
      'aircraft.json',
      (squawk) => {
        const aircraft = [{ hex: 'a1b2c3', squawk, seen: 0, r: 'N123AB', emergency: 'none' }];
        return readAircraftJson(JSON.stringify({ now: clock.now() / 1000, aircraft }), 'RX-1', clock.now()).reports;
      },
    ],
    [
      'SBS',
      (squawk) => [
        reportOfFrame({
          ...blankFrame,
          ...{ adsbDateTime: writeInstant(clock.now()), timestamp: clock.now() / 1000, stationId: 'RX-1' },
          ...{ icao: 'A1B2C3', msgType: 'SBS: MSG,6 surveillance ID', squawk },
        }),
      ],
    ],
  ])('7500 by %s: a single report tells nothing, a second one does', async (source, report) => {
    beginAtFull(dayMs);
    await add([{ field: 'squawk', values: ['7500'] }], 'all', 'admin', 'day');
    const one = await open();
    await take(one, report('7500'));
    expect(await hits(), source).toEqual([]);
    clock.offsetMs += 2500;
    await take(one, report('7500'));
    expect((await hits()).map(({ kind }) => kind)).toEqual(['emergency']);
    // Once a day.
    clock.offsetMs += 30 * minuteMs;
    for (let count = 0; count < 3; count += 1) {
      clock.offsetMs += 2500;
      await take(one, report('7500'));
    }
    expect(await hits()).toHaveLength(1);
  });

  test('an area over the antimeridian: told when an aircraft is in it first, with its conditions, and by its tail', async () => {
    await server.db.query(`delete from aircraft where lower(mode_s) = 'a1b2c3'`);
    await server.db.query(`insert into aircraft (registration, mode_s, source) values ('D-LIVE', 'A1B2C3', 'import')`);
    await add([area, { field: 'tail', values: ['d-li*'] }, { field: 'altitude', min: null, max: 40_000 }]);
    const one = await open();
    for (const lon of [165, 169.9, 170.1, 179.9, -175]) {
      clock.offsetMs += minuteMs;
      await take(one, [reply({ ...proof, lat: 0, lon }), reply({ ...proof, icao: 'A1B2C4', lat: 0, lon })]);
    }
    expect(await hits()).toMatchObject([{ title: 'D-LIVE is in the area', kind: 'area', isEmergency: false }]);
    expect((await hits())[0]?.words).toMatch(/^ALW123, 0\.00 N 170\.10 E, 35,000 ft, \d\d:\d\d UTC$/);
  });

  test('a new area: who is inside is known, who enters is told once, also by two servers; a restart tells nothing again', async () => {
    const [one, other] = [await open(), await open()];
    const at = (icao: string, lon: number) => reply({ ...proof, icao, callsign: icao, lat: 0, lon });
    const both = async (...reports: readonly RawReport[]): Promise<void> => {
      clock.offsetMs += minuteMs;
      for (const to of [one, other]) await take(to, reports);
    };
    const told = async () => (await hits()).map(({ title }) => title);
    await both(at('A00001', 175), at('A00002', 160));
    await add([area]);
    for (const { rules } of [one, other]) rules.changed();
    await both();
    for (let minute = 0; minute < 12; minute += 1) await both(at('A00001', 175), at('A00002', 160));
    expect(await told()).toEqual([]);
    await both(at('A00001', 175), at('A00002', 171));
    expect(await told()).toEqual(['A00002 is in the area']);
    // It leaves and enters.
    await both(at('A00001', 160));
    await both(at('A00001', 175));
    // Nothing of it was received before.
    await both(at('A00003', 175));
    const all = ['A00002', 'A00001', 'A00003'].map((icao) => `${icao} is in the area`);
    expect(await told()).toEqual(all);
    await take(await open(), [at('A00001', 175), at('A00002', 171), at('A00003', 175)]);
    clock.offsetMs += 30 * minuteMs;
    await take(await open(), [at('A00001', 175), at('A00002', 171), at('A00003', 175)]);
    expect(await told()).toEqual(all);
  });

  test('a rule of a user is told about aircraft that the user may see, and a rule that is turned off about none', async () => {
    await server.db.query(`update users set company = 'Alpha Air' where user_name = 'company'`);
    await fill(server.db);
    await add([{ field: 'emergency' }], 'user', 'company');
    await add([{ field: 'emergency' }], 'user', 'guest');
    const off = await add([{ field: 'emergency' }]);
    await server.db.query('update watch_rules set is_enabled = false where id = $1', [off]);
    const one = await open();
    await take(one, [
      reply({ ...proof, icao: 'B00001', callsign: 'BTW77', squawk: '7700' }),
      reply({ ...proof, icao: 'A00001', callsign: 'XX1', squawk: '7700' }),
    ]);
    expect((await hits()).map(({ title }) => title)).toEqual(['Squawk 7700 of D-ALPA']);
  });
});

// ---- Silences

describe('silences', () => {
  type Told = { readonly title: string; readonly words: string; readonly rule: string };
  const hits = () =>
    server.db.query<Told>(
      `select h.title, h.words, r.name || ' of ' || r.written_by as rule from watch_hits h join watch_rules r on r.id = h.rule_id
       order by h.id, r.id`,
    );
  /** As another server that leads, or after a restart. */
  const open = () => new Silences(server.db, new Rules(), 'company');
  const receive = (fields: Partial<AcarsMessage>) =>
    storeAcars(server.db, [{ row: messageAt(Math.floor(clock.now() / 1000) * 1000, { label: 'H1', ...fields }) }]);
  /** Minute by minute, with `each` before each look. */
  async function live(look: () => Promise<unknown>, minutes: number, each?: () => Promise<unknown>): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.offsetMs += minuteMs;
      await each?.();
      await look();
    }
  }
  const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  let station: number;
  beforeAll(async () => {
    station = await addStation(server.db, '7001', ['SILENT-1']);
    await addStation(server.db, '7002', ['SILENT-2']);
    await server.db.query(
      `update stations set feeder_user_id = (select id from users where user_name = 'feeder'), notifies_feeder = true where id = $1`,
      [station],
    );
    await server.db.query(
      `update stations set feeder_user_id = (select id from users where user_name = 'guest') where station_id = '7002'`,
    );
  });
  beforeEach(async () => {
    await server.db.query(
      'delete from watch_rules; delete from feeder_rules; delete from station_watch; delete from station_notices',
    );
    await emptyMessages(server.db);
  });

  test('each feeder gets one rule about the own stations, and one who removes it does not get it again', async () => {
    await giveReadyMade(server.db);
    await giveReadyMade(server.db);
    const token = await server.logIn('feeder');
    const rules = async () => (await callApi(server, '/Rules', { token })).json as { id: string; name: string }[];
    const [rule, ...others] = await rules();
    expect(others).toEqual([]);
    expect(rule).toMatchObject({ name: 'My station is silent', owner: 'user', isEnabled: true, isOwn: true });
    expect(ruleBody.safeParse(rule).success).toBe(true);
    expect((await callApi(server, `/Rules/${rule?.id}`, { method: 'DELETE', token })).status).toBe(204);
    await giveReadyMade(server.db);
    expect(await rules()).toEqual([]);
    const ofGuest = () => server.db.query(`select 1 from watch_rules where written_by = 'guest'`);
    expect(await ofGuest()).toHaveLength(1);
    // A rule of a user ends with the account. The demo leaves no trace in the audit trail.
    await server.db.query(`delete from users where user_name = 'guest'`);
    expect(await ofGuest()).toEqual([]);
    expect(
      await server.db.query(`select 1 from audit_entry where name = 'My station is silent' and user_name is null`),
    ).toEqual([]);
  });

  test('a station that falls silent and feeds again: its feeder is told once each, with the email of decision 17', async () => {
    await giveReadyMade(server.db);
    await add([{ field: 'silent', of: 'station', minutes: null }]);
    await add([
      { field: 'silent', of: 'station', minutes: null },
      { field: 'station', values: ['7002'] },
    ]);
    await add(
      [
        { field: 'silent', of: 'station', minutes: null },
        { field: 'station', values: ['silent-1'] },
      ],
      'user',
      'parser',
    );
    const lastMs = clock.now();
    await receive({ stationId: 'SILENT-1' });
    const silences = open();
    const watch = new StationWatch(server.db, () => 'https://downlink.test', silences);
    await watch.look();
    await live(() => watch.look(), 50);
    const silent = {
      title: 'Station 7001 is silent',
      words: `Nothing since ${minuteOf(lastMs)}, longer than its usual gap.`,
    };
    expect(await hits()).toEqual([
      { ...silent, rule: 'My station is silent of feeder' },
      { ...silent, rule: 'A rule of admin' },
      { ...silent, rule: 'A rule of parser' },
    ]);
    const mails = () => server.db.query<{ subject: string }>('select subject from station_notices order by id');
    expect(await mails()).toEqual([{ subject: 'Station 7001 has gone silent' }]);
    // In ten-minute slots, of which three count.
    await live(
      () => watch.look(),
      40,
      () => receive({ stationId: 'SILENT-1', text: String(clock.offsetMs) }),
    );
    const back = { title: 'Station 7001 feeds again', words: `It was silent since ${minuteOf(lastMs)}.` };
    expect((await hits()).slice(3)).toMatchObject([back, back, back]);
    expect(await mails()).toHaveLength(2);
    const feeder = inboxOf(server, await server.logIn('feeder'));
    expect((await feeder.list()).notices.map(({ title, stationId, path }) => [title, stationId, path])).toEqual([
      ...Array(2).fill(['Station 7001 feeds again', '7001', '/stationStatus?stationId=7001']),
      ...Array(2).fill(['Station 7001 is silent', '7001', '/stationStatus?stationId=7001']),
    ]);
    expect((await inboxOf(server, await server.logIn('customer')).list()).notices).toEqual([]);
    expect((await inboxOf(server, await server.logIn('company')).list()).notices).toEqual([]);
  });

  test('the email waits for the end of the quiet hours of the feeder, and is sent once', async () => {
    const beginMs = clock.now();
    const minuteOfDay = Math.floor(beginMs / minuteMs) % (24 * 60);
    const quiet = { from: minuteOfDay, to: (minuteOfDay + 180) % (24 * 60), days: [0, 1, 2, 3, 4, 5, 6] };
    const token = await server.logIn('feeder');
    const settings = (body: object) => callApi(server, '/Notices/Settings', { method: 'PUT', token, body });
    const usual = { zone: 'UTC', email: 'each' };
    expect((await settings({ ...usual, quiet: { ...quiet, passEmergencies: true } })).status).toBe(204);
    await receive({ stationId: 'SILENT-1' });
    const watch = new StationWatch(server.db, () => 'https://downlink.test', open());
    await watch.look();
    await live(() => watch.look(), 50);
    const sent: string[] = [];
    const mailer = { send: async ({ subject }: Mail) => void sent.push(subject), publicUrl: () => '' };
    const send = () => sendNotices(server.db, mailer, { error: () => {} });
    expect(await send()).toBe(0);
    const endMs = Math.floor(beginMs / minuteMs) * minuteMs + 3 * hourMs;
    clock.offsetMs += endMs - clock.now() - 1000;
    expect(await send()).toBe(0);
    clock.offsetMs += 2000;
    expect([await send(), await send(), sent]).toEqual([1, 0, ['Station 7001 has gone silent']]);
    expect((await settings({ ...usual, quiet: null })).status).toBe(204);
  });

  test('no message of a tail for an hour, none of a station for 45 minutes: each silence is told once, also by another server and after a restart', async () => {
    await add([
      { field: 'silent', of: 'tail', minutes: 60 },
      { field: 'tail', values: ['d-qui*'] },
    ]);
    await add([
      { field: 'silent', of: 'station', minutes: 45 },
      { field: 'station', values: ['7001'] },
    ]);
    beginAtFull(minuteMs);
    const begin = clock.now();
    await receive({ tail: 'D-QUIT', flight: 'ZZ1', stationId: 'SILENT-1' });
    await receive({ tail: 'D-ELSE', stationId: 'SILENT-2' });
    const [one, other] = [open(), open()];
    const both = async (): Promise<void> => {
      await Promise.all([one.look(clock.now()), other.look(clock.now())]);
    };
    await both();
    await live(both, 44);
    expect(await hits()).toEqual([]);
    const ofStation = { title: 'Station 7001 is silent', words: `Nothing since ${minuteOf(begin)}, for 45 min.` };
    const ofTail = {
      title: 'No message from D-QUIT for 1 h',
      words: `The last one was received at ${minuteOf(begin)}.`,
    };
    await live(both, 15);
    expect(await hits()).toMatchObject([ofStation]);
    await live(both, 5);
    expect(await hits()).toMatchObject([ofStation, ofTail]);
    // After its own downtime a server watches for half an hour first, and what was told stays told.
    clock.offsetMs += hourMs;
    const restarted = open();
    await live(() => restarted.look(clock.now()), 40);
    expect(await hits()).toHaveLength(2);
    await receive({ tail: 'D-QUIT', icao: 'A1B2C3', stationId: 'SILENT-1' });
    await live(() => restarted.look(clock.now()), 50);
    // Its address alone is a message, too.
    await receive({ icao: 'A1B2C3', stationId: 'SILENT-1', text: 'again' });
    await live(() => restarted.look(clock.now()), 40);
    expect((await hits()).map(({ title }) => title)).toEqual([ofStation.title, ofTail.title, ofStation.title]);
    await live(() => restarted.look(clock.now()), 30);
    expect((await hits()).map(({ title }) => title)).toEqual([
      ...[ofStation.title, ofTail.title, ofStation.title, ofStation.title, ofTail.title],
    ]);
  });
});

// ---- Counts

describe('n messages in m minutes', () => {
  const failed = (error: unknown): never => {
    throw error;
  };
  const titles = async (): Promise<readonly string[]> =>
    (await server.db.query<{ title: string }>('select title from watch_hits order by id')).map(({ title }) => title);
  beforeEach(async () => {
    await server.db.query('delete from watch_rules');
    await emptyMessages(server.db);
  });

  test('each aircraft is counted by itself, receptions of one message are one, and the next event is of other messages', async () => {
    await add([
      { field: 'count', atLeast: 3, minutes: 10 },
      { field: 'tail', values: ['d-cou*'] },
    ]);
    await add(
      [
        { field: 'count', atLeast: 4, minutes: 10 },
        { field: 'station', values: ['rx-1'] },
      ],
      'user',
      'parser',
    );
    // No message is visible to this account.
    await add(
      [
        { field: 'count', atLeast: 2, minutes: 10 },
        { field: 'station', values: ['rx-1'] },
      ],
      'user',
      'guest',
    );
    const [one, other] = [0, 1].map(() => new Counts(server.db, new Rules(), 'company', failed));
    const look = async (): Promise<void> => {
      for (const counts of [one, other]) await counts?.look(clock.now());
    };
    let count = 0;
    const receive = async (tail: string, ...stationIds: readonly string[]): Promise<void> => {
      count += 1;
      const fields = { tail, flight: 'ZZ1', label: 'H1', text: `TEXT ${count}` };
      await storeAcars(
        server.db,
        stationIds.map((stationId) => ({
          row: messageAt(Math.floor(clock.now() / minuteMs) * minuteMs, { ...fields, stationId }),
        })),
      );
    };
    await receive('D-COU1', 'RX-1', 'RX-2', 'RX-3');
    await receive('D-COU1', 'RX-2');
    await receive('D-COU2', 'RX-1');
    await receive('D-ELSE', 'RX-1');
    clock.offsetMs += minuteMs;
    await look();
    expect(await titles()).toEqual([]);
    await receive('D-COU1', 'RX-1');
    clock.offsetMs += minuteMs;
    await look();
    expect(await titles()).toEqual(['3 or more messages of D-COU1 in 10 min', '4 or more messages in 10 min']);
    // More of them within the same ten minutes, also after a restart.
    for (let minute = 0; minute < 7; minute += 1) {
      await receive('D-COU1', 'RX-2');
      clock.offsetMs += minuteMs;
      await look();
    }
    await new Counts(server.db, new Rules(), 'company', failed).look(clock.now());
    expect(await titles()).toHaveLength(2);
    for (let minute = 0; minute < 4; minute += 1) {
      await receive('D-COU1', 'RX-2');
      clock.offsetMs += minuteMs;
      await look();
    }
    expect((await titles()).slice(2)).toEqual(['3 or more messages of D-COU1 in 10 min']);
  });

  test('rows that no rule names are not read, and a rule whose count fails stops no other', async () => {
    const of = (tail: string) =>
      add([
        { field: 'count', atLeast: 2, minutes: 10 },
        { field: 'tail', values: [tail] },
      ]);
    for (const tail of ['d-one', 'd-bad', 'd-two*']) await of(tail);
    for (const tail of ['D-ONE', 'D-BAD', 'D-TWO1', 'D-ELSE'])
      for (const text of ['1', '2'])
        await storeAcars(server.db, [{ row: messageAt(clock.now() - minuteMs, { tail, text, stationId: 'RX-1' }) }]);
    const read = new Set<unknown>();
    const db = {
      ...server.db,
      query: async (sql: string, values?: readonly unknown[]) => {
        if (sql.includes('from acars') && JSON.stringify(values).includes('dbad')) throw new Error('too long');
        const rows = await server.db.query<Record<string, unknown>>(sql, values);
        if (sql.includes('from acars')) for (const { tail } of rows) read.add(tail);
        return rows;
      },
    } as typeof server.db;
    const failures: unknown[] = [];
    await new Counts(db, new Rules(), 'company', (error) => failures.push(error)).look(clock.now());
    expect([...(await titles())].sort()).toEqual([
      '2 or more messages of D-ONE in 10 min',
      '2 or more messages of D-TWO1 in 10 min',
    ]);
    expect([[...read].sort(), failures.length]).toEqual([['D-ONE', 'D-TWO1'], 1]);
  });

  test('COMPANY_SCOPE=all: messages of other companies do not count', async () => {
    await server.db.query(`update users set company = 'Alpha Air' where user_name = 'company'`);
    await fill(server.db);
    await emptyMessages(server.db);
    await add(
      [
        { field: 'count', atLeast: 2, minutes: 60 },
        { field: 'station', values: ['rx-nobody'] },
      ],
      'user',
      'company',
    );
    const counts = new Counts(server.db, new Rules(), 'all', failed);
    const receive = (tail: string, text: string) =>
      storeAcars(server.db, [{ row: messageAt(clock.now() - minuteMs, { tail, text, stationId: 'RX-NOBODY' }) }]);
    await receive('D-BETA', '1');
    await receive('D-BETA', '2');
    await receive('D-ALPA', '3');
    await counts.look(clock.now());
    expect(await titles()).toEqual([]);
    await receive('D-ALPA', '4');
    clock.offsetMs += minuteMs;
    await counts.look(clock.now());
    expect(await titles()).toEqual(['2 or more messages in 1 h']);
  });
});
