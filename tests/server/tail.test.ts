import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blankRow } from '../../contract/blank-row.ts';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import { type AcarsMessage, type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import type { Tail } from '../../contract/entities/tail.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { dayOf } from '../../server/messages/day-partitions.ts';
import { settleDays } from '../../server/messages/finished-days.ts';
import { type LinkEvent, type NewLinkEvent, storeLinkEvents } from '../../server/messages/link-events.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { framesSql, maxFrames, messagesSql, readFrames } from '../../server/pages/tail.ts';
import { acarsTable, adsbTable } from '../../server/query/message-tables.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { callApi } from '../support/api-client.ts';
import { planTest } from '../support/plan-test.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { emptyMessages, messageAt } from './fresh-database.ts';

const server = testServerForFile({ COMPANY_SCOPE: 'all' });
let token: string;
/** A full hour, some hours ago. */
const base = Math.floor((clock.now() - 5 * hourMs) / hourMs) * hourMs;

beforeAll(async () => {
  await loadReferenceData(server.db);
  await server.db.query(
    `insert into aircraft (registration, mode_s, type_code, aircraft_type, serial_number, operator_name, operator_iata, operator_icao, source)
     values ('OE-LZQ', '440182', 'A320', 'Airbus A320', '27214', 'Austrian Airlines', 'OS', 'AUA', 'import')`,
  );
  token = await server.logIn('parser');
});
beforeEach(async () => {
  await emptyMessages(server.db);
  server.services.positions.clear();
  // Responses are cached for 30 s.
  clock.offsetMs += 31_000;
});

const tailOf = async (id: string, { days = 1, as = token } = {}): Promise<Tail> => {
  const response = await callApi(server, `/Tail/${encodeURIComponent(id)}?days=${days}`, { token: as });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json as Tail;
};
const say = (minutes: number, label: string, text: string | null, fields: Partial<AcarsMessage> = {}): AcarsMessage =>
  messageAt(base + minutes * minuteMs, {
    ...{ tail: 'OE-LZQ', flight: 'OS0413', stationId: 'RX-ONE', msgno: 'M01A', label, text },
    ...fields,
  });
const store = (rows: readonly AcarsMessage[]) =>
  storeAcars(
    server.db,
    rows.map((row) => ({ row })),
  );
const frame = (ms: number, fields: Partial<AdsbMessage> = {}): AdsbMessage => ({
  ...blankRow(adsbMessage),
  adsbDateTime: writeInstant(ms),
  timestamp: ms / 1000,
  stationId: 'RX-ONE',
  icao: '440182',
  msgType: 'DF17',
  ...fields,
});
const storeFrames = (rows: readonly AdsbMessage[]) =>
  storeAdsb(
    server.db,
    rows.map((row) => ({ row })),
  );
const linkEvent = (minutes: number, fields: Partial<LinkEvent>): NewLinkEvent => ({
  event: {
    ...{
      at: instant(minutes),
      timestamp: base / 1000 + minutes * 60,
      stationId: 'RX-ONE',
      link: 'VDLM2',
      kind: 'link',
    },
    ...{ icao: '440182', groundStation: '10902A', flight: null, lat: null, lon: null, freq: 136.65, level: null },
    ...{ detail: null, repeats: null },
    ...fields,
  },
});
const hhmm = (minutes: number): string =>
  new Date(base + minutes * minuteMs).toISOString().slice(11, 16).replace(':', '');
const instant = (minutes: number): string => writeInstant(base + minutes * minuteMs);

describe('the page of one aircraft', () => {
  test('legs with out, off, on and in, messages in words, receptions of one message once', async () => {
    await addStation(server.db, '9007', ['RX-ONE', 'RX-ONE-VDL']);
    await store([
      say(-20, 'RA', `QUVIEOPSX~1OS0413  DEP VIE\r\nSTD ${hhmm(0)}Z STA ${hhmm(95)}Z GATE A24\r\n`, { msgno: 'U01A' }),
      say(4, 'QP', `LOWWLROP${hhmm(4)}`),
      say(16, 'QQ', `LOWWLROP${hhmm(14)}`, { msgno: 'M02A' }),
      say(16, 'QQ', `LOWWLROP${hhmm(14)}`, { msgno: 'M02A', stationId: 'rx-two' }),
      say(16, 'QQ', `LOWWLROP${hhmm(14)}`, { msgno: 'M02A', stationId: 'rx-one-vdl' }),
      say(95, 'QR', `LOWWLROP${hhmm(94)}`, { msgno: 'M03A', tail: 'OELZQ' }),
      say(170, 'QP', `LROPLOWW${hhmm(169)}`, { msgno: 'M04A', tail: null, icao: '440182', flight: 'OS0414' }),
    ]);
    const tail = await tailOf('oe-lzq');
    expect(tail).toMatchObject({
      registration: 'OE-LZQ',
      address: '440182',
      aircraft: { typeCode: 'A320', serialNumber: '27214', airlineIcao: 'AUA' },
      now: null,
      dayMessages: 5,
      stations: [
        { stationId: '9007', isStation: true, messages: 5 },
        { stationId: 'rx-two', isStation: false, messages: 1 },
      ],
    });
    expect(tail.legs).toMatchObject([
      { flight: 'OS0414', from: 'LROP', to: 'LOWW', out: instant(169), messages: 1 },
      {
        ...{ id: instant(-20), flight: 'OS0413', from: 'LOWW', to: 'LROP', out: instant(4), off: instant(14) },
        ...{ on: instant(94), in: null, scheduledIn: instant(95), hasLanded: true, messages: 4, receivers: 3 },
      },
    ]);
    const at = (minutes: number) => `${hhmm(minutes).slice(0, 2)}:${hhmm(minutes).slice(2)}Z`;
    expect(tail.messages.map(({ words, movement, heardBy, leg }) => [words, movement, heardBy, leg])).toEqual([
      [`Left the gate at LROP ${at(169)}, to LOWW`, 'out', 1, instant(170)],
      [`Landed at LROP ${at(94)}, from LOWW`, 'on', 1, instant(-20)],
      [`Took off from LOWW ${at(14)}, to LROP`, 'off', 3, instant(-20)],
      [`Left the gate at LOWW ${at(4)}, to LROP`, 'out', 1, instant(-20)],
      [`Timetable of OS0413: departure ${at(0)}, arrival ${at(95)}, gate A24`, null, 1, instant(-20)],
    ]);
  });

  test('an aircraft without a reference record is found by registration and by address, in any case', async () => {
    await store([say(0, 'H1', 'X', { tail: 'N12AB', icao: 'A0B1C2', flight: null })]);
    const found = await Promise.all(['n12ab', '.N12AB', 'a0b1c2', 'A0B1C2'].map((id) => tailOf(id)));
    for (const tail of found)
      expect(tail).toMatchObject({
        ...{ registration: 'N12AB', address: 'A0B1C2', aircraft: null },
      });
    expect(found.map(({ messages }) => messages.length)).toEqual([1, 1, 1, 1]);
    expect(await tailOf("'; drop table acars --")).toMatchObject({ registration: null, legs: [], messages: [] });
  });

  test('reception of ADS-B by slot, altitude, takeoff by positions, and the current position', async () => {
    const place = (lat: number, lon: number, altitude: number, esType: string) =>
      ({ lat, lon, altitude, altUnit: 'ft', esType, identification: 'AUA413' }) as const;
    await storeFrames([
      frame(base + 30_000, place(48.11, 16.57, 0, '7')),
      frame(base + 2 * minuteMs, place(48.13, 16.6, 1500, '11')),
      frame(base + 21 * minuteMs, { ...place(47.5, 18, 31_000, '11'), icao: '440182', stationId: 'rx-two' }),
    ]);
    const nowMs = clock.now();
    server.services.positions.take([
      { icao: '440182', stationId: null, lat: 46.62, lon: 20.99, atMs: nowMs - 3000, altitudeFt: 37_000 },
    ]);
    const tail = await tailOf('440182');
    expect(tail.now).toMatchObject({ lat: 46.62, altitudeFt: 37_000, seenAt: writeInstant(nowMs - 3000) });
    const first = (base - Date.parse(tail.from)) / (10 * minuteMs);
    expect([...tail.adsb.slice(first - 1, first + 4)]).toEqual(['0', '1', '0', '1', '0']);
    expect(tail.adsb).not.toContain('2');
    expect(tail.track.map(([, ...point]) => point)).toEqual([
      [0, 48.11, 16.57],
      [1500, 48.13, 16.6],
      [31_000, 47.5, 18],
    ]);
    expect(tail.legs).toMatchObject([{ flight: 'AUA413', from: 'LOWW', off: instant(2) }]);
    expect(tail.stations).toEqual([
      { stationId: '9007', isStation: true, messages: 0, adsbSlots: 1 },
      { stationId: 'rx-two', isStation: false, messages: 0, adsbSlots: 1 },
    ]);
  });

  test('an address at two alternating positions is marked as doubtful, with one path', async () => {
    const nowMs = clock.now();
    const turns = [0, 1, 2, 3, 4].map((turn) => ({
      icao: '440183',
      stationId: turn % 2 === 0 ? '9007' : 'rx-two',
      atMs: nowMs - 10_000 + turn * 1000,
      ...(turn % 2 === 0 ? { lat: 48, lon: 16 } : { lat: 41, lon: 2 }),
    }));
    await storeFrames(
      turns.map(({ atMs, lat, lon, icao }) =>
        frame(atMs - 10 * minuteMs, { lat, lon, icao, altitude: 30_000, altUnit: 'ft', esType: '11' }),
      ),
    );
    server.services.positions.take(turns);
    const tail = await tailOf('440183');
    expect(tail.now).toMatchObject({ lat: 48, lon: 16, isDoubtful: true });
    expect(new Set(tail.track.map(([, , lat]) => lat))).toEqual(new Set([48]));
  });

  test('C38 C117: users without permission are refused; a company sees the part of its own messages, another company gets nothing', async () => {
    const admin = await server.logIn('admin');
    const tokens: Record<string, string> = {};
    for (const [username, company] of [
      ['t.alpha', 'Alpha Air'],
      ['t.beta', 'Beta Wings'],
    ] as const) {
      const body = { username, password: 'secret-1', role: 'Customer', terms: 1, company };
      expect((await callApi(server, '/user/register', { method: 'POST', token: admin, body })).status).toBe(200);
      const login = await callApi(server, '/account/authenticate', {
        method: 'POST',
        body: { username, password: 'secret-1', role: '', terms: 0, company: '' },
      });
      tokens[username] = (login.json as { token: string }).token;
    }
    const station = await addStation(server.db, '9001', ['RX-ALPHA']);
    await server.db.query(
      `update stations set feeder_user_id = (select id from users where user_name = 't.alpha') where id = $1`,
      [station],
    );
    await store([
      say(0, 'QQ', `LOWWLROP${hhmm(0)}`),
      say(5, 'QR', `LOWWLROP${hhmm(5)}`, { msgno: 'M02A', stationId: 'RX-ALPHA' }),
    ]);
    await storeFrames([frame(base, { lat: 48, lon: 16 })]);
    await storeLinkEvents(server.db, [
      linkEvent(-2, { kind: 'handoff' }),
      linkEvent(-1, { kind: 'logon', stationId: 'RX-ALPHA' }),
      linkEvent(-1, { kind: 'logon', icao: 'ABCDEF' }),
    ]);
    const [all, alpha, beta] = await Promise.all([
      tailOf('OE-LZQ'),
      tailOf('OE-LZQ', { as: tokens['t.alpha'] ?? '' }),
      tailOf('OE-LZQ', { as: tokens['t.beta'] ?? '' }),
    ]);
    expect([all, alpha, beta].map(({ messages }) => messages.length)).toEqual([2, 1, 0]);
    expect([all, alpha, beta].map(({ link }) => link?.events.map(({ kind }) => kind))).toEqual([
      ['logon', 'handoff'],
      ['logon'],
      [],
    ]);
    expect(all.link).toMatchObject({ total: 2, events: [{ groundStation: '10902A', freq: 136.65, frames: 1 }, {}] });
    expect([all, alpha, beta].map(({ adsb }) => adsb.includes('1'))).toEqual([true, false, false]);
    expect(alpha).toMatchObject({ registration: 'OE-LZQ', stations: [{ stationId: '9001' }] });
    expect(beta).toMatchObject({
      ...{ registration: null, address: null, aircraft: null, now: null },
      ...{ legs: [], track: [], stations: [], dayMessages: 0 },
    });
    expect((await callApi(server, '/Tail/OE-LZQ', { token: await server.logIn('guest') })).status).toBe(403);
    expect((await callApi(server, '/Tail/OE-LZQ')).status).toBe(401);
    expect((await callApi(server, '/Tail/OE-LZQ?days=16', { token })).status).toBe(400);
  });
});

describe('the cost of the page', () => {
  type Plan = {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    Plans?: Plan[];
  };
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  planTest('it reads the rows of its aircraft by indexes, and no other messages', async () => {
    // A finished day has the indexes of its aircraft.
    const finished = Math.floor(base / dayMs - 2) * dayMs;
    const others = Array.from({ length: 3000 }, (_, n) =>
      messageAt(finished + n * 10_000, { tail: `N${n % 900}XX`, label: 'H1', text: 'X', stationId: 'RX-ONE' }),
    );
    await store([...others, messageAt(finished, { tail: 'OE-LZQ', label: 'Q0', text: 'Y', stationId: 'RX-ONE' })]);
    await storeFrames([
      ...Array.from({ length: 3000 }, (_, n) =>
        frame(finished + n * 10_000, { icao: (0xa0_0000 + (n % 900)).toString(16) }),
      ),
      frame(finished + 1),
    ]);
    await settleDays(server.db, [dayOf(finished)], acarsTable);
    await settleDays(server.db, [dayOf(finished)], adsbTable);
    const of = { tails: ['oe-lzq'], address: '440182' };
    const request = { of, address: '440182', marks: null, fromMs: base - 15 * dayMs, toMs: base };
    for (const { sql, values } of [messagesSql(request), framesSql(request)]) {
      const [row] = await server.db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${sql}`,
        values,
      );
      const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan as Plan).filter((node) => node['Relation Name']);
      const read = nodes.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > 0)).toEqual([]);
      expect(read).toBeLessThan(10);
    }
  });

  test('of many frames only a few per slot are read, and the whole axis is covered', async () => {
    const from = base - dayMs;
    const many = Array.from({ length: 400 }, (_, n) => frame(from + n * 100, { level: -n }));
    await storeFrames([...many, frame(base - minuteMs)]);
    const found = await readFrames(server.db, { address: '440182', marks: null, fromMs: from, toMs: base });
    expect(found.map(({ sighting }) => sighting.untilMs - from)).toEqual([expect.any(Number), dayMs - minuteMs]);
    const perSlot = Math.floor(maxFrames / 720);
    expect((found[0]?.sighting.untilMs ?? 0) - from).toBeLessThan(perSlot * 100 + 1000);
  });
});
