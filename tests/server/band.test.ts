import { describe, expect, test, vi } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import type { DayCounts, MessageBand } from '../../contract/entities/statistics.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { noteServerSlot } from '../../server/statistics/band.ts';
import { callApi } from '../support/api-client.ts';
import { type Heard, nowMs, statisticsForFile } from './statistics-for-file.ts';

const fixture = statisticsForFile();
const slotMs = 600_000;
/** 12:30, the start of the current slot. */
const slotNow = Math.floor(nowMs / slotMs) * slotMs;
const heardAt = (ms: number, more: Partial<Heard> = {}): Heard => ({
  secondsAgo: (nowMs - ms) / 1000,
  stationId: 'RX-ONE',
  type: 'ACARS',
  place: null,
  ...more,
});

async function band(token = fixture.admin, query: Readonly<Record<string, string>> = {}): Promise<MessageBand> {
  clock.offsetMs += 11_000; // it is cached for 10 s
  return fixture.ask<MessageBand>('/FeederStatistics/Band', query, token);
}
const totals = ({ acars, vdlm2, hfdl, adsb }: MessageBand) =>
  [acars, vdlm2, hfdl, adsb].map((counts) => counts.reduce((sum, count) => sum + count, 0));

describe('OVW-02: the time band', () => {
  test('covers the last 24 hours in slots of 10 minutes, the current one included', async () => {
    await fixture.store([heardAt(slotNow), heardAt(slotNow - 1000, { type: 'HFDL' }), heardAt(nowMs - 25 * hourMs)]);
    const response = await band();
    expect(response).toMatchObject({ asOf: writeInstant(nowMs), from: '2026-11-19T12:30:00Z', stations: 3 });
    expect(response.acars).toHaveLength(145);
    expect([response.acars.at(-1), response.hfdl.at(-2)]).toEqual([1, 1]);
    expect(totals(response)).toEqual([1, 0, 1, 0]);
  });

  test('C68 C117: contains the stations of the caller only, whatever is requested', async () => {
    await fixture.store([
      heardAt(nowMs - hourMs),
      heardAt(nowMs - hourMs, { stationId: 'RX-TWO', type: 'ADSB' }),
      heardAt(nowMs - hourMs, { stationId: 'RX-FREE', type: 'VDLM2' }),
    ]);
    expect(totals(await band())).toEqual([1, 1, 0, 1]);
    expect(totals(await band(fixture.admin, { stationId: '7001' }))).toEqual([1, 0, 0, 0]);
    expect(totals(await band(await fixture.server.logIn('admin'), { stationId: 'rx-free' }))).toEqual([0, 1, 0, 0]);
    expect(await band(fixture.feeder)).toMatchObject({ stations: 2 });
    expect(totals(await band(fixture.feeder))).toEqual([0, 0, 0, 1]);
    for (const stationId of ['7001', 'RX-ONE', 'rx-free'])
      expect(totals(await band(fixture.feeder, { stationId }))).toEqual([0, 0, 0, 0]);
    for (const user of ['customer', 'company'] as const) {
      const response = await band(await fixture.server.logIn(user));
      expect([response.stations, response.countedSince, ...totals(response)], user).toEqual([0, null, 0, 0, 0, 0]);
    }
    expect((await callApi(fixture.server, '/FeederStatistics/Band')).status).toBe(401);
  });

  test('a gap states whether the server was off or nothing was received, and begins after the first message', async () => {
    const first = slotNow - 10 * slotMs;
    await fixture.server.db.query('delete from server_slot');
    await fixture.store([heardAt(first + 1000), heardAt(first + 4 * slotMs), heardAt(first + 8 * slotMs)]);
    const gap = (from: number, to: number, cause: string) => ({
      from: writeInstant(first + from * slotMs),
      to: writeInstant(first + to * slotMs),
      cause,
    });
    // The running times of the server are unknown.
    expect((await band()).gaps).toEqual([1, 5, 9].map((at) => gap(at, at + (at === 9 ? 1 : 3), 'nothingReceived')));
    for (const at of [0, 1, 4, 5, 6, 7, 8, 9, 10]) await noteServerSlot(fixture.server.db, first + at * slotMs + 5000);
    expect(await band()).toMatchObject({
      countedSince: writeInstant(first),
      gaps: [
        gap(1, 2, 'nothingReceived'),
        gap(2, 4, 'serverOff'),
        gap(5, 8, 'nothingReceived'),
        gap(9, 10, 'nothingReceived'),
      ],
    });
    // For another station these slots are also gaps.
    expect((await band(fixture.admin, { stationId: '7003' })).gaps).toEqual([]);
  });

  test('the days of the calendar have the sums of the band, in the scope of the caller', async () => {
    clock.offsetMs += 11 * 60_000;
    await fixture.store([
      heardAt(nowMs - 30 * hourMs),
      heardAt(nowMs - hourMs),
      heardAt(nowMs - hourMs, { type: 'VDLM2' }),
      heardAt(nowMs - hourMs, { stationId: 'RX-TWO', type: 'ADSB' }),
    ]);
    const days = async (token?: string): Promise<DayCounts> =>
      fixture.ask<DayCounts>('/FeederStatistics/Days', {}, token);
    const all = await days();
    expect([all.from, all.text.length]).toEqual(['2026-10-12', 40]);
    expect([all.text.slice(-2), all.adsb.slice(-2), all.gaps.slice(-3)]).toEqual([
      [1, 2],
      [0, 1],
      [false, true, true],
    ]);
    expect((await days(fixture.feeder)).text.at(-1)).toBe(0);
    expect((await callApi(fixture.server, '/FeederStatistics/Days')).status).toBe(401);
  });

  test('is cached for 10 seconds per scope', async () => {
    const query = { from: '2026-11-20T10:00:00Z', to: '2026-11-20T13:00:00Z' };
    const count = async (token = fixture.admin) =>
      totals(await fixture.ask<MessageBand>('/FeederStatistics/Band', query, token))[0];
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      await fixture.store([heardAt(nowMs - 1000)]);
      expect([await count(), await count(fixture.feeder)]).toEqual([1, 0]);
      await fixture.store([heardAt(nowMs - 2000)]);
      expect(await count()).toBe(1);
      clock.offsetMs += 10_000;
      expect(await count()).toBe(2);
    } finally {
      stopped.mockRestore();
    }
  });

  test('accepts seven days up to now even if the request takes time', async () => {
    const week = (lateMs: number) => ({ from: new Date(clock.now() - 7 * 86_400_000 - lateMs).toISOString() });
    const { from } = await fixture.ask<MessageBand>('/FeederStatistics/Band', week(0), fixture.admin);
    expect(await fixture.ask<MessageBand>('/FeederStatistics/Band', week(5000), fixture.admin)).toMatchObject({ from });
  });

  test.each([
    ['from=2026-11-20T12:00:00Z&to=2026-11-20T12:00:00Z', /must be before/],
    ['from=2026-11-13T11:59:00Z&to=2026-11-20T12:00:00Z', /up to 7 days/],
    ['from=2026-11-13T11:58:00Z', /up to 7 days/],
    ['from=yesterday', /UTC date and time/],
  ])('%s is a 400 with a sentence', async (query, says) => {
    const response = await callApi(fixture.server, `/FeederStatistics/Band?${query}`, { token: fixture.admin });
    expect(response.status).toBe(400);
    expect((response.json as { errors: Record<string, string[]> }).errors.from?.[0]).toMatch(says);
  });
});
