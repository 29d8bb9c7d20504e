/** Days beyond retention in columns (decision 30). Without a Citus the columns are ordinary tables: the moves are the same. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { archivedDays, archiveSize, dropArchived, finishMoves, refuseArchive } from '../../server/messages/archive.ts';
import { dayOf, partitionDays, partitionName } from '../../server/messages/day-partitions.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { backupCommand } from '../../server/ops/backup/backup-commands.ts';
import { restoreBackup } from '../../server/ops/backup/restore.ts';
import { limitSize, runRetention } from '../../server/ops/retention.ts';
import { databaseBytes, readSizes } from '../../server/ops/storage.ts';
import { acarsTable, adsbTable, messageTables } from '../../server/query/message-tables.ts';
import { citusNodes } from '../support/citus.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { makeColumnar } from '../support/columnar.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { blankFrame, databaseForFile, emptyMessages, keptDays, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
const archiving = keptDays(15, 400, 100);

test('ARCHIVE_DAYS is off by default, and refused without a limit of retention or without columnar tables', async () => {
  expect(readConfig({}).archiveDays).toBe(0);
  expect(readConfig({ ARCHIVE_DAYS: '350' }).archiveDays).toBe(350);
  expect(() => readConfig({ ARCHIVE_DAYS: '1', RETENTION_DAYS: '0' })).toThrow(/ARCHIVE_DAYS keeps messages beyond/);
  const without = { query: async () => [] };
  await expect(refuseArchive(without, 1)).rejects.toThrow(/ARCHIVE_DAYS needs columnar tables/);
  await refuseArchive(without, 0);
});

describe('days beyond retention', () => {
  beforeAll(() => makeColumnar(fixture.db));
  beforeEach(async () => {
    await emptyMessages(fixture.db);
    await finishMoves(fixture.db);
    for (const day of await archivedDays(fixture.db, '9999-01-01')) await dropArchived(fixture.db, day);
  });
  rightClockAfterEach();

  const store = (ms: number, text: string, isDemo = false) =>
    storeAcars(fixture.db, [{ row: messageAt(ms, { text, stationId: 'roof' }), isDemo }]);
  const textsOf = async (table: string): Promise<string[]> =>
    (await fixture.db.query<{ text: string }>(`select text from ${table} order by acars_date_time, text`)).map(
      ({ text }) => text,
    );
  /** A server that ends at this statement. */
  const endingIn = (statement: string): Messages => ({
    ...fixture.db,
    transaction: (work) =>
      fixture.db.transaction((tx) =>
        work({
          ...tx,
          write: (sql, values) => {
            if (sql.includes(statement)) throw new Error('killed');
            return tx.write(sql, values);
          },
        }),
      ),
  });
  /** 40 days later, with no row stored within the time of retention. */
  const later = (days = 40): void => {
    clock.offsetMs += days * dayMs;
  };

  test('move as a whole, once, and are no longer among the messages; those of the demo are dropped', async () => {
    const now = clock.now();
    await store(now, 'one');
    await store(now + 1000, 'two');
    await store(now + 2000, 'demo', true);
    await storeAdsb(fixture.db, [
      { row: { ...blankFrame, stationId: 'roof', adsbDateTime: iso(now), icao: '4ca001' } },
    ]);
    later();
    await store(clock.now(), 'new');
    for (const expected of [[dayOf(now)], []]) expect(await runRetention(fixture.db, archiving)).toEqual(expected);
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([['new'], ['one', 'two']]);
    expect(await fixture.db.query('select icao from adsb_archive')).toEqual([{ icao: '4ca001' }]);
    expect(await partitionDays(fixture.db)).not.toContain(dayOf(now));
    expect(await archiveSize(fixture.db, acarsTable, {})).toMatchObject({
      first: dayOf(now),
      last: dayOf(now),
      days: 1,
      rows: 2,
    });
    expect(await archiveSize(fixture.db, adsbTable, { from: now + 2 * dayMs })).toMatchObject({
      first: dayOf(now),
      days: 0,
      rows: 0,
    });
    expect((await archiveSize(fixture.db, acarsTable, { from: now, to: now })).bytes).toBeGreaterThan(0);
    const [method] = await fixture.db.query(
      `select amname as name from pg_class c join pg_am a on a.oid = c.relam where relname = $1`,
      [partitionName(dayOf(now), { name: 'acars_archive' })],
    );
    expect(method).toEqual({ name: 'columnar' });
  });

  test('are dropped after ARCHIVE_DAYS, and stay unchanged without the setting', async () => {
    const now = clock.now();
    await store(now, 'old');
    later();
    await runRetention(fixture.db, archiving);
    later(200);
    await runRetention(fixture.db, keptDays(15));
    expect(await textsOf('acars_archive')).toEqual(['old']);
    await runRetention(fixture.db, archiving);
    expect([await textsOf('acars_archive'), await archiveSize(fixture.db, acarsTable, {})]).toEqual([
      [],
      { first: null, last: null, days: 0, rows: 0, bytes: 0 },
    ]);
    await store(now, 'old');
    later(200);
    expect(await runRetention(fixture.db, archiving)).toContain(dayOf(now));
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([[], []]);
  });

  test('of a recording that is imported again are stored in the archive once, and its new messages are added', async () => {
    const begins = clock.now() - 10 * dayMs;
    await store(begins, 'first');
    later();
    await runRetention(fixture.db, archiving);
    await store(begins, 'first');
    await store(begins + 1000, 'second');
    later();
    await runRetention(fixture.db, archiving);
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([[], ['first', 'second']]);
    expect((await archiveSize(fixture.db, acarsTable, {})).rows).toBe(2);
  });

  test('without their own partition move, too', async () => {
    const begins = clock.now() - 450 * dayMs;
    await store(begins, 'ancient');
    later();
    expect(await runRetention(fixture.db, keptDays(15, 400, 1000))).toEqual([dayOf(begins)]);
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([[], ['ancient']]);
  });

  test('are not lost at any step if the server ends: the next run finishes the move', async () => {
    const now = clock.now();
    await store(now, 'one');
    later();
    await expect(runRetention(endingIn('insert into acars_archive'), archiving)).rejects.toThrow('killed');
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([[], []]);
    // A message of that day that arrives in between gets a new partition of its day.
    await store(now + 1000, 'two');
    await runRetention(fixture.db, keptDays(15));
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([['two'], ['one']]);
    later();
    await runRetention(fixture.db, archiving);
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([[], ['one', 'two']]);
  });

  test('move once when two servers clear at the same time, and neither reports an error', async () => {
    const first = clock.now();
    for (let day = 0; day < 4; day += 1) await store(first + day * dayMs, `day ${day}`);
    later();
    const both = await Promise.all([runRetention(fixture.db, archiving), runRetention(fixture.db, archiving)]);
    expect(both.flat().sort()).toEqual([0, 1, 2, 3].map((day) => dayOf(first + day * dayMs)));
    expect([await textsOf('acars'), await textsOf('acars_archive')]).toEqual([
      [],
      ['day 0', 'day 1', 'day 2', 'day 3'],
    ]);
  });

  test('are in a backup, which lists their days, and are restored even without columnar tables, with a day being moved', async () => {
    const now = clock.now();
    await store(now, 'archived');
    later();
    await runRetention(fixture.db, archiving);
    await store(now - dayMs, 'on its way');
    later();
    await expect(runRetention(endingIn('insert into acars_archive'), archiving)).rejects.toThrow('killed');
    const folder = mkdtempSync(join(tmpdir(), 'downlink-archive-'));
    const url = await createDatabase(null);
    const restored = openDatabase({ url }, { max: 2 });
    try {
      const output: string[] = [];
      const file = join(folder, 'all.tar');
      expect(
        await backupCommand(
          async () => fixture.db,
          [file],
          'test',
          (line) => output.push(line),
        ),
      ).toBe(0);
      expect(output[0]).toContain(', an archive of 1 day, ');
      await restoreBackup(restored, file);
      expect(await restored.query('select text from acars_archive')).toEqual([{ text: 'archived' }]);
      expect((await archiveSize(restored, acarsTable, {})).rows).toBe(1);
      await runRetention(openMessages(restored), keptDays(15));
      expect(await restored.query('select text from acars_archive order by 1')).toEqual([
        { text: 'archived' },
        { text: 'on its way' },
      ]);
    } finally {
      await restored.close();
      await dropDatabase(url);
      rmSync(folder, { recursive: true });
    }
  });

  test('count for the size of the database, and are dropped first when it is limited', async () => {
    const now = clock.now();
    await store(now, 'old');
    const before = (await readSizes(fixture.db)).otherBytes;
    later();
    await runRetention(fixture.db, archiving);
    await store(clock.now() - 5 * dayMs, 'imported now');
    const { archive, otherBytes } = await readSizes(fixture.db);
    expect(archive).toEqual({ days: 1, bytes: expect.any(Number) });
    expect(archive.bytes).toBeGreaterThan(0);
    expect(Math.abs(otherBytes - before)).toBeLessThan(before / 2);
    const little = (await databaseBytes(fixture.db)) - 1;
    const { dropped } = await limitSize(fixture.db, { maxBytes: little, countsDays: 400, nowMs: clock.now() });
    expect(dropped[0]).toBe(dayOf(now));
    expect(await textsOf('acars_archive')).toEqual([]);
  });
});

test('the archive has the columns of the messages, in their order', async () => {
  for (const { name, archive } of messageTables) {
    const columnsOf = (table: string) =>
      fixture.db.query(
        `select attname, format_type(atttypid, atttypmod) as type, attcollation, attnotnull from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
        [table],
      );
    expect(await columnsOf(archive)).toEqual(await columnsOf(name));
  }
});

if (citusNodes().length > 0)
  test('on a Citus the days of the archive are on the workers', async () => {
    const placed = await fixture.db.query(
      `select logicalrelid::text as name from pg_dist_partition where logicalrelid::text ~ '_archive$' order by 1`,
    );
    expect(placed).toEqual([{ name: 'acars_archive' }, { name: 'adsb_archive' }]);
  });

function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
