/** Sizes as reported by the database, and retention by size. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { blankRow } from '../../contract/blank-row.ts';
import { dayMs } from '../../contract/durations.ts';
import { adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { RawMinutes, rawTable, storeRaw } from '../../server/input/radio/raw/store-raw.ts';
import { dayOf, partitionDays, partitionName } from '../../server/messages/day-partitions.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { factorOfToday, limitFrames } from '../../server/ops/frame-limit.ts';
import { limitSize, runRetention } from '../../server/ops/retention.ts';
import { databaseBytes, readSizes } from '../../server/ops/storage.ts';
import { adsbTable } from '../../server/query/message-tables.ts';
import { totalBytes } from '../support/citus.ts';
import { databaseForFile, keptDays, messageAt, truncateMessages } from './fresh-database.ts';

const fixture = databaseForFile();
const realOffsetMs = clock.offsetMs;
beforeEach(() => truncateMessages(fixture.db));
afterEach(() => {
  clock.offsetMs = realOffsetMs;
});
const dayAgo = (days: number): string => dayOf(clock.now() - days * dayMs);

/** Messages of a day, stored on that day. */
async function storeDay(daysAgo: number): Promise<void> {
  clock.offsetMs = realOffsetMs - daysAgo * dayMs;
  const now = clock.now();
  const rows = Array.from({ length: 50 }, (_, at) => messageAt(now, { text: `${at} ${'x'.repeat(100)}` }));
  await storeAcars(
    fixture.db,
    rows.map((row) => ({ row })),
  );
  const raw = new RawMinutes((minute) => storeRaw(fixture.db, minute));
  raw.add('1001', { bytes: Uint8Array.from({ length: 7 }, () => 0x5d), timeMs: now, signal: 9 });
  await raw.flush(now, true);
  clock.offsetMs = realOffsetMs;
}
const texts = async (): Promise<string[]> =>
  (
    await fixture.db.query<{ day: string }>(
      `select distinct to_char(acars_date_time at time zone 'UTC', 'YYYY-MM-DD') as day from acars order by 1`,
    )
  ).map(({ day }) => day);

test('above the limit the oldest days are dropped first, the last day and recent imports are retained; the removal is reported', async () => {
  for (const day of [5, 4, 3, 2, 1, 0]) await storeDay(day);
  await storeAcars(fixture.db, [{ row: messageAt(clock.now() - 9 * dayMs, { text: 'imported' }) }]);
  const days = (ages: readonly number[]): string[] => ages.map(dayAgo);
  expect(
    await limitSize(fixture.db, {
      maxBytes: (await databaseBytes(fixture.db)) + 1e9,
      countsDays: 400,
      nowMs: clock.now(),
    }),
  ).toEqual({
    dropped: [],
    isOver: false,
  });
  // Less than the size of a day.
  const little = (await databaseBytes(fixture.db)) - 50_000;
  expect(await limitSize(fixture.db, { maxBytes: little, countsDays: 400, nowMs: clock.now() })).toEqual({
    dropped: days([5]),
    isOver: false,
  });
  expect(await texts()).toEqual(days([9, 4, 3, 2, 1, 0]));

  const output: string[] = [];
  const conditions: (string | null)[] = [];
  const reports = {
    warn: (line: string) => void output.push(line),
    onSize: (one: string | null) => void conditions.push(one),
  };
  await runRetention(fixture.db, { ...keptDays(0), maxBytes: 1 }, reports);
  expect(await texts()).toEqual(days([9, 1, 0]));
  expect((await partitionDays(fixture.db, rawTable)).filter((day) => day < dayAgo(1))).toEqual([]);
  expect(output).toEqual([`The database was larger than MAX_GB. Dropped days: ${days([4, 3, 2]).join(', ')}.`]);
  expect(conditions).toEqual([expect.stringContaining('larger than its limit (MAX_GB)')]);
  await runRetention(fixture.db, { ...keptDays(0), maxBytes: 1e12 }, reports);
  expect(conditions.at(-1)).toBeNull();
  expect(output).toHaveLength(1);
});

test('a day is measured by its partitions, indexes and keys; the first day and today do not count as full', async () => {
  for (const day of [4, 3, 2, 1, 0]) await storeDay(day);
  const { bytes, otherBytes, measuredDays, perDay } = await readSizes(fixture.db);
  expect(measuredDays).toBe(3);
  const daySizes = await Promise.all(
    [3, 2, 1].map((day) => totalBytes(fixture.db, `acars_${dayAgo(day).replaceAll('-', '')}`)),
  );
  const keys = (await totalBytes(fixture.db, 'message_key')) / 5;
  expect(perDay.messages).toBe(Math.round(daySizes.reduce((sum, size) => sum + size, 0) / 3 + keys));
  expect(perDay.rawFrames).toBeGreaterThan(0);
  expect(otherBytes).toBeLessThan(bytes - 4 * perDay.messages);
});

test('ADSB_MAX_GB: the rate of the last full day determines the interval of rows, also after a restart', async () => {
  await fixture.db.query('delete from adsb_keep');
  const limit = { maxBytes: 1e12, retentionDays: 15, rawDays: 15 };
  expect(await limitFrames(fixture.db, limit)).toBe(1);
  const yesterday = clock.now() - dayMs;
  await storeAdsb(
    fixture.db,
    Array.from({ length: 500 }, (_, at) => ({
      row: { ...blankRow(adsbMessage), adsbDateTime: writeInstant(yesterday), timestamp: yesterday / 1000 + at / 1000 },
    })),
  );
  expect(await limitFrames(fixture.db, limit)).toBe(1);
  expect(await limitFrames(fixture.db, { ...limit, maxBytes: 1 })).toBe(8);
  expect(await factorOfToday(fixture.db)).toBe(8);
  const rows = await totalBytes(fixture.db, partitionName(dayOf(yesterday), adsbTable));
  const halved = { ...limit, maxBytes: (rows + (await totalBytes(fixture.db, 'adsb_key'))) * 10 };
  expect(await limitFrames(fixture.db, halved)).toBe(2);
  // Tomorrow the last full day is one with an interval twice as wide.
  await fixture.db.query(`insert into adsb_keep values ($1, 2)`, [dayOf(yesterday)]);
  expect(await limitFrames(fixture.db, halved)).toBe(4);
});
