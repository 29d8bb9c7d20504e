import { beforeEach, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import { type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { type Filter, paramOf } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { demoFrames } from '../../server/demo/adsb-traffic.ts';
import { adsbColumns, adsbList } from '../../server/messages/adsb-columns.ts';
import { dayOf, partitionDays } from '../../server/messages/day-partitions.ts';
import { fieldsSql, messagePage } from '../../server/messages/message-page.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { adsbTable } from '../../server/query/message-tables.ts';
import { rowTest } from '../../src/data/offline/filter-rows.ts';
import { frameAt } from '../support/frames.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { startTestServer } from '../support/test-server.ts';
import { databaseForFile, emptyMessages, keptDays, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
beforeEach(() => emptyMessages(fixture.db));
rightClockAfterEach();

const count = async (table: string): Promise<number> =>
  (await fixture.db.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? -1;
const stored = () =>
  fixture.db.query<AdsbMessage>(
    `select ${fieldsSql(adsbColumns)} from adsb order by adsb_date_time, epoch_seconds, id`,
  );

test('ADSB-03: every field is returned as stored, also -9999', async () => {
  const now = Math.floor(clock.now() / 1000) * 1000;
  const full = Object.fromEntries(
    Object.entries(adsbMessage).map(([field, kind], i) => [
      field,
      kind.name === 'number' ? i + 0.5 : `${field} \\N\t${i}`,
    ]),
  ) as unknown as AdsbMessage;
  const row = { ...full, adsbDateTime: writeInstant(now), haeBaroOffset: -9999 };
  await storeAdsb(fixture.db, [{ row }]);
  expect(await stored()).toEqual([row]);
});

test('a frame shifted in time is the same frame; with another station, word or microsecond it is another frame', async () => {
  const now = clock.now();
  const row = frameAt(now, { stationId: 'roof', address: '4a08d1', msgType: 'DF 11: All Call Reply.', iid: 'II-00' });
  const shifted = { row: { ...row, adsbDateTime: writeInstant(now - 5000) }, originalSeconds: row.timestamp };
  expect((await storeAdsb(fixture.db, [{ row }, { row }])).stored).toBe(1);
  expect((await storeAdsb(fixture.db, [shifted])).stored).toBe(0);
  const others = [
    { ...row, stationId: 'hill' },
    { ...row, iid: 'II-13' },
    { ...row, timestamp: (row.timestamp ?? 0) + 0.000001 },
  ];
  expect(
    (
      await storeAdsb(
        fixture.db,
        others.map((other) => ({ row: other })),
      )
    ).stored,
  ).toBe(3);
  await expect(storeAdsb(fixture.db, [{ row: { ...row, adsbDateTime: 'yesterday' } }])).rejects.toThrow(
    'not an instant',
  );
});

test('frames are in partitions of their own days, which expire independently of the messages of that day', async () => {
  // At noon: a minute later is the same day, whatever the time of the test.
  const now = Math.floor(clock.now() / dayMs) * dayMs + dayMs / 2;
  clock.offsetMs = now - Date.now();
  await storeAdsb(fixture.db, [{ row: frameAt(now - 2 * dayMs) }, { row: frameAt(now) }]);
  const day = dayOf(now - 2 * dayMs);
  expect(await partitionDays(fixture.db, adsbTable)).toEqual(expect.arrayContaining([day, dayOf(now)]));
  expect(await count('adsb_default')).toBe(0);
  clock.offsetMs += 14 * dayMs;
  // A recording of that day, imported now: its frames and keys stay, because the day of frames was filled long ago.
  await storeAcars(fixture.db, [{ row: messageAt(now - 2 * dayMs, { text: 'imported later' }) }]);
  clock.offsetMs += dayMs + 60_000;
  expect(await runRetention(fixture.db, keptDays(15))).toEqual([day]);
  expect(await partitionDays(fixture.db, adsbTable)).not.toContain(day);
  expect([await count('adsb'), await count('adsb_key')]).toEqual([1, 1]);
  expect([await count('acars'), await count('message_key')]).toEqual([1, 1]);
  // The same frame may arrive again.
  expect((await storeAdsb(fixture.db, [{ row: frameAt(now - 2 * dayMs) }])).stored).toBe(1);
});

/** Some frames of the demo for each field, from as many recent minutes as necessary: some are rare, especially an identification. */
function someOfEach(now: number): AdsbMessage[] {
  const selected = new Set<AdsbMessage>();
  const missing = new Set(Object.keys(adsbMessage) as (keyof AdsbMessage)[]);
  const stepMs = 600_000;
  for (let toMs = now; missing.size > 0 && toMs > now - dayMs; toMs -= stepMs) {
    const frames = demoFrames(toMs - stepMs, toMs, 'live');
    for (const field of missing) {
      const some = frames.filter((one) => one[field] !== null).slice(0, 12);
      for (const row of some) selected.add(row);
      if (some.length > 0) missing.delete(field);
    }
  }
  return [...selected];
}

test('ADSB-10 ADSB-11 ADSB-12: every parameter with an existing value finds exactly the matching rows', async () => {
  const rows = someOfEach(clock.now());
  await storeAdsb(
    fixture.db,
    rows.map((row) => ({ row })),
  );
  const { filters } = api.acarsMessage.adsb.list;
  const texts = (some: readonly object[]) => some.map((row) => JSON.stringify({ ...row, id: undefined })).sort();
  for (const filter of filters as readonly Filter[]) {
    const known = rows.filter((row) => row[filter.field as keyof AdsbMessage] !== null);
    const value = known[Math.floor(known.length / 2)]?.[filter.field as keyof AdsbMessage];
    expect(value, filter.field).toBeDefined();
    for (const param of filter.params) {
      const requested = param.op === 'exists' ? 'true' : String(value);
      const expected = rows.filter(rowTest(filters, { [param.name]: requested }));
      const query = { [param.name]: paramOf(param.value).read(requested) };
      const page = await messagePage(fixture.db, adsbList, { filters, query, company: null });
      expect(expected.length, param.name).toBeGreaterThan(0);
      expect(page.count, param.name).toBe(expected.length);
      expect(texts(JSON.parse(page.rowsJson) as object[]), param.name).toEqual(texts(expected));
    }
  }
});

test('API-12 API-13 ADSB-03: pages of frames, newest first, with their count; a company reads its own receivers', async () => {
  const server = await startTestServer();
  try {
    const rows = demoFrames(clock.now() - 600_000, clock.now(), 'live');
    await storeAdsb(
      server.db,
      rows.map((row) => ({ row })),
    );
    type Page = { adsbMessages: AdsbMessage[]; adsbMessagesCount: number };
    const ask = async (user: string, path: string): Promise<Page> => {
      const headers = { authorization: `Bearer ${await server.logIn(user)}` };
      const response = await fetch(`${server.apiBase}/AcarsMessage/${path}`, { headers });
      expect(response.status, path).toBe(200);
      return (await response.json()) as Page;
    };
    const second = await ask('parser', 'adsb?limit=10&offset=10');
    expect(second.adsbMessagesCount).toBe(rows.length);
    const newest = [...rows].reverse().slice(10, 20);
    const times = (some: readonly AdsbMessage[]) => some.map(({ adsbDateTime }) => adsbDateTime);
    expect(times(second.adsbMessages)).toEqual(times(newest));
    // The test server checks responses against the contract: its fields and the id.
    expect(Object.keys(second.adsbMessages[0] ?? {}).sort()).toEqual(['id', ...Object.keys(adsbMessage)].sort());

    const own = ['DL-LIRF-ADSB', 'DL-LRTR-ADSB'];
    const company = await ask('company', 'adsbCompany?company=Somebody&limit=-1');
    expect([...new Set(company.adsbMessages.map(({ stationId }) => stationId))].sort()).toEqual(own);
    expect(company.adsbMessagesCount).toBe(rows.filter(({ stationId }) => own.includes(stationId ?? '')).length);
    expect((await ask('parser', 'adsbCompany?company=&limit=10')).adsbMessagesCount).toBe(rows.length);
  } finally {
    await server.stop();
  }
});
