/**
 * Statistics: every number that the server answers out of its counts is reckoned again out of the raw rows, and what it must refuse.
 * Must not: look at the counts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { feedingDefinition } from '../../contract/feeding.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/clock.ts';
import { importFiles } from '../../server/receive/import-command.ts';
import { dayMs } from '../../server/store/day-partitions.ts';
import { runRetention } from '../../server/store/retention.ts';
import { recountReceivers } from '../../server/store/statistics/count-receptions.ts';
import { countActiveStations, listStations } from '../../server/store/statistics/station-list.ts';
import { askedStations } from '../../server/store/statistics/stations-asked.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { storeAdsb } from '../../server/store/store-adsb.ts';
import { callApi } from '../support/api-client.ts';
import { Recounted, type Span } from '../support/recounted.ts';
import { root } from '../support/repository.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { blankFrame, emptyMessages, messageAt } from './fresh-database.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 20, 12, 34, 56);
let server: InProcessServer;
let admin: string;
let feeder: string;
beforeAll(async () => {
  server = await startTestServer();
  setNow(nowMs);
  [admin, feeder] = [await server.logIn('parser'), await server.logIn('feeder')];
  await server.db.query('delete from stations');
  await addStation(server.db, '7001', ['RX-ONE', 'rx-one-vdl']);
  await addStation(server.db, '7002', ['RX-TWO']);
  await addStation(server.db, '7003');
  await server.db.query(
    `update stations set feeder_user_id = (select id from users where user_name = 'feeder') where station_id in ('7002', '7003');
     update stations set latitude = -33.9, longitude = 179.6 where station_id = '7002';
     update stations set created_at = '2026-11-20T09:00:00Z'`,
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(async () => {
  setNow(nowMs);
  await emptyMessages(server.db);
});
/** The clock stands: what is asked first and reckoned later is of the same moment. */
const setNow = (ms: number) => vi.spyOn(clock, 'now').mockReturnValue(ms);

type Asked = Readonly<Record<string, string | number>>;
async function ask<T>(path: string, query: Asked, token = admin): Promise<T> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await callApi(server, `${path}?${text}`, { token });
  expect(answer.status, `${path}?${text}: ${answer.text.slice(0, 300)}`).toBe(200);
  return answer.json as T;
}
type Rows = readonly Record<string, number | string>[];
/** Spellings of a name in which nobody claimed it may differ. */
const small = (rows: Rows): Rows => rows.map((row) => ({ ...row, stationId: String(row.stationId).toLowerCase() }));
const percentage = (seconds: unknown, of: unknown): number =>
  Number(of) > 0 ? Math.round((10_000 * Number(seconds)) / Number(of)) / 100 : 0;

/** Every call of the section, for one period and one choice of stations, held to the raw rows. */
async function expectRecounted(
  span: Span,
  asked: readonly string[] | null,
  token = admin,
  stationId = '',
): Promise<void> {
  const recounted = await Recounted.read(server.db);
  const period = (n = '') => ({
    [`timeMin${n}`]: writeInstant(span.fromMs),
    [`timeMax${n}`]: writeInstant(span.toMs),
    ...(stationId ? { [`stationId${n}`]: stationId } : {}),
  });
  const said = `${JSON.stringify(period())} ${asked}`;
  const numbers = await ask<{ messagesNumber: Rows }>('/FeederStatistics/MessagesNumber', period(), token);
  expect(small(numbers.messagesNumber), said).toEqual(recounted.messages(span, asked));

  const feeding = recounted.feeding(span, clock.now(), asked);
  const times = await ask<{ feedingTimeDtos: Rows }>('/FeederStatistics/FeedingTime', period('2'), token);
  expect(small(times.feedingTimeDtos), said).toEqual(
    feeding.map(({ stationId, total, engagement }) => ({
      stationId,
      feedingTime: total,
      idleTime: Number(engagement) - Number(total),
      totalEngagement: engagement,
      feedingPercentage: percentage(total, engagement),
    })),
  );
  const direct = await ask<{ feedingWorkPercentageDtos: Rows }>(
    '/FeederStatistics/FeedingPercentageDirect',
    period('2'),
    token,
  );
  expect(small(direct.feedingWorkPercentageDtos), said).toEqual(
    feeding.map(({ stationId, total, engagement }) => ({
      stationId,
      feedingPercentage: percentage(total, engagement),
    })),
  );
  const types = await ask<{ feedingPercentagePerMessageType: Rows }>(
    '/FeederStatistics/FeedingTimePerMessageType',
    period(),
    token,
  );
  expect(small(types.feedingPercentagePerMessageType), said).toEqual(
    feeding.map(({ stationId, total, engagement, adsb, acars, vdlm2 }) => ({
      stationId,
      feedingTime: total,
      feedingPercentage: percentage(total, engagement),
      feedingTimeADSB: adsb,
      feedingPercentageADSB: percentage(adsb, engagement),
      feedingTimeACARS: acars,
      feedingPercentageACARS: percentage(acars, engagement),
      feedingTimeVDLM2: vdlm2,
      feedingPercentageVDLM2: percentage(vdlm2, engagement),
    })),
  );
  await expectRanges(recounted.ranges(span, asked), period('1'), token);
}

