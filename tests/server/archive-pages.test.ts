/** Lists of messages, their pages and their details are the same before and after their days move to the archive (decision 30). */

import pLimit from 'p-limit';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { clock } from '../../server/base/clock.ts';
import { dayOf, partitionName } from '../../server/messages/day-partitions.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { callApi } from '../support/api-client.ts';
import { citusNodes } from '../support/citus.ts';
import { makeColumnar } from '../support/columnar.ts';
import { testServerForFile } from '../support/test-server.ts';
import { blankFrame, keptDays, messageAt } from './fresh-database.ts';

const today = Math.floor(clock.now() / dayMs) * dayMs;
/** The first four move, the others are newer than retention. The last of the four has more rows than a page reads ahead. */
const days = [-6, -5, -3, 0, 38, 39].map((day) => today + day * dayMs + 3_600_000);
const rowsOf = [40, 40, 40, 1240, 40, 40];
const archivedRows = 1360 + 6;
const oldestDays = [1321, 1365, 1400];
/** A coordinator queries every shard. */
const limit = { timeout: 600_000 };
/** The company feeds station 1002 and operates one of the aircraft. */
const stations = ['1002', 'roof', '1001', null];
const aircraft = [
  { tail: 'YR-CAR', icao: '4A0C01' },
  { tail: 'YR-OTH', icao: '4A0C02' },
  { tail: 'D-UNKN', icao: null },
];

const server = testServerForFile({ COMPANY_SCOPE: 'all' });
const tokens = new Map<string, string>();

const rows = days.flatMap((start, day) =>
  Array.from({ length: rowsOf[day] ?? 0 }, (_, n) => {
    const { tail, icao } = aircraft[n % 3] ?? {};
    return { at: start + Math.floor(n / 2) * 30_000, n, tail, icao, stationId: stations[n % 4] ?? null };
  }),
);

beforeAll(async () => {
  const { db } = server;
  await makeColumnar(db);
  await db.query(
    `insert into aircraft (aircraft_id, registration, mode_s, operator_name, serial_number, source)
     values (900001, 'YR-CAR', '4A0C01', 'Carpatair', 'SN-1', 'import'), (900002, 'YR-OTH', '4A0C02', 'Other', 'SN-2', 'import')`,
  );
  await storeAcars(
    db,
    rows.map(({ at, n, ...row }) => {
      const fields = { ...row, tail: row.tail ?? null, icao: row.icao ?? null, label: n % 5 ? 'H1' : 'Q0' };
      return { row: messageAt(at, { ...fields, text: `text ${n}`, flight: n % 7 ? 'OT12' : null }), extra: null };
    }),
  );
  await storeAdsb(
    db,
    rows.map(({ at, n, icao, stationId }) => ({
      row: {
        ...blankFrame,
        stationId,
        adsbDateTime: `${new Date(at).toISOString().slice(0, 19)}Z`,
        icao: icao ?? '4a0fff',
        identification: `OTH${n}`,
      },
    })),
  );
  // Three receivers of one message, of two blocks.
  const block = (msgno: string, blockId: string, text: string, seconds: number) =>
    stations.slice(0, 3).map((stationId) => ({
      row: messageAt((days[1] ?? 0) + 7_200_000 + seconds * 1000, {
        ...{ stationId, text, msgno, blockId, tail: 'YR-CAR', icao: '4A0C01', flight: 'OT12', label: 'H1', mode: '2' },
      }),
    }));
  await storeAcars(db, [...block('D01A', '1', 'first half ', 0), ...block('D01B', '2', 'second half', 2)]);
  await logInBoth();
});
/** Sessions end as the days pass. */
async function logInBoth(): Promise<void> {
  for (const user of ['parser', 'company']) tokens.set(user, await server.logIn(user));
}

