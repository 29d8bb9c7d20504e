import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import type { Database } from '../../server/database/pool.ts';
import { dayOf, partitionDays, partitionName } from '../../server/messages/day-partitions.ts';
import { indexFinishedDays, settleDays } from '../../server/messages/finished-days.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { runRetention, startRetention } from '../../server/ops/retention.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { databaseForFile, emptyMessages, keptDays, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
beforeEach(() => emptyMessages(fixture.db));
rightClockAfterEach();

const store = (ms: number, text: string) => storeAcars(fixture.db, [{ row: messageAt(ms, { text }) }]);
const texts = async (): Promise<string[]> =>
  (await fixture.db.query<{ text: string }>('select text from acars order by acars_date_time')).map(({ text }) => text);
const keys = async (): Promise<number> => (await fixture.db.query('select 1 from message_key')).length;
/** Until a statement of this database waits for a lock. */
const untilSomebodyWaits = () =>
  expect
    .poll(
      () =>
        fixture.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      { interval: 20 },
    )
    .not.toHaveLength(0);

test('expired days are dropped as a whole with their keys; younger ones stay', async () => {
  // At noon: a minute later is the same day, whatever the time of the test.
  const now = Math.floor(clock.now() / dayMs) * dayMs + dayMs / 2;
  clock.offsetMs = now - Date.now();
  await store(now - 2 * dayMs, 'two days');
  await store(now, 'today');
  clock.offsetMs += 14 * dayMs;
  await store(now + 14 * dayMs, 'two weeks later');
  expect(await runRetention(fixture.db, keptDays(15))).toEqual([]);
  clock.offsetMs += dayMs; // no row was stored in the first two days within the last 15
  clock.offsetMs += 60_000;
  expect(await runRetention(fixture.db, keptDays(15))).toEqual([dayOf(now - 2 * dayMs)]);
  expect(await texts()).toEqual(['today', 'two weeks later']);
  expect(await keys()).toBe(2);
  expect(await partitionDays(fixture.db)).not.toContain(dayOf(now - 2 * dayMs));
  clock.offsetMs += 100 * dayMs;
  await runRetention(fixture.db, keptDays(15));
  expect(await texts()).toEqual([]);
  expect(await keys()).toBe(0);
});

test('an old recording is retained as long as a new one after its import, with and without its own partition', async () => {
  const now = clock.now();
  await store(now - 200 * dayMs, 'half a year');
  await store(Date.UTC(2001, 5, 1), 'decades');
  expect(await runRetention(fixture.db, keptDays(15))).toEqual([]);
  expect(await texts()).toEqual(['decades', 'half a year']);
  clock.offsetMs += 15 * dayMs + 1000;
  const dropped = await runRetention(fixture.db, keptDays(15));
  expect(dropped.sort()).toEqual(['2001-06-01', dayOf(now - 200 * dayMs)]);
  expect(await texts()).toEqual([]);
  expect(await keys()).toBe(0);
  // The day can be filled again.
  expect((await store(now - 200 * dayMs, 'half a year')).stored).toBe(1);
});

test('a day that another server drops during the work on its indexes and statistics is skipped, and the others are processed', async () => {
  const now = clock.now();
  const [first = '', second = '', last = ''] = [30, 25, 20].map((ago) => dayOf(now - ago * dayMs));
  for (const day of [first, second, last]) await store(Date.parse(day), day);
  /** Drops the day after it was listed, before the first statement of this kind. */
  const dropping = (day: string, before: 'index' | 'vacuum'): Database => {
    const drop = () => fixture.db.query(`drop table if exists ${partitionName(day)}`);
    return {
      ...fixture.db,
      query: async (sql, values) => {
        if (before === 'vacuum' && sql.startsWith('vacuum')) await drop();
        return fixture.db.query(sql, values);
      },
      transaction: async (work) => {
        if (before === 'index') await drop();
        return fixture.db.transaction(work);
      },
    };
  };
  const indexed = await indexFinishedDays(dropping(first, 'index'));
  expect([first, second, last].map((day) => indexed.includes(day))).toEqual([false, true, true]);
  await settleDays(dropping(second, 'vacuum'), [second, last]);
  const left = await partitionDays(fixture.db);
  expect([first, second, last].map((day) => left.includes(day))).toEqual([false, false, true]);
});

describe('a message stored in an old day during its removal is retained, with its key and counts', () => {
  /** Stores, and calls `beforeCommit` when all but the commit is done. */
  function storeSlowly(ms: number, text: string, beforeCommit: () => Promise<void>) {
    const transaction: Database['transaction'] = (work) =>
      fixture.db.transaction(async (tx) => {
        let isWriter = false; // otherwise it creates the partition of the day
        const copyIn: typeof tx.copyIn = (...copy) => {
          isWriter = true;
          return tx.copyIn(...copy);
        };
        const result = await work({ ...tx, copyIn });
        if (isWriter) await beforeCommit();
        return result;
      });
    return storeAcars({ ...fixture.db, transaction }, [{ row: messageAt(ms, { text, stationId: 'roof' }) }]);
  }
  const counted = async (): Promise<number | null> =>
    (await fixture.db.query<{ messages: number | null }>('select sum(messages) as messages from rx_hour'))[0]
      ?.messages ?? null;

  test.each([
    ['a day with a partition', clock.now() - 200 * dayMs],
    ['a day without a partition', Date.UTC(2001, 5, 1)],
  ])('%s', async (_what, dayStart) => {
    clock.offsetMs += 20 * dayMs;
    await runRetention(fixture.db, keptDays(15)); // no empty day of another test remains
    clock.offsetMs -= 20 * dayMs;
    await storeAcars(fixture.db, [{ row: messageAt(dayStart, { text: 'old', stationId: 'roof' }) }]);
    clock.offsetMs += 20 * dayMs;
    let dropped: Promise<string[]> | null = null;
    const late = await storeSlowly(dayStart + 1000, 'late', async () => {
      dropped = runRetention(fixture.db, keptDays(15));
      await untilSomebodyWaits();
    });
    expect(late.stored).toBe(1);
    expect(await dropped).toEqual([]);
    expect(await texts()).toEqual(['old', 'late']);
    expect([await keys(), await counted()]).toEqual([2, 2]);
    clock.offsetMs += 16 * dayMs;
    expect(await runRetention(fixture.db, keptDays(15))).toContain(dayOf(dayStart));
    expect([await texts(), await keys(), await counted()]).toEqual([[], 0, null]);
  });
});

test('days without a partition wait for a writer that has locked the table and not yet a partition of it', async () => {
  const begins = Date.UTC(2001, 5, 1);
  await store(begins, 'old');
  clock.offsetMs += 20 * dayMs;
  const cleared = await fixture.db.transaction(async (writer) => {
    await writer.query('lock table only acars in row exclusive mode');
    const clearing = runRetention(fixture.db, keptDays(15));
    await untilSomebodyWaits();
    await writer.query(
      `insert into acars (station_id, acars_date_time, text, stored_at) values ('roof', $1, 'late', $2)`,
      [new Date(begins + 1000), new Date(clock.now())],
    );
    return { clearing };
  });
  expect(await cleared.clearing).toEqual([]);
  expect(await texts()).toEqual(['old', 'late']);
});

test('partitions of today and the coming days are created in advance; 0 retains everything', async () => {
  const now = clock.now();
  await store(now - 3 * dayMs, 'kept');
  clock.offsetMs += 1000 * dayMs;
  expect(await runRetention(fixture.db, keptDays(0))).toEqual([]);
  expect(await texts()).toEqual(['kept']);
  const days = await partitionDays(fixture.db);
  for (let i = 0; i <= 3; i++) expect(days).toContain(dayOf(now + (1000 + i) * dayMs));
});

test('it runs at start and can be stopped; errors are logged and do not stop the server', async () => {
  const now = clock.now();
  await store(now, 'old');
  clock.offsetMs += 30 * dayMs;
  await startRetention(fixture.db, keptDays(15), async () => clock.now())();
  expect(await texts()).toEqual([]);
  const output: string[] = [];
  const broken = {
    ...fixture.db,
    query: () => Promise.reject(new Error('no database')),
    transaction: () => Promise.reject(new Error('no database')),
  };
  await startRetention(broken, keptDays(15), async () => clock.now(), { warn: (line) => output.push(line) })();
  expect(output).toEqual(['Old messages could not be cleared now: no database']);
});