type Range = { readonly angle: number; readonly distance: number };
async function rangesOf(query: Asked, token = admin): Promise<readonly Range[]> {
  const path = '/FeederStatistics/HistroicalDirectionalRanges';
  return (await ask<{ directionalRangesStorages: readonly Range[] }>(path, query, token)).directionalRangesStorages;
}
async function expectRanges(farthest: ReadonlyMap<number, number>, query: Asked, token: string): Promise<void> {
  const narrow = await rangesOf(query, token);
  expect(narrow.map(({ angle }) => angle)).toEqual([...farthest.keys()].sort((a, b) => a - b));
  for (const { angle, distance } of narrow) expect(distance).toBeCloseTo(farthest.get(angle) ?? -1, 1);
  const wide = await rangesOf({ ...query, angle: 45 }, token);
  for (const { angle, distance } of wide) {
    const within = [...farthest].filter(([degrees]) => degrees >= angle && degrees < angle + 45);
    expect(distance).toBeCloseTo(Math.max(...within.map(([, nmi]) => nmi)), 1);
  }
}

// ---- what receivers say

const names = fc.constantFrom('RX-ONE', 'rx-one', 'RX-ONE-VDL', 'RX-TWO', '7001', '7003', 'RX-FREE', 'rx-free', null);
const reception = fc.record({
  secondsAgo: fc.oneof(fc.integer({ min: 0, max: 7 * 3600 }), fc.integer({ min: 0, max: 3 * 86_400 })),
  stationId: names,
  type: fc.constantFrom('ACARS', 'VDLM2', 'HFDL', null, 'ADSB', 'ADSB'),
  place: fc.option(fc.tuple(fc.integer({ min: -80_123, max: 80_321 }), fc.integer({ min: -80_777, max: 80_111 })), {
    nil: null,
  }),
});
type Heard = typeof reception extends fc.Arbitrary<infer T> ? T : never;

/** Near both stations, so that some are in range of either and some of none. */
function placeOf({ place, stationId }: Heard): { lat: number | null; lon: number | null } {
  if (!place) return { lat: null, lon: null };
  const isTwo = stationId === 'RX-TWO';
  const lon = (isTwo ? 179.6 : 8.5) + place[1] / 6007;
  return { lat: (isTwo ? -33.9 : 47.4) + place[0] / 6011, lon: lon > 180 ? lon - 360 : lon };
}
async function store(heard: readonly Heard[]): Promise<void> {
  const at = (secondsAgo: number): number => nowMs - secondsAgo * 1000;
  const acars = heard.filter(({ type }) => type !== 'ADSB');
  await storeAcars(
    server.db,
    acars.map((one) => ({
      row: messageAt(at(one.secondsAgo), {
        stationId: one.stationId,
        type: one.type,
        ...placeOf(one),
        text: JSON.stringify(one),
      }),
    })),
  );
  await storeAdsb(
    server.db,
    heard
      .filter(({ type }) => type === 'ADSB')
      .map((one) => ({
        row: {
          ...blankFrame,
          adsbDateTime: writeInstant(at(one.secondsAgo)),
          timestamp: at(one.secondsAgo) / 1000,
          stationId: one.stationId,
          ...placeOf(one),
        },
      })),
  );
}

const spans: readonly Span[] = [
  { fromMs: nowMs - 2 * hourMs, toMs: nowMs },
  { fromMs: nowMs - 3 * dayMs + 1_234_000, toMs: nowMs - 4_321_000 },
  { fromMs: nowMs - 20 * 60_000, toMs: nowMs - 11 * 60_000 },
  { fromMs: Date.UTC(2026, 10, 20, 9), toMs: Date.UTC(2026, 10, 20, 12) },
  { fromMs: nowMs - hourMs, toMs: nowMs + dayMs },
];

