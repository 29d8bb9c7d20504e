import { beforeAll, describe, expect, test } from 'vitest';
import type { StationOutline } from '../../contract/entities/map.ts';
import type { AirportPage, StationPage } from '../../contract/entities/places.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { type LinkEvent, type NewLinkEvent, storeLinkEvents } from '../../server/messages/link-events.ts';
import type { Messages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { addStation } from '../support/stations.ts';
import { startTestServer } from '../support/test-server.ts';
import { messageAt } from './fresh-database.ts';
import { nowMs, statisticsForFile } from './statistics-for-file.ts';

const fixture = statisticsForFile();
type Received = Parameters<typeof messageAt>[1] & { readonly secondsAgo: number };
const receive = (...received: readonly Received[]) =>
  storeAcars(
    fixture.server.db,
    received.map(({ secondsAgo, ...fields }) => ({ row: messageAt(nowMs - secondsAgo * 1000, fields) })),
  );
/** Later than every cache time of the pages. */
const later = () => {
  clock.offsetMs += 11 * 60_000;
};
async function stationOf(name: string, token = fixture.admin): Promise<StationPage> {
  later();
  return fixture.ask<StationPage>(`/Stations/${name}/page`, {}, token);
}
async function airportOf(icao: string, token = fixture.admin): Promise<AirportPage> {
  later();
  return fixture.ask<AirportPage>(`/airport/${icao}/page`, {}, token);
}
const statusOf = async (path: string, token?: string) =>
  (await callApi(fixture.server, path, token === undefined ? {} : { token })).status;

/** One of the airports that real installations load. */
async function addAirport(db: Messages): Promise<void> {
  await db.query(
    `insert into airports (airport_id, airport_name, airport_type, city, airport_iata, airport_icao, latitude_deg, longitude_deg, source)
     values (1, 'Henri Coanda', 'large_airport', 'Bucharest', 'OTP', 'LROP', 44.571, 26.085, 'import')`,
  );
}
const takeOff = { tail: 'YR-BGX', flight: 'RO0391', label: 'QQ', text: 'LROPEGLL1120', blockId: '5' };

describe('the page of a station', () => {
  test('messages are counted by the other stations that received them; receivers of one station are one', async () => {
    const sent = (msgno: string, ...stationIds: string[]) =>
      stationIds.map((stationId, at) => ({ ...takeOff, msgno, stationId, secondsAgo: 100 + at }));
    await receive(
      ...sent('M01A', 'RX-ONE'),
      ...sent('M02A', 'RX-ONE', 'RX-TWO'),
      ...sent('M03A', 'RX-ONE', 'rx-one-vdl'),
      ...sent('M04A', 'RX-ONE', 'RX-TWO', 'RX-FREE'),
      ...sent('M05A', 'RX-TWO'),
      // The same block sent again 10 s later is another message.
      { ...takeOff, msgno: 'M02A', stationId: 'RX-ONE', secondsAgo: 80 },
      { ...takeOff, msgno: 'M06A', stationId: 'RX-ONE', secondsAgo: 25 * 3600 },
      { tail: null, label: '_d', msgno: null, blockId: null, text: '', stationId: 'RX-ONE', secondsAgo: 50 },
    );
    const { shared, messages, station } = await stationOf('7001');
    expect(shared).toEqual({
      alone: 3,
      withOne: 1,
      withMore: 1,
      since: null,
      with: [
        { stationId: '7002', city: null, messages: 2 },
        { stationId: 'rx-free', city: null, messages: 1 },
      ],
    });
    expect(station).toMatchObject({ stationId: '7001', state: 'feeding' });
    expect(messages[0]?.words).toBe('Took off from LROP 11:20Z, to EGLL');
    expect(messages.map(({ kind }) => kind)).not.toContain('link');
  });

  test('link control of 24 hours is counted by kind, ground station and frequency', async () => {
    const event = (secondsAgo: number, eventFields: Partial<LinkEvent>): NewLinkEvent => ({
      event: {
        ...{ at: writeInstant(nowMs - secondsAgo * 1000), timestamp: nowMs / 1000 - secondsAgo, stationId: 'RX-ONE' },
        ...{
          link: 'VDLM2',
          kind: 'ready',
          icao: 'A40001',
          groundStation: '10902A',
          flight: null,
          lat: null,
          lon: null,
        },
        ...{ freq: 136.65, level: null, detail: null, repeats: null },
        ...eventFields,
      },
    });
    await storeLinkEvents(fixture.server.db, [
      event(3000, {}),
      event(3001, {}),
      event(3002, { stationId: 'RX-ONE-VDL', kind: 'handoff', groundStation: '10902B', freq: 136.975 }),
      event(3003, { kind: 'frequency', link: 'HFDL', groundStation: 'Shannon', freq: 8.9424 }),
      event(3004, { stationId: 'RX-TWO', kind: 'logon' }),
      event(26 * 3600, { kind: 'logoff' }),
    ]);
    expect((await stationOf('7001')).link).toEqual({
      frames: 4,
      kinds: [
        { kind: 'ready', frames: 2 },
        { kind: 'frequency', frames: 1 },
        { kind: 'handoff', frames: 1 },
      ],
      groundStations: [
        { link: 'VDLM2', groundStation: '10902A', frames: 2 },
        { link: 'VDLM2', groundStation: '10902B', frames: 1 },
        { link: 'HFDL', groundStation: 'Shannon', frames: 1 },
      ],
      frequencies: [
        { link: 'VDLM2', freq: 136.65, frames: 2 },
        { link: 'HFDL', freq: 8.9424, frames: 1 },
        { link: 'VDLM2', freq: 136.975, frames: 1 },
      ],
    });
  });

  test('a receiver name opens the page of its station, in any case', async () => {
    expect((await stationOf('rx-ONE-vdl')).station.stationId).toBe('7001');
    expect(await statusOf('/Stations/RX-FREE/page', fixture.admin)).toBe(404);
    expect(await statusOf('/Stations/9999/page', fixture.admin)).toBe(404);
  });

  test('ranges are 72 bearings of the last day and of the stored hours of the month', async () => {
    const north = { lat: -33.9 + 1, lon: 179.6 };
    await receive({ ...takeOff, ...north, stationId: 'RX-TWO', msgno: 'M01A', secondsAgo: 60 });
    await receive({
      ...takeOff,
      lat: -33.9 + 2,
      lon: 179.6,
      stationId: 'RX-TWO',
      msgno: 'M02A',
      secondsAgo: 50 * 3600,
    });
    const { ranges } = await stationOf('7002');
    expect([ranges.day.length, ranges.day[0], ranges.month[0], ranges.day[36]]).toEqual([72, 60, 120, null]);
    expect(ranges.since).toBe('2026-11-18T00:00:00Z');
  });

  test('the map has outlines of requested stations, or else of those that the caller feeds (C68)', async () => {
    const place = { lat: -33.9 + 1, lon: 179.6 };
    await receive(
      { ...takeOff, ...place, stationId: 'RX-TWO', msgno: 'M01A', secondsAgo: 60 },
      { ...takeOff, ...place, lat: -33.9 + 2, stationId: 'RX-TWO', msgno: 'M02A', secondsAgo: 50 * 3600 },
    );
    later();
    const outlines = async (stationId?: string, token = fixture.admin) =>
      (
        await fixture.ask<{ stations: StationOutline[] }>(
          '/CurrentLocation/ranges',
          stationId ? { stationId } : {},
          token,
        )
      ).stations.map(({ stationId: number, day, month }) => [number, day[0], month[0]]);
    expect(await outlines('7002, 7001,9999')).toEqual([
      ['7001', undefined, undefined],
      ['7002', 60, 120],
    ]);
    expect(await outlines()).toEqual([]);
    expect(await outlines('', fixture.feeder)).toEqual([
      ['7002', 60, 120],
      ['7003', undefined, undefined],
    ]);
    expect(await outlines('7001', fixture.feeder)).toEqual([]);
    expect(await statusOf('/CurrentLocation/ranges?stationId=1,2,3,4,5,6,7,8,9,10,11,12,13', fixture.admin)).toBe(400);
  });

  test('C68: a feeder sees only the stations that they feed, others see none', async () => {
    await receive({ ...takeOff, stationId: 'RX-TWO', msgno: 'M01A', secondsAgo: 60 });
    const { station, messages } = await stationOf('7002', fixture.feeder);
    expect([station.stationId, messages.length]).toEqual(['7002', 1]);
    await fixture.server.db.query(`update users set role = 'Guest' where user_name = 'feeder'`);
    later();
    const guest = await stationOf('7002', (await logIn(fixture.server, 'feeder')).token);
    expect([guest.station.stationId, guest.messages, guest.aircraft, guest.aircraftCount, guest.link]).toEqual([
      '7002',
      [],
      [],
      0,
      undefined,
    ]);
    expect(guest.shared).toEqual({ alone: 0, withOne: 0, withMore: 0, since: null, with: [], isLimited: true });
    await fixture.server.db.query(`update users set role = 'User' where user_name = 'feeder'`);
    expect(await statusOf('/Stations/7001/page', fixture.feeder)).toBe(404);
    expect(await statusOf('/Stations/RX-ONE/page', fixture.feeder)).toBe(404);
    expect(await statusOf('/Stations/7002/page', await fixture.server.logIn('company'))).toBe(404);
    expect(await statusOf('/Stations/7002/page')).toBe(401);
  });
});

describe('the page of an airport', () => {
  beforeAll(() => addAirport(fixture.server.db));

  test('movements of 24 hours with their evidence, ATIS, and messages that name it', async () => {
    const heard = { stationId: 'RX-ONE', blockId: '5' };
    await receive(
      {
        ...heard,
        tail: 'YR-ATQ',
        flight: 'RO0644',
        label: 'QR',
        text: 'LRTRLROP1158',
        msgno: 'M01A',
        secondsAgo: 1800,
      },
      {
        ...heard,
        tail: 'YR-ATQ',
        flight: 'RO0644',
        label: 'QS',
        text: 'LRTRLROP1205',
        msgno: 'M02A',
        secondsAgo: 1500,
      },
      {
        ...heard,
        stationId: 'RX-TWO',
        tail: 'YR-ATQ',
        label: 'QS',
        text: 'LRTRLROP1205',
        msgno: 'M02A',
        secondsAgo: 1501,
      },
      { ...heard, ...takeOff, msgno: 'M03A', secondsAgo: 1200 },
      { ...heard, tail: 'YR-KMC', label: 'QQ', text: 'LRTRLROP1215', msgno: 'M04A', secondsAgo: 600 },
      { ...heard, tail: 'YR-KMC', label: 'QQ', text: 'LRTRLRCL1215', msgno: 'M05A', secondsAgo: 7200 },
      { ...heard, tail: 'YR-AAA', label: 'QQ', text: 'LROPLRCL1215', msgno: 'M05A', secondsAgo: 25 * 3600 },
      {
        ...heard,
        tail: 'YR-AAA',
        label: 'A9',
        text: '/LROPYXD.TI2/LROP ARR ATIS T\r\n1220Z',
        msgno: null,
        secondsAgo: 300,
      },
      {
        ...heard,
        tail: 'YR-AAA',
        label: 'A9',
        text: '/LRCLYXD.TI2/LRCL ARR ATIS K\r\nLROP',
        msgno: null,
        secondsAgo: 200,
      },
    );
    const page = await airportOf('lrop');
    expect(page).toMatchObject({ icao: 'LROP', iata: 'OTP', since: null });
    expect(page.arrived.map(({ at, tail, other, what }) => [at.slice(11, 16), tail, other, what])).toEqual([
      ['12:05', 'YR-ATQ', 'LRTR', 'in'],
    ]);
    expect(page.departed.map(({ at, flight, other, what }) => [at.slice(11, 16), flight, other, what])).toEqual([
      ['11:20', 'RO0391', 'EGLL', 'off'],
    ]);
    expect(page.approaching).toMatchObject([{ tail: 'YR-KMC', from: 'LRTR', expectedAt: null, distanceNmi: null }]);
    expect(page.atis).toMatchObject({ letter: 'T', stationId: 'RX-ONE' });
    expect(page.messages.map(({ words, heardBy }) => [words, heardBy])).toEqual([
      ['ATIS K of LRCL arrival: LROP, checksum wrong', 1],
      ['ATIS T of LROP arrival: 1220Z, checksum wrong', 1],
      ['Took off from LRTR 12:15Z, to LROP', 1],
      ['Took off from LROP 11:20Z, to EGLL', 1],
      ['At the gate at LROP 12:05Z, from LRTR', 2],
      ['Landed at LROP 11:58Z, from LRTR', 1],
    ]);
  });

  test('positions give the aircraft on the ground, aircraft nearby, and the expected arrival of aircraft on the way', async () => {
    const at = { atMs: nowMs - 5000, stationId: 'RX-TWO' };
    fixture.server.services.positions.take([
      {
        ...at,
        icao: '4A0001',
        lat: 44.571 + 0.9,
        lon: 26.085,
        isOnGround: false,
        groundSpeedKt: 270,
        altitudeFt: 36_000,
      },
      { ...at, icao: '4A0002', lat: 44.575, lon: 26.09, isOnGround: true },
      { ...at, icao: '4A0003', lat: 50, lon: 26, isOnGround: false },
      { ...at, icao: '4A0004', lat: 44.571 + 0.5, lon: 26.085, stationId: 'RX-ONE', atMs: nowMs - 90_000 },
    ]);
    const text = { stationId: 'RX-ONE', label: 'QQ', text: 'LRTRLROP1215', blockId: '5' };
    await receive(
      { ...text, tail: 'YR-KMC', icao: '4A0001', msgno: 'M04A', secondsAgo: 600 },
      { ...text, tail: 'YR-GND', icao: '4A0002', msgno: 'M05A', secondsAgo: 700 },
    );
    const { present, around, approaching } = await airportOf('LROP');
    expect(present.map(({ icao }) => icao)).toEqual(['4A0002']);
    expect(around.map(({ icao, distanceNmi }) => [icao, distanceNmi])).toEqual([['4A0001', 54]]);
    expect(approaching).toMatchObject([
      { tail: 'YR-KMC', distanceNmi: 54, expectedAt: writeInstant(nowMs - 5000 + 12 * 60_000) },
    ]);
    const heard = async (name: string) => (await stationOf(name)).aircraft.map(({ icao }) => icao).sort();
    expect(await heard('7002')).toEqual(['4A0001', '4A0002', '4A0003']);
    expect(await heard('7001')).toEqual([]);
    fixture.server.services.positions.clear();
  });

  test('an unknown airport gets 404; audiences are those of the airports', async () => {
    expect(await statusOf('/airport/ZZZZ/page', fixture.admin)).toBe(404);
    expect(await statusOf('/airport/LROP/page', await fixture.server.logIn('customer'))).toBe(200);
    expect(await statusOf('/airport/LROP/page', await fixture.server.logIn('company'))).toBe(403);
    expect(await statusOf('/airport/LROP/page')).toBe(401);
  });
});

describe('C117: pages of two companies, with COMPANY_SCOPE=all', () => {
  test('a company sees the movements of its own aircraft and receivers, and its own stations', async () => {
    const server = await startTestServer({ COMPANY_SCOPE: 'all' });
    const admin = await server.logIn('admin');
    const tokens: Record<string, string> = {};
    for (const company of ['Alpha Air', 'Beta Wings']) {
      const username = `a.${company.slice(0, 4)}`;
      const body = { username, password: 'secret-1', role: 'Parser', terms: 1, company };
      await callApi(server, '/user/register', { method: 'POST', token: admin, body });
      const credentials = { username, password: 'secret-1', role: '', terms: 0, company: '' };
      const response = await callApi(server, '/account/authenticate', { method: 'POST', body: credentials });
      tokens[company] = (response.json as { token: string }).token;
      await addStation(server.db, company === 'Alpha Air' ? '9001' : '9002', [`RX-${company.slice(0, 4)}`]);
    }
    await addAirport(server.db);
    await server.db.query(
      `update stations set feeder_user_id = u.id from users u
       where (station_id, u.user_name) in (('9001', 'a.Alph'), ('9002', 'a.Beta'));
       insert into aircraft (registration, mode_s, operator_name, source) values ('D-BETA', 'B00001', 'Beta Wings', 'import')`,
    );
    const off = (tail: string, stationId: string, msgno: string) => ({
      row: messageAt(nowMs - 60_000, { ...takeOff, tail, stationId, msgno }),
    });
    await storeAcars(server.db, [
      off('D-ALPA', 'RX-Alph', 'M01A'),
      off('D-ALPA', 'RX-Beta', 'M01A'),
      off('D-BETA', 'RX-Alph', 'M02A'),
      off('D-NONE', 'RX-Nobody', 'M03A'),
      off('D-ALPB', 'RX-Alph', 'M04A'),
    ]);
    const read = async <T>(path: string, token: string | undefined) =>
      (await callApi(server, path, { token: token ?? '' })).json as T;
    const departed = async (company: string) =>
      (await read<AirportPage>('/airport/LROP/page', tokens[company])).departed.map(({ tail }) => tail).sort();
    expect(await departed('Alpha Air')).toEqual(['D-ALPA', 'D-ALPB', 'D-BETA']);
    expect(await departed('Beta Wings')).toEqual(['D-ALPA', 'D-BETA']);
    const alpha = await read<StationPage>('/Stations/9001/page', tokens['Alpha Air']);
    // A station of another company is none here, in no count either. An Admin sees it.
    expect(alpha.shared).toEqual({ alone: 3, withOne: 0, withMore: 0, since: null, with: [], isLimited: true });
    expect((await read<StationPage>('/Stations/9001/page', admin)).shared).toMatchObject({ alone: 2, withOne: 1 });
    expect((await callApi(server, '/Stations/9001/page', { token: tokens['Beta Wings'] ?? '' })).status).toBe(404);
    await server.stop();
  });
});