type Query = Readonly<Record<string, string | number>>;
const raw = { label: 'q0', text: 'TEXT 1', stationId: 'ROOF' };
const perAircraft = { serialNumber: 'sn-1', tail: 'yr-oth', label: 'Q0' };
const { allUsers, company, adsb, adsbCompany, withExtData, withExtDataCompany } = api.acarsMessage;
/** A user limited to a company (COMPANY_SCOPE), and a user with all data who names the company. */
const lists: readonly { user: string; call: ListEndpoint; filters: Query; always?: Query }[] = [
  { user: 'parser', call: allUsers, filters: raw },
  { user: 'company', call: allUsers, filters: raw },
  { user: 'parser', call: company, filters: { label: 'h1', stationId: '1002' }, always: { company: 'Carpatair' } },
  { user: 'parser', call: adsb, filters: { icao: '4a0c01', stationId: '1001' } },
  { user: 'company', call: adsbCompany, filters: { icao: '4a0c01', stationId: '1002' } },
  { user: 'parser', call: withExtData, filters: perAircraft },
  { user: 'company', call: withExtData, filters: perAircraft },
  { user: 'parser', call: withExtDataCompany, filters: perAircraft, always: { company: 'Carpatair' } },
];
const pages: Query[] = [
  { limit: -1, offset: 0 },
  ...[0, 70, 81, ...oldestDays].map((offset) => ({ limit: 30, offset })),
  { limit: 5, offset: 1445 },
];

/** Each list in full, by pages, with each filter and its pages, and in windows that begin and end within days. */
function queriesOf({ call, filters, always = {} }: (typeof lists)[number]): Query[] {
  const [from, to] = call.list.filters.find(({ way }) => way === 'between')?.params ?? [];
  const at = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const window = { [from?.name ?? '']: at((days[0] ?? 0) + 600_000), [to?.name ?? '']: at((days[3] ?? 0) + 300_000) };
  const filtered = Object.entries(filters).flatMap(([name, value]) => [
    ...[0, 270].map((offset) => ({ [name]: value, limit: 10, offset })),
    { ...window, [name]: value, limit: 20 },
  ]);
  const all: Query[] = [...pages, ...filtered, ...[0, 40, 90].map((offset) => ({ ...window, limit: 20, offset }))];
  return all.map((query) => ({ ...query, ...always }));
}

const get = async (user: string, path: string, query: Query = {}) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const response = await callApi(server, `${path}?${text}`, { token: tokens.get(user) ?? '' });
  expect(response.status, `${path}?${text}: ${response.text.slice(0, 300)}`).toBe(200);
  return response;
};
const nameOf = ({ user, call }: (typeof lists)[number]): string => `${user} ${call.path} `;
const responses = async (extra: Query): Promise<string[]> => {
  const turn = pLimit(4);
  const all = lists.flatMap((list) => queriesOf(list).map((query) => ({ list, query })));
  const respond = async ({ list, query }: (typeof all)[number]): Promise<string> => {
    const { text } = await get(list.user, list.call.path, { ...query, ...extra });
    return `${nameOf(list)}${JSON.stringify(query)} ${text}`;
  };
  return Promise.all(all.map((one) => turn(() => respond(one))));
};
type Rows = { readonly acarsMessages: { readonly id: string; readonly text: string }[] };
const messages = async (query: Query) =>
  ((await get('parser', '/AcarsMessage/allUsers', query)).json as Rows).acarsMessages;
/** Also of messages of the company, so that its limits apply in the archive. */
const details = async (ids: readonly string[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const user of ['parser', 'company'])
    for (const id of ids)
      for (const part of ['heard', 'extra']) {
        const path = `/AcarsMessage/${id}/${part}`;
        const { status, text } = await callApi(server, path, { token: tokens.get(user) ?? '' });
        texts.push(`${user} ${path} ${status} ${text}`);
      }
  return texts;
};

