import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { FindIndex } from '../../contract/entities/find.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { callApi } from '../support/api-client.ts';
import { keptDays, messageAt } from './fresh-database.ts';
import { nowMs, statisticsForFile } from './statistics-for-file.ts';

const fixture = statisticsForFile();
type Fields = Parameters<typeof messageAt>[1];
const receive = (secondsAgo: number, fields: Fields) =>
  storeAcars(fixture.server.db, [{ row: messageAt(clock.now() - secondsAgo * 1000, fields) }]);
async function indexOf(token = fixture.admin, since?: string): Promise<FindIndex> {
  clock.offsetMs += 6000; // it is cached for 5 s
  return fixture.ask<FindIndex>('/find/index', since === undefined ? {} : { since }, token);
}
const namesOf = ({ aircraft }: FindIndex): string[] =>
  aircraft.tail.map((tail, at) => tail || (aircraft.address[at] ?? '')).sort();
describe('the search index', () => {
  beforeEach(async () => {
    fixture.server.db.memory.tails.clear();
    await fixture.server.db.query('truncate aircraft, airlines');
    fixture.server.services.positions.clear();
  });

  test('has each aircraft once, with its last flight, type and airline, and lists those in the air', async () => {
    await fixture.server.db.query(
      `insert into airlines (airline_name, iata, icao, is_active, source) values ('TAROM', 'RO', 'ROT', true, 'import');
       insert into aircraft (registration, mode_s, aircraft_type, source) values ('YR-BGX', '4A08E8', 'Boeing 737-800', 'import')`,
    );
    await receive(7200, { tail: '.YR-BGX', icao: '4a08e8', flight: 'RO0391', stationId: 'RX-ONE' });
    await receive(3600, { tail: 'YR-BGX', flight: 'RO0731', stationId: 'RX-TWO' });
    await receive(60, { tail: 'YR-BGX', flight: null, stationId: 'RX-ONE' });
    await receive(30, { icao: '3C6444', stationId: 'RX-ONE' });
    await receive(20, { flight: 'LH1', stationId: 'RX-ONE' });
    fixture.server.services.positions.take([
      { icao: '4A08E8', atMs: nowMs - 3000, lat: 44, lon: 26, altitudeFt: 37_000, stationId: 'RX-ONE' },
    ]);
    const { aircraft, types, airlines, codes, isComplete, inAir } = await indexOf();
    expect({ ...aircraft, types, airlines, codes, isComplete }).toEqual({
      tail: ['', 'YR-BGX'],
      address: ['3C6444', '4A08E8'],
      flight: ['', 'RO0731'],
      type: [-1, 0],
      airline: [-1, 0],
      lastMinute: [nowMs - 30_000, nowMs - 60_000].map((ms) => Math.floor(ms / 60_000)),
      types: ['Boeing 737-800'],
      airlines: ['TAROM'],
      codes: [['RO', 'ROT']],
      isComplete: true,
    });
    expect(inAir).toMatchObject([{ address: '4A08E8', altitudeFt: 37_000, seenS: nowMs / 1000 - 3 }]);
  });

  test('is written at most once a minute for an aircraft, a receiver and an airline', async () => {
    const writes = async () =>
      fixture.server.db
        .query<{ at: Date }>('select written_at as at from tail_last')
        .then((rows) => rows.map(({ at }) => at.getTime()));
    await receive(100, { tail: 'N1', flight: 'UA1', stationId: 'RX-ONE' });
    fixture.setNow(nowMs + 1000);
    await receive(60, { tail: 'N1', flight: 'UA1', stationId: 'RX-ONE' });
    expect(await writes()).toEqual([nowMs]);
    await receive(30, { tail: 'N1', flight: 'UA1', stationId: 'RX-ONE' });
    await receive(5000, { tail: 'N1', flight: 'UA1', stationId: 'RX-ONE' });
    expect(await writes()).toEqual([nowMs + 1000]);
    expect((await indexOf()).aircraft.lastMinute).toEqual([Math.floor((nowMs - 29_000) / 60_000)]);
  });

  test('sends the changes since a given time, including late messages, and nothing with the same ETag', async () => {
    await receive(20, { tail: 'N1', stationId: 'RX-ONE' });
    fixture.setNow(nowMs + 2 * 60_000);
    const first = await indexOf();
    fixture.setNow(nowMs + 10 * 60_000);
    await receive(3 * 3600, { tail: 'N2', stationId: 'RX-ONE' });
    const later = await indexOf(fixture.admin, first.asOf);
    expect([namesOf(later), later.isComplete]).toEqual([['N2'], false]);
    expect(parseInstant(later.asOf)).toBe(nowMs + 10 * 60_000);
    expect(namesOf(await indexOf())).toEqual(['N1', 'N2']);
    // A copy of another day is replaced.
    expect((await indexOf(fixture.admin, writeInstant(nowMs - 25 * hourMs))).isComplete).toBe(true);

    const response = await callApi(fixture.server, '/find/index', { token: fixture.admin });
    const etag = response.headers.get('etag') ?? '';
    fixture.setNow(nowMs + 11 * 60_000);
    clock.offsetMs += 6000;
    const again = await callApi(fixture.server, '/find/index', {
      token: fixture.admin,
      headers: { 'if-none-match': etag },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('C68: station names are for every user with data, their status is for users who may read it', async () => {
    await receive(20, { tail: 'N1', stationId: 'RX-ONE' });
    const statesOf = async (token: string) =>
      (await indexOf(token)).stations.map(({ stationId, state }) => `${stationId} ${state}`);
    expect(await statesOf(fixture.admin)).toEqual(['7001 feeding', '7002 never', '7003 never']);
    expect(await statesOf(fixture.feeder)).toEqual(['7001 null', '7002 never', '7003 never']);
    expect((await indexOf()).stations[0]?.receivers).toEqual(['7001', 'rx-one', 'rx-one-vdl']);
    expect((await callApi(fixture.server, '/find/index', { token: await fixture.server.logIn('guest') })).status).toBe(
      403,
    );
    expect((await callApi(fixture.server, '/find/index')).status).toBe(401);
  });

  test('drops an aircraft with the day of its last message', async () => {
    await receive(2 * 86_400, { tail: 'N1', stationId: 'RX-ONE' });
    await receive(20, { tail: 'N2', stationId: 'RX-ONE' });
    vi.mocked(clock.now).mockReturnValue(nowMs + 15 * dayMs + 60_000);
    await fixture.server.db.query(`update acars set stored_at = $1`, [new Date(nowMs)]);
    await runRetention(fixture.server.db, keptDays(15));
    const left = await fixture.server.db.query<{ tail: string }>('select tail from tail_last');
    expect(left.map(({ tail }) => tail)).toEqual(['N2']);
  });

  test('has up to 350 kB for 20,000 aircraft', async () => {
    await fixture.server.db.query(
      `insert into tail_last (tail, address, station_id, code, is_demo, flight, last_at)
       select (array['YR-','D-A','G-','N','F-G','OO-','EI-','TC-'])[1 + n % 8] || chr(65 + m / 676) || chr(65 + m / 26 % 26) || chr(65 + m % 26),
         upper(lpad(to_hex((n::bigint * 2654435761 % 16777215)::int), 6, '0')), 'rx-one', 'x', false,
         (array['RO','LH','BA','UA','AF','SN','FR','TK'])[1 + m % 8] || lpad((n * 7 % 9973)::text, 4, '0'),
         $1::timestamptz - make_interval(mins => (n::bigint * 48271 % 21600)::int)
       from generate_series(1, 20100) n, lateral (select n / 8 * 7919 % 17576 as m) letters`,
      [new Date(nowMs)],
    );
    const index = await indexOf();
    expect(index.aircraft.tail.length).toBe(20_000);
    expect(gzipSync(JSON.stringify(index)).length).toBeLessThanOrEqual(350_000);
  });
});