describe('STAT-09, API-37, API-38, C29, API-39, API-40, API-41: every number is that of the raw rows', () => {
  test('C118: of whatever receivers hear, in any spelling, twice or late, claimed or not; asked for all, one, or by a feeder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reception, { minLength: 1, maxLength: 60 }), async (heard) => {
        await emptyMessages(server.db);
        await store(heard.slice(0, 30));
        await store(heard);
        for (const span of spans) await expectRecounted(span, null);
        const [first, second] = [spans[0] as Span, spans[1] as Span];
        await expectRecounted(second, ['7001'], admin, '7001');
        await expectRecounted(first, ['rx-free'], admin, 'RX-Free');
        await expectRecounted(second, ['7002', '7003'], feeder);
        await expectRecounted(second, [], feeder, '7001');
        const active = await ask<number>('/Station/ActiveStationsNumber', {});
        expect(active).toBe((await Recounted.read(server.db)).active(clock.now()));
      }),
      { numRuns: 6, seed: 41 },
    );
  });

  const files = ['acars/stream.jsonl', 'acars/messages.jsonl', 'adsb/golden.jsonl'].map((file) =>
    join(root, '../shared/data', file),
  );
  test.skipIf(!files.every((file) => existsSync(file)))('of real messages that were imported', async () => {
    const start = writeInstant(nowMs - hourMs);
    expect(
      await importFiles(server.db, ['--station', '7001', '--start', start, '--as-if-now', ...files], () => {}),
    ).toBe(0);
    expect((await server.db.query('select 1 from station_receiver_names')).length).toBeGreaterThan(3);
    const [oldest] = await server.db.query<{ ms: number }>(
      `select (extract(epoch from least((select min(acars_date_time) from acars), (select min(adsb_date_time) from adsb))) * 1000)::float8 as ms`,
    );
    for (const span of [...spans, { fromMs: oldest?.ms ?? 0, toMs: nowMs }]) await expectRecounted(span, null);
    await server.db.query(`delete from station_receiver_names where lower(receiver_name) not like 'rx-%'`);
  });
});

