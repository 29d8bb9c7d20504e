import { describe, expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import type { Overview } from '../../contract/entities/overview.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { callApi } from '../support/api-client.ts';
import { countHeard } from '../support/heard-stations.ts';
import { addStation } from '../support/stations.ts';
import { messageAt } from './fresh-database.ts';
import { nowMs, statisticsForFile } from './statistics-for-file.ts';

const fixture = statisticsForFile();

async function overviewOf(token = fixture.admin): Promise<Overview> {
  clock.offsetMs += 11_000; // it is cached for 10 s
  return fixture.ask<Overview>('/Overview', {}, token);
}
type Received = Parameters<typeof messageAt>[1] & { readonly secondsAgo: number };
const receive = (...received: readonly Received[]) =>
  storeAcars(
    fixture.server.db,
    received.map(({ secondsAgo, ...fields }) => ({ row: messageAt(nowMs - secondsAgo * 1000, fields) })),
  );
const takeOff = {
  tail: 'YR-BGX',
  flight: 'RO0391',
  label: 'QB',
  text: 'LROPEGLL0712 0078',
  msgno: 'M01A',
  blockId: '5',
};

describe('OVW-01: the overview in one response', () => {
  test('OVW-06: messages are sentences; receptions of one message within 60 s are one row', async () => {
    await receive(
      { ...takeOff, secondsAgo: 10, stationId: 'RX-ONE' },
      { ...takeOff, secondsAgo: 12, stationId: 'rx-two', text: 'LROPEGLL0712 00' },
      { ...takeOff, secondsAgo: 73, stationId: '7003', text: 'LROPEGLL0712' },
      { ...takeOff, secondsAgo: 11, stationId: 'RX-ONE', msgno: 'M02A', label: '5Z', text: 'OS KPHX' },
      { secondsAgo: 9, stationId: 'RX-ONE', tail: null, msgno: null, label: '_d', text: '' },
    );
    const { wire, asOf } = await overviewOf();
    expect(asOf).toBe(writeInstant(nowMs));
    expect(wire.map(({ at, kind, words, heardBy }) => [at.slice(14, 19), kind, words, heardBy])).toEqual([
      ['34:47', 'link', 'Demand mode, no text', 1],
      ['34:46', 'gateTimes', 'Took off from LROP 07:12Z, to EGLL, fuel 78', 2],
      ['34:45', 'other', 'Airline message, label 5Z', 1],
      ['33:43', 'gateTimes', 'Took off from LROP 07:12Z, to EGLL', 1],
    ]);
    expect(wire[1]).toMatchObject({ tail: 'YR-BGX', flight: 'RO0391', label: 'QB' });
  });

  test('OVW-05: silent stations are first, ordered by the longest silence; six are shown in full, all are counted', async () => {
    for (let n = 1; n <= 12; n++) await addStation(fixture.server.db, `72${String(n).padStart(2, '0')}`);
    const feeds = (receiver: string, silentHours: number) =>
      countHeard(fixture.server.db, {
        receiver,
        type: 'ACARS',
        from: nowMs - 48 * hourMs,
        to: nowMs - silentHours * hourMs,
      });
    await feeds('7201', 0);
    await feeds('7202', 5);
    await feeds('7203', 9);
    const { stations, band } = await overviewOf();
    expect(stations.counts).toEqual({ silent: 2, late: 0, partly: 0, never: 12, feeding: 1 });
    expect(stations.first.map(({ stationId }) => stationId).slice(0, 3)).toEqual(['7203', '7202', '7001']);
    expect(stations.first).toHaveLength(6);
    const [worst] = stations.first;
    expect(worst).toMatchObject({ state: 'silent', reason: 'untold', hoursFrom: '2026-11-19T13:00:00Z' });
    const [acars] = worst?.types ?? [];
    expect([acars?.type, acars?.slots.length, acars?.slots.at(-10), acars?.slots.at(-9)]).toEqual(['ACARS', 24, 4, 0]);
    expect(band).toMatchObject({ stations: 15 });
    await fixture.server.db.query(`delete from stations where station_id like '72%'`);
  });

  test('OVW-07 C38 C68 C117: each part has the scope of the own lists of the caller', async () => {
    await receive(
      { ...takeOff, secondsAgo: 10, stationId: 'RX-ONE' },
      { ...takeOff, secondsAgo: 20, stationId: 'RX-TWO', msgno: 'M09A' },
    );
    const seen = async (token: string) => {
      const { band, stations, wire } = await overviewOf(token);
      const sum = band.acars.reduce((total, count) => total + count, 0);
      return [sum, stations.first.map(({ stationId }) => stationId).sort(), wire.length];
    };
    expect(await seen(fixture.admin)).toEqual([2, ['7001', '7002', '7003'], 2]);
    // A customer without a company reads every message, and the stations that they feed.
    expect(await seen(fixture.feeder)).toEqual([1, ['7002', '7003'], 2]);
    // All data of the raw list (C117), no own station.
    expect(await seen(await fixture.server.logIn('company'))).toEqual([0, [], 2]);
    expect((await callApi(fixture.server, '/Overview', { token: await fixture.server.logIn('guest') })).status).toBe(
      403,
    );
    expect((await callApi(fixture.server, '/Overview')).status).toBe(401);
  });

  test('OVW-01: a full response is at most 40 kB', async () => {
    for (let n = 1; n <= 8; n++) {
      await addStation(fixture.server.db, `73${n}`, []);
      for (const type of ['ACARS', 'VDLM2', 'ADSB'] as const)
        await countHeard(fixture.server.db, {
          receiver: `73${n}`,
          type,
          from: nowMs - 26 * hourMs,
          to: nowMs - 5 * hourMs,
        });
    }
    const long = 'KFDK'.repeat(50);
    await receive(
      ...Array.from({ length: 200 }, (_, n) => ({
        ...takeOff,
        secondsAgo: n * 61,
        stationId: 'RX-ONE',
        label: 'H1',
        text: `.1/FLR/FR2605012330  36221607BMC1   X2,,,,,,,RIGHT WING LOOP B SENSING ELEMENT CONTROL,HARD${long}`,
      })),
    );
    const { wire, ...others } = await overviewOf();
    expect([wire.length, others.stations.first.length]).toEqual([100, 6]);
    expect(JSON.stringify({ ...others, wire }).length).toBeLessThan(40_000);
    await fixture.server.db.query(`delete from stations where station_id like '73%'`);
  });
});
