/** Lists, pages of an export and the cost of the archive (decision 30). */

import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { callApi } from '../support/api-client.ts';
import { makeColumnar } from '../support/columnar.ts';
import { testServerForFile } from '../support/test-server.ts';
import { blankFrame, keptDays, messageAt } from './fresh-database.ts';

const server = testServerForFile({ COMPANY_SCOPE: 'all' });
let parser: string;
let limited: string;
/** Start of the archived messages. */
const begins = Math.floor(clock.now() / dayMs) * dayMs + 3_600_000;
const archived = 2500;

beforeAll(async () => {
  await makeColumnar(server.db);
  const { db } = server;
  const rows = Array.from({ length: archived }, (_, n) =>
    messageAt(begins + n * 1000, {
      text: `old ${n}`,
      stationId: n % 2 ? '1001' : 'roof',
      label: n % 5 ? 'H1' : 'Q0',
      tail: 'YR-ASA',
    }),
  );
  await storeAcars(
    db,
    rows.map((row) => ({ row })),
  );
  const at = new Date(begins).toISOString().replace('.000', '');
  await storeAdsb(db, [{ row: { ...blankFrame, stationId: '1001', adsbDateTime: at, icao: '4a0001' } }]);
  clock.offsetMs += 40 * dayMs;
  await runRetention(db, keptDays(15, 400, 100));
  await storeAcars(db, [{ row: messageAt(clock.now() - 60_000, { text: 'new', stationId: '1001', label: 'H1' }) }]);
  [parser, limited] = await Promise.all([server.logIn('parser'), server.logIn('company')]);
});

type Page = {
  readonly acarsMessages: { readonly text: string; readonly acarsDateTime: string; readonly id: string }[];
  readonly acarsMessagesCount: number;
};
const get = async <T = Page>(path: string, token = parser): Promise<T> => {
  const { status, json, text } = await callApi(server, path, { token });
  expect(status, text.slice(0, 300)).toBe(200);
  return json as T;
};
const textsOf = ({ acarsMessages }: Page): string[] => acarsMessages.map(({ text }) => text);
const all = '/AcarsMessage/allUsers';

test('a list reads the archive only on request, newest first, with its filters, pages and count', async () => {
  expect(textsOf(await get(all))).toEqual(['new']);
  expect(textsOf(await get(`${all}?archive=false`))).toEqual(['new']);
  const first = await get(`${all}?archive=true&limit=3`);
  expect([textsOf(first), first.acarsMessagesCount]).toEqual([['new', 'old 2499', 'old 2498'], archived + 1]);
  const deep = await get(`${all}?archive=true&limit=2&offset=2000`);
  expect([textsOf(deep), deep.acarsMessagesCount]).toEqual([['old 500', 'old 499'], archived + 1]);
  const filtered = await get(`${all}?archive=true&label=q0&stationId=roof&limit=2`);
  expect([textsOf(filtered), filtered.acarsMessagesCount]).toEqual([['old 2490', 'old 2480'], 250]);
  const to = new Date(begins + 10_000).toISOString().slice(0, 19);
  const window = await get(`${all}?archive=true&acarsMessageDateTimeMax=${to}Z&text=OLD&limit=20`);
  expect([textsOf(window)[0], window.acarsMessagesCount]).toEqual(['old 10', 11]);
});

test('the pages of an export contain each archived row once, also as one long response', async () => {
  const whole = await get(`${all}?archive=true&limit=-1`);
  expect([new Set(textsOf(whole)).size, whole.acarsMessagesCount]).toEqual([archived + 1, archived + 1]);
  const pages = [await get(`${all}?archive=true&limit=2000`), await get(`${all}?archive=true&limit=2000&offset=2000`)];
  expect(pages.flatMap(textsOf)).toEqual(textsOf(whole));
});

test('frames and messages per aircraft are also read from the archive only on request', async () => {
  const frames = await get<{ adsbMessages: object[] }>('/AcarsMessage/adsb?archive=true');
  expect(frames.adsbMessages).toMatchObject([{ icao: '4a0001' }]);
  expect((await get<{ adsbMessagesCount: number }>('/AcarsMessage/adsb')).adsbMessagesCount).toBe(0);
  const perAircraft = async (filter: string): Promise<number> => {
    const path = `/AcarsMessage/acarsWithExtData?archive=true&limit=5&${filter}`;
    return (await get<{ acarsPerAircraftMessagesCount: number }>(path)).acarsPerAircraftMessagesCount;
  };
  expect(await perAircraft('tail=yr-asa')).toBe(archived);
  expect(await perAircraft('serialNumber=none')).toBe(0);
});

test('the cost of a range is available before it is read; only callers with access to all data get its numbers', async () => {
  type Cost = { first: string | null; last: string | null; days: number; rows: number | null; bytes: number | null };
  const day = new Date(begins).toISOString().slice(0, 10);
  const cost = await get<Cost>('/AcarsMessage/archive');
  expect(cost).toEqual({ first: day, last: day, days: 1, rows: archived, bytes: expect.any(Number) });
  expect(cost.bytes).toBeGreaterThan(10_000);
  expect(await get<Cost>(`/AcarsMessage/archive?isAdsb=true`)).toMatchObject({ days: 1, rows: 1 });
  const later = new Date(begins + 5 * dayMs).toISOString().slice(0, 16);
  expect(await get<Cost>(`/AcarsMessage/archive?from=${later}`)).toEqual({
    first: day,
    last: day,
    days: 0,
    rows: 0,
    bytes: 0,
  });
  expect(await get<Cost>('/AcarsMessage/archive', limited)).toEqual({
    first: day,
    last: day,
    days: 1,
    rows: null,
    bytes: null,
  });
});

test('a block that arrives later is joined with a block among the messages, never with a block in the archive', async () => {
  const block = (ms: number, tail: string, msgno: 'D50A' | 'D50B') => ({
    row: messageAt(ms, {
      ...{ tail, msgno, stationId: '1001', type: 'ACARS', label: 'H1', mode: '2', error: 0, level: -20 },
      ...(msgno === 'D50A'
        ? { blockId: '1', end: true, text: 'FIRST ' }
        : { blockId: '2', end: false, text: 'SECOND' }),
    }),
  });
  const { db } = server;
  const old = begins + 7_200_000;
  await storeAcars(db, [block(old, 'YR-OLD', 'D50A')]);
  clock.offsetMs += 20 * dayMs;
  await runRetention(db, keptDays(15, 400, 100));
  const recent = Math.floor(clock.now() / 1000) * 1000 - 7_200_000;
  await storeAcars(db, [block(old + 5000, 'YR-OLD', 'D50B'), block(recent, 'YR-NEW', 'D50A')]);
  await storeAcars(db, [block(recent + 5000, 'YR-NEW', 'D50B')]);
  // The session has ended.
  parser = await server.logIn('parser');
  const joined = async (tail: string): Promise<unknown[]> => {
    const { acarsMessages } = await get<{ acarsMessages: { aggregatedText: string | null }[] }>(
      `${all}?archive=true&tail=${tail}&limit=10`,
    );
    return acarsMessages.map(({ aggregatedText }) => aggregatedText);
  };
  expect(await joined('YR-NEW')).toEqual(['FIRST SECOND', 'FIRST SECOND']);
  expect(await joined('YR-OLD')).toEqual([null, null]);
  expect(await db.query("select from acars_archive where tail = 'YR-OLD'")).toHaveLength(1);
});