describe('what the answers say', () => {
  const one = (secondsAgo: number, more: Partial<Heard> = {}): Heard => ({
    secondsAgo,
    stationId: 'RX-ONE',
    type: 'ACARS',
    place: null,
    ...more,
  });

  test('C64: seconds and percentages of known receptions; HFDL is ACARS; the definition is a sentence', async () => {
    // 12:34:56: slots begin at 12:30 and 12:20; nothing at 12:10.
    await store([one(60), one(20 * 60 - 60), one(20 * 60 - 61, { type: 'VDLM2' }), one(3000, { type: 'HFDL' })]);
    const period = { timeMin: '2026-11-20 11:34:56', timeMax: '2026-11-20 12:34:56', stationId: '7001' };
    const { messagesNumber } = await ask<{ messagesNumber: Rows }>('/FeederStatistics/MessagesNumber', period);
    expect(messagesNumber).toEqual([{ stationId: '7001', acars: 3, vdlm2: 1, adsb: 0, total: 4 }]);
    const { feedingPercentagePerMessageType: rows } = await ask<{ feedingPercentagePerMessageType: Rows }>(
      '/FeederStatistics/FeedingTimePerMessageType',
      period,
    );
    // Fed: 11:40 to 11:50 (HFDL), 12:10 to 12:20 (both), 12:30 to now.
    expect(rows).toEqual([
      {
        stationId: '7001',
        feedingTime: 600 + 600 + 296,
        feedingPercentage: percentage(1496, 3600),
        feedingTimeADSB: 0,
        feedingPercentageADSB: 0,
        feedingTimeACARS: 600 + 600 + 296,
        feedingPercentageACARS: percentage(1496, 3600),
        feedingTimeVDLM2: 600,
        feedingPercentageVDLM2: percentage(600, 3600),
      },
    ]);
    expect(feedingDefinition).toContain('ten minutes');
  });

  test('STAT-12, STAT-20, API-42: stations with when they were heard last, null when never; a feeder gets his own', async () => {
    await store([one(75), one(60, { stationId: 'RX-ONE-VDL' }), one(3600, { stationId: 'RX-TWO' })]);
    const stations = await ask<Rows>('/Station', {});
    expect(stations.map(({ stationId, lastActiveTime }) => [stationId, lastActiveTime])).toEqual([
      ['7001', writeInstant(nowMs - 60_000)],
      ['7002', writeInstant(nowMs - hourMs)],
      ['7003', null],
    ]);
    await server.db.query(
      `update stations set description = 'On the roof', notifies_feeder = true, first_told_feeder_at = '2026-11-20T09:00:00Z'
       where station_id = '7002'`,
    );
    expect((await ask<Rows>('/Station', {}, feeder))[0]).toMatchObject({
      feederName: 'Florin Munteanu',
      feederEmail: 'feeder@downlink.example',
      description: 'On the roof',
      notificationEmail: 'feeder@downlink.example',
      feederNotificationEmail: 'Send',
      firstTimeSentToFeeder: '2026-11-20T09:00:00Z',
    });
    expect(stations[2]).toMatchObject({
      description: null,
      notificationEmail: null,
      feederNotificationEmail: 'DoNothing',
    });
    expect((await ask<Rows>('/Station', {}, feeder)).map(({ stationId }) => stationId)).toEqual(['7002', '7003']);
  });

  test('STAT-15, API-43: stations are active for four hours, to the second; receivers of nobody are no stations', async () => {
    const active = (token = admin) => ask<number>('/Station/ActiveStationsNumber', {}, token);
    await store([one(4 * 3600), one(10, { stationId: 'RX-FREE' }), one(4 * 3600 + 1, { stationId: 'RX-TWO' })]);
    // Its clock is ahead: an hour that has not begun says nothing of whether it feeds.
    await store([one(-2 * 3600, { stationId: '7003' })]);
    expect(await active()).toBe(1);
    expect(await active(feeder)).toBe(0);
    setNow(nowMs + 1000);
    expect(await active()).toBe(0);
  });

  test('STAT-09, C64: what is said to be farther than 600 nmi is a wrong position; HF and receivers of nobody have no range', async () => {
    const at = (lat: number, more: Partial<Heard> = {}) => one(60, { place: [(lat - 47.4) * 6011, 0], ...more });
    await store([
      at(47.4 + 9.99),
      at(47.4 + 10.1),
      at(47.4 + 5, { type: 'HFDL' }),
      at(48.4, { stationId: 'RX-FREE' }),
      at(45.4, { type: 'ADSB' }),
    ]);
    const ranges = await rangesOf({});
    expect(ranges.map(({ angle }) => angle)).toEqual([0, 180]);
    expect(ranges[0]?.distance).toBeCloseTo(9.99 * 60.04, 0);
    expect(ranges[1]?.distance).toBeCloseTo(2 * 60.04, 0);
  });

  /** All that counts for station 7001. */
  const ofStation = ['RX-ONE', '7001'];
  test('a station that is moved, and a name that it gives up, are counted again', async () => {
    await store([one(60, { place: [6011, 0] }), one(2 * 86_400, { place: [6011, 0], type: 'ADSB' })]);
    const [station] = await server.db.query<{ id: number }>(`select id from stations where station_id = '7001'`);
    const before = await rangesOf({});
    try {
      await server.db.query(`update stations set latitude = 49.4 where station_id = '7001'`);
      await recountReceivers(server.db, ofStation);
      expect((await rangesOf({})).map(({ angle }) => angle)).toEqual([180]);
      for (const span of spans) await expectRecounted(span, null);
      await server.db.query(`delete from station_receiver_names where receiver_name = 'RX-ONE'`);
      await recountReceivers(server.db, ['RX-ONE']);
      expect(await rangesOf({})).toEqual([]);
    } finally {
      await server.db.query(`update stations set latitude = 47.4 where station_id = '7001'`);
      await server.db.query(`insert into station_receiver_names values ('RX-ONE', $1)`, [station?.id]);
    }
    await recountReceivers(server.db, ofStation);
    expect(await rangesOf({})).toEqual(before);
    for (const span of spans) await expectRecounted(span, null);
  });

  test('C117: where a company sees its own alone, statistics are of the stations that its people feed', async () => {
    await store([one(60), one(60, { stationId: 'RX-TWO' }), one(60, { stationId: 'RX-FREE' })]);
    await server.db.query(`update users set company = ' Acme Air ' where user_name = 'feeder'`);
    try {
      const scope = { feederId: null, company: 'ACME AIR' };
      const { stations, receivers } = await askedStations(server.db, scope);
      expect(stations.map(({ stationId }) => stationId)).toEqual(['7002', '7003']);
      expect(new Set(receivers)).toEqual(new Set(['7002', 'rx-two', '7003']));
      expect(await askedStations(server.db, scope, 'rx-free')).toEqual({ stations: [], receivers: [] });
      expect((await listStations(server.db, scope, clock.now())).map(({ stationId }) => stationId)).toEqual([
        '7002',
        '7003',
      ]);
      expect(await countActiveStations(server.db, scope, nowMs)).toBe(1);
    } finally {
      await server.db.query(`update users set company = null where user_name = 'feeder'`);
    }
  });

  test('what retention drops is counted no more, what it keeps is', async () => {
    await store([one(60), one(60, { type: 'ADSB' }), one(2 * 86_400), one(2 * 86_400, { type: 'ADSB' })]);
    setNow(nowMs + 14 * dayMs);
    await storeAcars(server.db, [{ row: messageAt(nowMs - 2 * dayMs + 5000, { stationId: 'RX-TWO', text: 'late' }) }]);
    setNow(nowMs + 15 * dayMs + hourMs);
    await runRetention(server.db, 15);
    const span = { fromMs: nowMs - 5 * dayMs, toMs: clock.now() };
    await expectRecounted(span, null, await server.logIn('parser'));
    // The day of messages got a late one, that of frames did not.
    expect((await Recounted.read(server.db)).messages(span, ['7001'])).toMatchObject([{ acars: 2, adsb: 1 }]);
  });

  test('writers in parallel, and one that counts again, lose nothing and count nothing twice', async () => {
    const some = fc.sample(reception, { numRuns: 400, seed: 7 });
    await Promise.all([
      ...[0, 1, 2, 3].map((writer) => store(some.filter((_, at) => at % 4 === writer || at % 3 === 0))),
      recountReceivers(server.db, ofStation),
      recountReceivers(server.db, ['rx-two', 'rx-free']),
    ]);
    await expectRecounted({ fromMs: nowMs - 4 * dayMs, toMs: nowMs }, null);
  });
});

