/** Statistics at first sight (decision 18): every figure is read from counts, and agrees with the stored rows. */

import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { FirstSight } from '../../contract/entities/first-sight.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { readFirstSight } from '../../server/pages/first-sight.ts';
import { SilentHours } from '../../server/stations/health/silent-hours.ts';
import { TextCounts } from '../../server/statistics/count-texts.ts';
import { queryStations } from '../../server/statistics/station-query.ts';
import { callApi } from '../support/api-client.ts';
import { countHeard, report } from '../support/heard-stations.ts';
import { messageAt } from './fresh-database.ts';
import { nowMs, statisticsForFile } from './statistics-for-file.ts';

const fixture = statisticsForFile();
const all = { feederId: null, company: null };

/** Without the cache. */
const read = async (days: 1 | 3 | 7 | 30 = 1, stationId = '', scope = all): Promise<FirstSight> =>
  readFirstSight(fixture.server.db, await queryStations(fixture.server.db, scope, stationId), days, nowMs);
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
const text = (secondsAgo: number, more: Parameters<typeof messageAt>[1]) => ({
  row: messageAt(nowMs - secondsAgo * 1000, {
    stationId: 'RX-ONE',
    text: `${secondsAgo} ${JSON.stringify(more)}`,
    ...more,
  }),
});

