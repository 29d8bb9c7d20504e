import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import type { Messages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { callApi } from '../support/api-client.ts';
import { Recounted, type Span } from '../support/recounted.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { blankFrame, emptyMessages, messageAt } from './fresh-database.ts';

export const nowMs = Date.UTC(2026, 10, 20, 12, 34, 56);

type Requested = Readonly<Record<string, string | number>>;
export type Rows = readonly Record<string, number | string>[];
type Range = { readonly angle: number; readonly distance: number };

const names = fc.constantFrom('RX-ONE', 'rx-one', 'RX-ONE-VDL', 'RX-TWO', '7001', '7003', 'RX-FREE', 'rx-free', null);
export const reception = fc.record({
  secondsAgo: fc.oneof(fc.integer({ min: 0, max: 7 * 3600 }), fc.integer({ min: 0, max: 3 * 86_400 })),
  stationId: names,
  type: fc.constantFrom('ACARS', 'VDLM2', 'HFDL', null, 'ADSB', 'ADSB'),
  place: fc.option(fc.tuple(fc.integer({ min: -80_123, max: 80_321 }), fc.integer({ min: -80_777, max: 80_111 })), {
    nil: null,
  }),
});
export type Heard = typeof reception extends fc.Arbitrary<infer T> ? T : never;

/** Near both stations, so that some are in range of either and some of none. */
function placeOf({ place, stationId }: Heard): { lat: number | null; lon: number | null } {
  if (!place) return { lat: null, lon: null };
  const isTwo = stationId === 'RX-TWO';
  const lon = (isTwo ? 179.6 : 8.5) + place[1] / 6007;
  return { lat: (isTwo ? -33.9 : 47.4) + place[0] / 6011, lon: lon > 180 ? lon - 360 : lon };
}
async function storeHeard(db: Messages, heard: readonly Heard[]): Promise<void> {
  const at = (secondsAgo: number): number => nowMs - secondsAgo * 1000;
  const acars = heard.filter(({ type }) => type !== 'ADSB');
  await storeAcars(
    db,
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
    db,
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

export const spans: readonly Span[] = [
  { fromMs: nowMs - 2 * hourMs, toMs: nowMs },
  { fromMs: nowMs - 3 * dayMs + 1_234_000, toMs: nowMs - 4_321_000 },
  { fromMs: nowMs - 20 * 60_000, toMs: nowMs - 11 * 60_000 },
  { fromMs: Date.UTC(2026, 10, 20, 9), toMs: Date.UTC(2026, 10, 20, 12) },
  { fromMs: nowMs - hourMs, toMs: nowMs + dayMs },
];

export function statisticsForFile() {
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
  /** The clock is stopped: request and expected value have the same time. */
  const setNow = (ms: number) => vi.spyOn(clock, 'now').mockReturnValue(ms);

  async function ask<T>(path: string, query: Requested, token = admin): Promise<T> {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await callApi(server, `${path}?${text}`, { token });
    expect(response.status, `${path}?${text}: ${response.text.slice(0, 300)}`).toBe(200);
    return response.json as T;
  }
  /** Case variants of an unclaimed name may differ. */
  const small = (rows: Rows): Rows => rows.map((row) => ({ ...row, stationId: String(row.stationId).toLowerCase() }));
  const percentage = (seconds: unknown, of: unknown): number =>
    Number(of) > 0 ? Math.round((10_000 * Number(seconds)) / Number(of)) / 100 : 0;

  /** Every call of the section, for one period and one selection of stations, compared with the raw rows. */
  async function expectRecounted(
    span: Span,
    requested: readonly string[] | null,
    token = admin,
    stationId = '',
  ): Promise<void> {
    const recounted = await Recounted.read(server.db);
    const period = (n = '') => ({
      [`timeMin${n}`]: writeInstant(span.fromMs),
      [`timeMax${n}`]: writeInstant(span.toMs),
      ...(stationId ? { [`stationId${n}`]: stationId } : {}),
    });
    const description = `${JSON.stringify(period())} ${requested}`;
    const numbers = await ask<{ messagesNumber: Rows }>('/FeederStatistics/MessagesNumber', period(), token);
    expect(small(numbers.messagesNumber), description).toEqual(recounted.messages(span, requested));

    const feeding = recounted.feeding(span, clock.now(), requested);
    const times = await ask<{ feedingTimeDtos: Rows }>('/FeederStatistics/FeedingTime', period('2'), token);
    expect(small(times.feedingTimeDtos), description).toEqual(
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
    expect(small(direct.feedingWorkPercentageDtos), description).toEqual(
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
    expect(small(types.feedingPercentagePerMessageType), description).toEqual(
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
    await expectRanges(recounted.ranges(span, requested), period('1'), token);
    if (span.toMs === span.fromMs || span.toMs - span.fromMs > 7 * dayMs) return;
    // Bands are cached for 10 s, by a clock that is not stopped.
    clock.offsetMs += 11_000;
    const query = { from: writeInstant(span.fromMs), to: writeInstant(span.toMs), ...(stationId ? { stationId } : {}) };
    expect(await ask('/FeederStatistics/Band', query, token), description).toMatchObject(
      recounted.band(span, requested),
    );
  }

  async function rangesOf(query: Requested, token = admin): Promise<readonly Range[]> {
    const path = '/FeederStatistics/HistroicalDirectionalRanges';
    return (await ask<{ directionalRangesStorages: readonly Range[] }>(path, query, token)).directionalRangesStorages;
  }
  async function expectRanges(farthest: ReadonlyMap<number, number>, query: Requested, token: string): Promise<void> {
    const narrow = await rangesOf(query, token);
    expect(narrow.map(({ angle }) => angle)).toEqual([...farthest.keys()].sort((a, b) => a - b));
    for (const { angle, distance } of narrow) expect(distance).toBeCloseTo(farthest.get(angle) ?? -1, 1);
    const wide = await rangesOf({ ...query, angle: 45 }, token);
    for (const { angle, distance } of wide) {
      const within = [...farthest].filter(([degrees]) => degrees >= angle && degrees < angle + 45);
      expect(distance).toBeCloseTo(Math.max(...within.map(([, nmi]) => nmi)), 1);
    }
  }

  return {
    get server(): InProcessServer {
      return server;
    },
    get admin(): string {
      return admin;
    },
    get feeder(): string {
      return feeder;
    },
    setNow,
    ask,
    percentage,
    expectRecounted,
    rangesOf,
    store: (heard: readonly Heard[]) => storeHeard(server.db, heard),
  };
}