describe('after their days have moved to the archive', () => {
  let before: string[];
  let ids: string[];
  let detailsBefore: string[];
  beforeAll(async () => {
    before = await responses({});
    const all = await messages({ limit: -1 });
    const isDetailed = ({ text }: { text: string }, n: number): boolean => /half/.test(text) || n % 200 === 0;
    ids = all.filter(isDetailed).map(({ id }) => id);
    detailsBefore = await details(ids);
    clock.offsetMs += 40 * dayMs;
    await runRetention(server.db, keptDays(15, 400, 100));
    await logInBoth();
  }, limit.timeout);

  test(
    'lists with archive=true are unchanged, byte for byte: all, company, per aircraft; pages, filters, windows',
    limit,
    async () => {
      expect(before.length).toBeGreaterThan(100);
      for (const list of lists) {
        const own = before.filter((text) => text.startsWith(nameOf(list)));
        expect(new Set(own.map((text) => /"\w+Count":(\d+)\}$/.exec(text)?.[1])).size, nameOf(list)).toBeGreaterThan(3);
      }
      const after = await responses({ archive: 'true' });
      expect(after.filter((text, n) => text !== before[n]).map((text) => text.slice(0, 200))).toEqual([]);
      const { json } = await get('parser', '/AcarsMessage/allUsers', { limit: 1 });
      expect(json).toMatchObject({ acarsMessagesCount: rows.length + 6 - archivedRows });
    },
  );

  test(
    'the receptions of an archived message and the fields sent by its receiver are unchanged, and limited to a company as before',
    limit,
    async () => {
      expect(detailsBefore.filter((text) => /"receptions":\[\{.*\},\{.*\},\{/.test(text)).length).toBeGreaterThan(5);
      expect(detailsBefore.filter((text) => / 404 /.test(text)).length).toBeGreaterThan(0);
      expect(await details(ids)).toEqual(detailsBefore);
      await server.db.query('update archive_day set first_id = null, last_id = null');
      expect(await details(ids.slice(-2))).toEqual(
        detailsBefore.filter((text) => ids.slice(-2).some((id) => text.includes(`/${id}/`))),
      );
      const { status } = await callApi(server, '/AcarsMessage/999999999/heard', { token: tokens.get('parser') ?? '' });
      expect(status).toBe(404);
    },
  );

  test('pages of a day with a late message follow each other without gap or repetition', limit, async () => {
    const late = messageAt((days[2] ?? 0) + 90_000, { text: 'late', stationId: '1002', label: 'Q0' });
    await storeAcars(server.db, [{ row: late }]);
    for (const filter of [{}, { label: 'q0' }] as Query[]) {
      const whole = await messages({ archive: 'true', limit: -1, ...filter });
      const parts: { id: string }[] = [];
      for (let offset = 0; offset < whole.length; offset += 97)
        parts.push(...(await messages({ archive: 'true', limit: 97, offset, ...filter })));
      expect(parts).toEqual(whole);
      expect(whole.filter(({ text }) => text === 'late')).toHaveLength(1);
    }
  });

  test('an export counts the archive once, not for each page', async () => {
    const passes: string[] = [];
    const { query } = server.db;
    const recording: typeof query = (sql, values) => {
      if (/from acars_archive .* group by/s.test(sql)) passes.push(sql);
      return query(sql, values);
    };
    Object.assign(server.db, { query: recording });
    try {
      for (const offset of [0, 97, 1300]) await messages({ archive: 'true', limit: 97, offset, text: 'TEXT 3' });
    } finally {
      Object.assign(server.db, { query });
    }
    expect(passes).toHaveLength(1);
  });

  // A coordinator locks every day, whichever days its workers read.
  if (citusNodes().length === 0)
    test.each([
      { page: { limit: 5, offset: 0 }, closed: 0 },
      { page: { limit: 5, offset: 1400 }, closed: 3 },
    ])('a page reads the days that may contain its rows, and no other: $page', async ({ page, closed }) => {
      const partition = partitionName(dayOf(days[closed] ?? 0), { name: 'acars_archive' });
      const [read] = await server.db.transaction(async (tx) => {
        await tx.query(`lock table ${partition} in access exclusive mode`);
        return [await messages({ archive: 'true', ...page })];
      });
      expect(read).toHaveLength(5);
    });
});
