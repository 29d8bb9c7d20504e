/** Every counted number is calculated again from the raw rows, never read from the tables of counts. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { feedingDefinition } from '../../contract/feeding.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { importFiles } from '../../server/input/imports/import-command.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { recountReceivers } from '../../server/statistics/count-receptions.ts';
import { countActiveStations, listStations, queryStations } from '../../server/statistics/station-query.ts';
import { frameRecordings } from '../recordings/frames.ts';
import { recordings } from '../recordings/recording.ts';
import { callApi } from '../support/api-client.ts';
import { Recounted, type Span } from '../support/recounted.ts';
import { emptyMessages, keptDays, messageAt } from './fresh-database.ts';
import { type Heard, nowMs, type Rows, reception, spans, statisticsForFile } from './statistics-for-file.ts';

const fixture = statisticsForFile();
const { setNow, ask, percentage, expectRecounted, rangesOf, store } = fixture;

describe('STAT-09, API-37, API-38, C29, API-39, API-40, API-41: every number agrees with the raw rows', () => {
  test('C118: messages from any receivers, in any case, duplicate or late, claimed or not; for all stations, one station, or the stations of a feeder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reception, { minLength: 30, maxLength: 60 }), async (heard) => {
        await emptyMessages(fixture.server.db);
        await store(heard.slice(0, 30));
        await store(heard);
        for (const span of spans) await expectRecounted(span, null);
        const [first, second] = [spans[0] as Span, spans[1] as Span];
        await expectRecounted(second, ['7001'], fixture.admin, '7001');
        await expectRecounted(first, ['rx-free'], fixture.admin, 'RX-Free');
        await expectRecounted(second, ['7002', '7003'], fixture.feeder);
        await expectRecounted(second, [], fixture.feeder, '7001');
        const active = await ask<number>('/Station/ActiveStationsNumber', {});
        expect(active).toBe((await Recounted.read(fixture.server.db)).active(clock.now()));
      }),
      { numRuns: 3, seed: 41 },
    );
  });

  const both = recordings.map(({ name, lines }, at) => [name, lines, frameRecordings[at]?.rows ?? []] as const);
  test.each(both)('of imported messages and frames, %s', async (_name, messages, frames) => {
    const file = join(mkdtempSync(join(tmpdir(), 'downlink-statistics-')), 'both.jsonl');
    writeFileSync(file, [...messages, ...frames.map((frame) => JSON.stringify(frame))].join('\n'));
    const start = writeInstant(nowMs - hourMs);
    expect(
      await importFiles(fixture.server.db, ['--station', '7001', '--start', start, '--as-if-now', file], () => {}),
    ).toBe(0);
    rmSync(dirname(file), { recursive: true });
    expect((await fixture.server.db.query('select 1 from station_receiver_names')).length).toBeGreaterThan(3);
    const [oldest] = await fixture.server.db.query<{ ms: number }>(
      `select (extract(epoch from least((select min(acars_date_time) from acars), (select min(adsb_date_time) from adsb))) * 1000)::float8 as ms`,
    );
    for (const span of [spans[0] as Span, spans[2] as Span, { fromMs: oldest?.ms ?? 0, toMs: nowMs }])
      await expectRecounted(span, null);
    await fixture.server.db.query(`delete from station_receiver_names where lower(receiver_name) not like 'rx-%'`);
  });
});

describe('responses', () => {
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
    expect(feedingDefinition).toContain('10-minute');
  });

  test('STAT-12, STAT-20, API-42: stations with their last reception, null if never; a feeder gets own stations', async () => {
    await store([one(75), one(60, { stationId: 'RX-ONE-VDL' }), one(3600, { stationId: 'RX-TWO' })]);
    const stations = await ask<Rows>('/Station', {});
    expect(stations.map(({ stationId, lastActiveTime }) => [stationId, lastActiveTime])).toEqual([
      ['7001', writeInstant(nowMs - 60_000)],
      ['7002', writeInstant(nowMs - hourMs)],
      ['7003', null],
    ]);
    await fixture.server.db.query(
      `update stations set description = 'On the roof', notifies_feeder = true, first_told_feeder_at = '2026-11-20T09:00:00Z'
       where station_id = '7002'`,
    );
    expect((await ask<Rows>('/Station', {}, fixture.feeder))[0]).toMatchObject({
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
    expect((await ask<Rows>('/Station', {}, fixture.feeder)).map(({ stationId }) => stationId)).toEqual([
      '7002',
      '7003',
    ]);
  });

  test('STAT-15, API-43: stations are active for four hours, to the second; unclaimed receivers are not stations', async () => {
    const active = (token = fixture.admin) => ask<number>('/Station/ActiveStationsNumber', {}, token);
    await store([one(4 * 3600), one(10, { stationId: 'RX-FREE' }), one(4 * 3600 + 1, { stationId: 'RX-TWO' })]);
    // Its clock is ahead: an hour that has not started is no evidence of feeding.
    await store([one(-2 * 3600, { stationId: '7003' })]);
    expect(await active()).toBe(1);
    expect(await active(fixture.feeder)).toBe(0);
    setNow(nowMs + 1000);
    expect(await active()).toBe(0);
  });

  test('STAT-09, C64: more than 600 nmi is a wrong position; HF and unclaimed receivers have no range', async () => {
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

  /** Everything that counts for station 7001. */
  const ofStation = ['RX-ONE', '7001'];
  test('statistics are recounted for a moved station and a released name', async () => {
    await store([one(60, { place: [6011, 0] }), one(2 * 86_400, { place: [6011, 0], type: 'ADSB' })]);
    const [station] = await fixture.server.db.query<{ id: number }>(
      `select id from stations where station_id = '7001'`,
    );
    const before = await rangesOf({});
    try {
      await fixture.server.db.query(`update stations set latitude = 49.4 where station_id = '7001'`);
      await recountReceivers(fixture.server.db, ofStation);
      expect((await rangesOf({})).map(({ angle }) => angle)).toEqual([180]);
      for (const span of spans) await expectRecounted(span, null);
      await fixture.server.db.query(`delete from station_receiver_names where receiver_name = 'RX-ONE'`);
      await recountReceivers(fixture.server.db, ['RX-ONE']);
      expect(await rangesOf({})).toEqual([]);
    } finally {
      await fixture.server.db.query(`update stations set latitude = 47.4 where station_id = '7001'`);
      await fixture.server.db.query(`insert into station_receiver_names values ('RX-ONE', $1) on conflict do nothing`, [
        station?.id,
      ]);
    }
    await recountReceivers(fixture.server.db, ofStation);
    expect(await rangesOf({})).toEqual(before);
    for (const span of spans) await expectRecounted(span, null);
  });

  test('C117: where a company sees only its own data, statistics cover the stations fed by its users', async () => {
    await store([one(60), one(60, { stationId: 'RX-TWO' }), one(60, { stationId: 'RX-FREE' })]);
    await fixture.server.db.query(`update users set company = ' Acme Air ' where user_name = 'feeder'`);
    try {
      const scope = { feederId: null, company: 'ACME AIR' };
      const { stations, receivers } = await queryStations(fixture.server.db, scope);
      expect(stations.map(({ stationId }) => stationId)).toEqual(['7002', '7003']);
      expect(new Set(receivers)).toEqual(new Set(['7002', 'rx-two', '7003']));
      expect(await queryStations(fixture.server.db, scope, 'rx-free')).toEqual({ stations: [], receivers: [] });
      expect((await listStations(fixture.server.db, scope, clock.now())).map(({ stationId }) => stationId)).toEqual([
        '7002',
        '7003',
      ]);
      expect(await countActiveStations(fixture.server.db, scope, nowMs)).toBe(1);
    } finally {
      await fixture.server.db.query(`update users set company = null where user_name = 'feeder'`);
    }
  });

  test('expired receptions are no longer counted, retained ones are', async () => {
    await store([one(60), one(60, { type: 'ADSB' }), one(2 * 86_400), one(2 * 86_400, { type: 'ADSB' })]);
    setNow(nowMs + 14 * dayMs);
    await storeAcars(fixture.server.db, [
      { row: messageAt(nowMs - 2 * dayMs + 5000, { stationId: 'RX-TWO', text: 'late' }) },
    ]);
    setNow(nowMs + 15 * dayMs + hourMs);
    await runRetention(fixture.server.db, keptDays(15, 15));
    const span = { fromMs: nowMs - 5 * dayMs, toMs: clock.now() };
    await expectRecounted(span, null, await fixture.server.logIn('parser'));
    // The day of messages received a late message, the day of frames received no late frame.
    expect((await Recounted.read(fixture.server.db)).messages(span, ['7001'])).toMatchObject([{ acars: 2, adsb: 1 }]);
  });

  test('parallel writers and a recount lose no reception and count none twice', async () => {
    const some = fc.sample(reception, { numRuns: 400, seed: 7 });
    await Promise.all([
      ...[0, 1, 2, 3].map((writer) => store(some.filter((_, at) => at % 4 === writer || at % 3 === 0))),
      recountReceivers(fixture.server.db, ofStation),
      recountReceivers(fixture.server.db, ['rx-two', 'rx-free']),
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
    [ranges, 'angle=NaN', 'angle', /Enter a number/],
    [ranges, 'timeMin1=2026-11-20T12:00&timeMax1=2026-11-20T11:00', 'timeMax1', /before/],
    [ranges, 'timeMin=2026-11-20T12:00', 'timeMin', /Unknown parameter/],
  ];

  test.each(refused)('%s?%s returns a 400 with a sentence', async (path, query, field, says) => {
    const response = await callApi(fixture.server, `${path}?${query.replaceAll(' ', '%20')}`, { token: fixture.admin });
    expect(response.status).toBe(400);
    expect((response.json as { errors: Record<string, string[]> }).errors[field]?.[0]).toMatch(says);
  });

  test('a period of a thousand years, an empty period, and a station with letters get a response', async () => {
    await store([{ secondsAgo: 60, stationId: 'RX-ONE', type: 'ADSB', place: [600, 600] }]);
    for (const span of [
      { fromMs: Date.UTC(1500, 0), toMs: Date.UTC(2500, 0) },
      { fromMs: nowMs, toMs: nowMs },
    ])
      await expectRecounted(span, null);
    await expectRecounted(
      spans[0] as Span,
      [`x'; drop table rx_hour; --`],
      fixture.admin,
      `x'; drop table rx_hour; --`,
    );
  });
});
