import { afterEach, beforeEach, expect, test } from 'vitest';
import { clock } from '../../server/clock.ts';
import { dayMs, dayOf, partitionDays } from '../../server/store/day-partitions.ts';
import { runRetention, startRetention } from '../../server/store/retention.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const held = databaseForFile();
const realOffsetMs = clock.offsetMs;
beforeEach(() => emptyMessages(held.db));
afterEach(() => {
  clock.offsetMs = realOffsetMs;
});

const store = (ms: number, text: string) => storeAcars(held.db, [{ row: messageAt(ms, { text }) }]);
const texts = async (): Promise<string[]> =>
  (await held.db.query<{ text: string }>('select text from acars order by acars_date_time')).map(({ text }) => text);
const keys = async (): Promise<number> => (await held.db.query('select 1 from message_key')).length;

test('days are dropped whole when their time is over, with their keys; younger ones stay', async () => {
  const now = clock.now();
  await store(now - 2 * dayMs, 'two days');
  await store(now, 'today');
  clock.offsetMs += 14 * dayMs;
  await store(now + 14 * dayMs, 'two weeks later');
  expect(await runRetention(held.db, 15)).toEqual([]);
  clock.offsetMs += dayMs; // nothing was stored in the first two days within the last 15
  clock.offsetMs += 60_000;
  expect(await runRetention(held.db, 15)).toEqual([dayOf(now - 2 * dayMs)]);
  expect(await texts()).toEqual(['today', 'two weeks later']);
  expect(await keys()).toBe(2);
  expect(await partitionDays(held.db)).not.toContain(dayOf(now - 2 * dayMs));
  clock.offsetMs += 100 * dayMs;
  await runRetention(held.db, 15);
  expect(await texts()).toEqual([]);
  expect(await keys()).toBe(0);
});

test('a recording of long ago stays as long after its import, with and without a partition of its own', async () => {
  const now = clock.now();
  await store(now - 200 * dayMs, 'half a year');
  await store(Date.UTC(2001, 5, 1), 'decades');
  expect(await runRetention(held.db, 15)).toEqual([]);
  expect(await texts()).toEqual(['decades', 'half a year']);
  clock.offsetMs += 15 * dayMs + 1000;
  const dropped = await runRetention(held.db, 15);
  expect(dropped.sort()).toEqual(['2001-06-01', dayOf(now - 200 * dayMs)]);
  expect(await texts()).toEqual([]);
  expect(await keys()).toBe(0);
  // The day can be filled again.
  expect((await store(now - 200 * dayMs, 'half a year')).stored).toBe(1);
});

test('the partitions of today and the days to come are made ahead; 0 keeps everything for ever', async () => {
  const now = clock.now();
  await store(now - 3 * dayMs, 'kept');
  clock.offsetMs += 1000 * dayMs;
  expect(await runRetention(held.db, 0)).toEqual([]);
  expect(await texts()).toEqual(['kept']);
  const days = await partitionDays(held.db);
  for (let i = 0; i <= 3; i++) expect(days).toContain(dayOf(now + (1000 + i) * dayMs));
});

test('it runs at start and can be stopped; trouble is told and does not end the server', async () => {
  const now = clock.now();
  await store(now, 'old');
  clock.offsetMs += 30 * dayMs;
  await startRetention(held.db, { retentionDays: 15 })();
  expect(await texts()).toEqual([]);
  const said: string[] = [];
  const broken = {
    ...held.db,
    query: () => Promise.reject(new Error('no database')),
    transaction: () => Promise.reject(new Error('no database')),
  };
  await startRetention(broken, { retentionDays: 15 }, (line) => said.push(line))();
  expect(said).toEqual(['Old messages could not be cleared now: no database']);
});