describe('statistics at first sight', () => {
  test('messages per hour and type, per day for a month', async () => {
    await fixture.store([
      { secondsAgo: 60, stationId: 'RX-ONE', type: 'ACARS', place: null },
      { secondsAgo: 7200, stationId: 'RX-TWO', type: 'HFDL', place: null },
      { secondsAgo: 2 * 86_400, stationId: 'RX-FREE', type: 'ADSB', place: null },
    ]);
    const day = await read();
    expect([day.messages.from, day.messages.stepS, day.messages.acars.length]).toEqual([
      '2026-11-19T13:00:00Z',
      3600,
      24,
    ]);
    expect([day.messages.acars.at(-1), day.messages.hfdl.at(-3), sum(day.messages.adsb)]).toEqual([1, 1, 0]);
    const month = await read(30);
    expect([month.messages.from, month.messages.acars.length, month.messages.adsb.at(-3)]).toEqual([
      '2026-10-22T00:00:00Z',
      30,
      1,
    ]);
    expect(month.stations).toBe(3);
  });

  test('a wider interval of stored frames is reported for the days of the chart: counts include every frame', async () => {
    await fixture.server.db.query(`insert into adsb_keep (day, factor) values ('2026-11-10', 4), ('2026-11-19', 2)`);
    expect([(await read()).messages.frameFactor, (await read(30)).messages.frameFactor]).toEqual([2, 4]);
    await fixture.server.db.query('delete from adsb_keep');
    expect((await read()).messages.frameFactor).toBe(1);
  });

  test('hours of stations relative to their usual ones, silent stations first', async () => {
    const { db } = fixture.server;
    await countHeard(db, { receiver: 'RX-ONE', type: 'ACARS', from: nowMs - 8 * dayMs, to: nowMs - 60_000 });
    await countHeard(db, { receiver: 'RX-TWO', type: 'ADSB', from: nowMs - 8 * dayMs, to: nowMs - 5 * hourMs });
    const { hours } = await read();
    expect(hours.rows.map(({ stationId, isSilent }) => [stationId, isSilent])).toEqual([
      ['7002', true],
      ['7001', false],
      ['7003', false],
    ]);
    const [two, one, three] = hours.rows;
    expect([one?.counts.at(-2), one?.usual.at(-2), two?.usual.at(-2)]).toEqual([6, 1, 0]);
    expect([sum(three?.counts ?? [1]), three?.usual.every((share) => share === null)]).toEqual([0, true]);
  });

  test('feeding days have shares, and the reason of silent hours', async () => {
    const { db } = fixture.server;
    await countHeard(db, { receiver: 'RX-ONE', type: 'ACARS', from: nowMs - 6 * dayMs, to: nowMs - 2 * dayMs });
    await report(db, { stationId: 'RX-ONE', from: nowMs - 6 * dayMs, to: nowMs, frames: 0 });
    const silent = new SilentHours(db);
    await silent.note(nowMs);
    await silent.note(nowMs); // idempotent
    const { calendar } = await read();
    expect(calendar.from).toBe('2026-10-22');
    expect(calendar.rows).toHaveLength(1);
    const [row] = calendar.rows;
    expect([row?.stationId, row?.type, row?.shares.length]).toEqual(['7001', 'ACARS', 30]);
    expect(row?.shares.slice(-5)).toEqual([1, 1, expect.closeTo(0.53, 1), 0, 0]);
    expect(row?.shares[0]).toBeNull();
    expect(row?.reasons.slice(-3)).toEqual([
      { reason: 'noFrames', hours: 11 },
      { reason: 'noFrames', hours: 24 },
      { reason: 'noFrames', hours: 12 },
    ]);
    expect(row?.reasons.at(-5)).toBeNull();
    await db.query('delete from station_statuses');

    // From noon on, two days ago: neither power nor network is the reason.
    await db.query(
      `insert into station_keys (prefix, key_hash, station_record_id, name, created_at, last_used_at, revoked_at)
       select 'sk00007001', sha256('7001'), id, 'roof', $1, $2, $2 from stations where station_id = '7001'`,
      [nowMs - 8 * dayMs, nowMs - 2 * dayMs].map((ms) => new Date(ms)),
    );
    await new SilentHours(db).note(nowMs);
    expect((await read()).calendar.rows[0]?.reasons.slice(-3)).toEqual([
      { reason: 'noKey', hours: 11 },
      { reason: 'noKey', hours: 24 },
      { reason: 'noKey', hours: 12 },
    ]);
    await db.query('delete from station_keys');
  });

  test('ranges of 24 hours and 30 days; a lost direction has the day of its loss', async () => {
    const { db } = fixture.server;
    await db.query(
      `insert into range_day (receiver, day, message_type, bearing_deg, farthest_nmi)
       select 'rx-one', day::date, 'ADSB', bearing, 200 from generate_series('2026-11-01', '2026-11-17', interval '1 day') day, generate_series(0, 355, 5) bearing`,
    );
    await db.query(
      `insert into range_hour (receiver, hour, message_type, bearing_deg, farthest_nmi)
       select 'rx-one', '2026-11-20T10:00:00Z', 'ADSB', bearing, case when bearing between 200 and 249 then 30 else 190 end
       from generate_series(0, 359) bearing`,
    );
    const { ranges } = await read();
    expect(ranges.map(({ stationId }) => stationId)).toEqual(['7001']);
    expect([ranges[0]?.now[40], ranges[0]?.now[0], ranges[0]?.month[0]]).toEqual([30, 190, 200]);
    expect(ranges[0]?.lost).toEqual([{ fromDeg: 200, toDeg: 250, nowNmi: 30, monthNmi: 200, since: '2026-11-18' }]);
  });

  test('levels by frequency and most frequent names are counted minutes after the messages were stored, and again after changes', async () => {
    const { db } = fixture.server;
    const rows = Array.from({ length: 30 }, (_, at) =>
      text(60 + at, {
        label: at < 20 ? 'H1' : '5Z',
        tail: '.D-AIAB',
        flight: 'LH0123',
        freq: 131.525,
        level: -20 - (at % 3),
      }),
    );
    const other = { label: 'H1', freq: 136.975, level: -10, type: 'VDLM2' };
    // Both fly under their registration, not for an airline with the code 2L or N1.
    const unscheduled = [
      text(90, { ...other, tail: 'N123', flight: 'N123' }),
      text(91, { ...other, tail: '.2-L012', flight: '2L012' }),
    ];
    await storeAcars(db, [...rows, ...unscheduled]);
    const expected = {
      levels: [{ khz: 131_525, type: 'ACARS', messages: 30 }],
      tops: {
        labels: [
          { name: 'H1', messages: 22 },
          { name: '5Z', messages: 10 },
        ],
        aircraft: [
          { name: 'D-AIAB', messages: 30 },
          { name: '2-L012', messages: 1 },
          { name: 'N123', messages: 1 },
        ],
        airlines: [{ name: 'LH', messages: 30 }],
      },
    };
    await new TextCounts(db).countDue(nowMs + 180_000);
    const first = await read();
    expect(first).toMatchObject(expected);
    expect(first.levels[0]?.quantiles).toHaveLength(5);
    expect(await db.query('select from text_due')).toEqual([]);
    // One message added, and one removed.
    await storeAcars(db, [text(95, { label: '5Z', freq: 131.525, level: -21 })]);
    await db.query(`delete from acars where tail = 'N123'`);
    await new TextCounts(db).countDue(nowMs + 180_000);
    const later = await read();
    expect(later.levels).toMatchObject([{ messages: 31 }]);
    expect(later.tops).toMatchObject({
      labels: [{ messages: 21 }, { messages: 11 }],
      aircraft: [{ messages: 30 }, { messages: 1 }],
    });
  });

  test('C68 C117: only stations of the caller; 400 for other days; 401 without a session', async () => {
    await fixture.store([
      { secondsAgo: 60, stationId: 'RX-ONE', type: 'ACARS', place: null },
      { secondsAgo: 60, stationId: 'RX-TWO', type: 'ACARS', place: null },
    ]);
    const path = '/FeederStatistics/FirstSight';
    const feeder = await fixture.ask<FirstSight>(path, {}, fixture.feeder);
    expect(feeder.hours.rows.map(({ stationId }) => stationId)).toEqual(['7002', '7003']);
    expect([feeder.stations, sum(feeder.messages.acars)]).toEqual([2, 1]);
    expect(sum((await fixture.ask<FirstSight>(path, { stationId: '7001' }, fixture.feeder)).messages.acars)).toBe(0);
    expect(sum((await fixture.ask<FirstSight>(path, { stationId: '7001' })).messages.acars)).toBe(1);
    expect((await callApi(fixture.server, `${path}?days=2`, { token: fixture.admin })).status).toBe(400);
    expect((await callApi(fixture.server, path)).status).toBe(401);
  });
});
