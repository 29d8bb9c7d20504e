import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AdsbMessage, adsbMessage } from '../../contract/entities.ts';
import { tolerantRow } from '../../contract/kinds.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/clock.ts';
import { fieldsSql } from '../../server/store/acars.ts';
import { adsbColumns } from '../../server/store/adsb-columns.ts';
import { dayMs, dayOf, partitionDays } from '../../server/store/day-partitions.ts';
import { adsbTable } from '../../server/store/message-tables.ts';
import { runRetention } from '../../server/store/retention.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { storeAdsb } from '../../server/store/store-adsb.ts';
import { root } from '../support/repository.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const held = databaseForFile();
const realOffsetMs = clock.offsetMs;
beforeEach(() => emptyMessages(held.db));
afterEach(() => {
  clock.offsetMs = realOffsetMs;
});

/** A frame with nothing said but when; `fields` say the rest. */
const frameAt = (ms: number, fields: Partial<AdsbMessage> = {}): AdsbMessage => ({
  ...tolerantRow(adsbMessage, {}),
  adsbDateTime: writeInstant(ms),
  timestamp: ms / 1000,
  ...fields,
});
const count = async (table: string): Promise<number> =>
  (await held.db.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? -1;
const stored = () =>
  held.db.query<AdsbMessage>(`select ${fieldsSql(adsbColumns)} from adsb order by adsb_date_time, epoch_seconds, id`);

test('ADSB-03: every one of the 53 fields comes back as it was stored, -9999 too', async () => {
  const now = Math.floor(clock.now() / 1000) * 1000;
  const full = Object.fromEntries(
    Object.entries(adsbMessage).map(([field, kind], i) => [
      field,
      kind.name === 'number' ? i + 0.5 : `${field} \\N\t${i}`,
    ]),
  ) as unknown as AdsbMessage;
  const row = { ...full, adsbDateTime: writeInstant(now), haeBaroOffset: -9999 };
  await storeAdsb(held.db, [{ row }]);
  expect(Object.keys(adsbMessage)).toHaveLength(53);
  expect(await stored()).toEqual([row]);
});

test('ADSB-03: frames of a real decoder keep their values; the same file again adds nothing', async () => {
  const file = join(root, '../shared/data/adsb/golden.jsonl');
  expect(existsSync(file)).toBe(true);
  const start = clock.now();
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => {
      const frame = JSON.parse(line) as Record<string, unknown>;
      for (const [field, kind] of Object.entries(adsbMessage))
        if (kind.name === 'number' && typeof frame[field] === 'string') frame[field] = Number(frame[field]);
      const ms = Math.floor(start / 1000) * 1000 + i;
      return {
        ...tolerantRow(adsbMessage, frame),
        adsbDateTime: writeInstant(ms),
        timestamp: ms / 1000,
        stationId: 'roof',
      };
    });
  const messages = rows.map((row) => ({ row }));
  expect(await storeAdsb(held.db, messages)).toEqual({ stored: rows.length, duplicates: 0 });
  expect(await storeAdsb(held.db, [...messages].reverse())).toEqual({ stored: 0, duplicates: rows.length });
  expect(await stored()).toEqual(rows);
});

test('a frame shifted in time is the same frame; another station, another word or another microsecond is not', async () => {
  const now = clock.now();
  const row = frameAt(now, { stationId: 'roof', address: '4a08d1', msgType: 'DF 11: All Call Reply.', iid: 'II-00' });
  const shifted = { row: { ...row, adsbDateTime: writeInstant(now - 5000) }, originalSeconds: row.timestamp };
  expect((await storeAdsb(held.db, [{ row }, { row }])).stored).toBe(1);
  expect((await storeAdsb(held.db, [shifted])).stored).toBe(0);
  const others = [
    { ...row, stationId: 'hill' },
    { ...row, iid: 'II-13' },
    { ...row, timestamp: (row.timestamp ?? 0) + 0.000001 },
  ];
  expect(
    (
      await storeAdsb(
        held.db,
        others.map((other) => ({ row: other })),
      )
    ).stored,
  ).toBe(3);
  await expect(storeAdsb(held.db, [{ row: { ...row, adsbDateTime: 'yesterday' } }])).rejects.toThrow('not an instant');
});

test('frames lie in partitions of their own days, which go when their time is over, apart from the messages of that day', async () => {
  const now = clock.now();
  await storeAdsb(held.db, [{ row: frameAt(now - 2 * dayMs) }, { row: frameAt(now) }]);
  const day = dayOf(now - 2 * dayMs);
  expect(await partitionDays(held.db, adsbTable)).toEqual(expect.arrayContaining([day, dayOf(now)]));
  expect(await count('adsb_default')).toBe(0);
  clock.offsetMs += 14 * dayMs;
  // A recording of that day, imported now: its frames and keys stay, for the day of frames was filled long ago.
  await storeAcars(held.db, [{ row: messageAt(now - 2 * dayMs, { text: 'imported later' }) }]);
  clock.offsetMs += dayMs + 60_000;
  expect(await runRetention(held.db, 15)).toEqual([day]);
  expect(await partitionDays(held.db, adsbTable)).not.toContain(day);
  expect([await count('adsb'), await count('adsb_key')]).toEqual([1, 1]);
  expect([await count('acars'), await count('message_key')]).toEqual([1, 1]);
  // The same frame may come again.
  expect((await storeAdsb(held.db, [{ row: frameAt(now - 2 * dayMs) }])).stored).toBe(1);
});