describe('bad input', () => {
  const ranges = '/FeederStatistics/HistroicalDirectionalRanges';
  const refused: readonly [path: string, query: string, field: string, says: RegExp][] = [
    [
      '/FeederStatistics/MessagesNumber',
      'timeMin=2026-11-20 12:00:00&timeMax=2026-11-20 11:59:59',
      'timeMax',
      /before/,
    ],
    ['/FeederStatistics/MessagesNumber', 'timeMin=0001-01-01T00:00', 'timeMin', /UTC date and time/],
    [
      '/FeederStatistics/FeedingTime',
      'timeMin2=2026-11-20 12:00:00&timeMax2=2026-11-20 11:00:00',
      'timeMax2',
      /before/,
    ],
    ['/FeederStatistics/FeedingPercentageDirect', 'timeMax2=0000-00-00 00:00', 'timeMax2', /UTC date and time/],
    ['/FeederStatistics/FeedingTimePerMessageType', 'timeMax=soon', 'timeMax', /UTC date and time/],
    [ranges, 'angle=0', 'angle', /from 1 to 360 degrees/],
    [ranges, 'angle=-5', 'angle', /from 1 to 360 degrees/],
    [ranges, 'angle=0.5', 'angle', /from 1 to 360 degrees/],
    [ranges, 'angle=360.1', 'angle', /from 1 to 360 degrees/],
    [ranges, 'angle=NaN', 'angle', /must be a number/],
    [ranges, 'timeMin1=2026-11-20T12:00&timeMax1=2026-11-20T11:00', 'timeMax1', /before/],
    [ranges, 'timeMin=2026-11-20T12:00', 'timeMin', /not known/],
  ];

  test.each(refused)('%s?%s is a 400 with a sentence', async (path, query, field, says) => {
    const answer = await callApi(server, `${path}?${query.replaceAll(' ', '%20')}`, { token: admin });
    expect(answer.status).toBe(400);
    expect((answer.json as { errors: Record<string, string[]> }).errors[field]?.[0]).toMatch(says);
  });

  test('a period of a thousand years, one of no time, and a station of letters are answered', async () => {
    await store([{ secondsAgo: 60, stationId: 'RX-ONE', type: 'ADSB', place: [600, 600] }]);
    for (const span of [
      { fromMs: Date.UTC(1500, 0), toMs: Date.UTC(2500, 0) },
      { fromMs: nowMs, toMs: nowMs },
    ])
      await expectRecounted(span, null);
    await expectRecounted(spans[0] as Span, [`x'; drop table rx_hour; --`], admin, `x'; drop table rx_hour; --`);
  });
});
