/** Counts are retained longer than their messages (decision 18). */

import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { dayOf } from '../../server/messages/day-partitions.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { recountReceivers } from '../../server/statistics/count-receptions.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { addStation } from '../support/stations.ts';
import { blankFrame, databaseForFile, emptyMessages, keptDays, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
/** At noon: an hour later is the same day, whatever the time of the test. */
const oldMs = Math.floor(clock.now() / dayMs - 20) * dayMs + dayMs / 2;
beforeEach(async () => {
  await emptyMessages(fixture.db);
  await fixture.db.query('delete from stations');
  await addStation(fixture.db, '7001', ['RX-ONE']);
});
rightClockAfterEach();

/** About 60 nmi north of the station. */
const far = { lat: 48.4, lon: 8.5 };
const hear = (stationId: string, ms = oldMs, text = stationId) =>
  storeAcars(fixture.db, [{ row: messageAt(ms, { stationId, text, ...far }) }]);
const hearFrame = (stationId: string, ms = oldMs) =>
  storeAdsb(fixture.db, [
    { row: { ...blankFrame, adsbDateTime: writeInstant(ms), timestamp: ms / 1000, stationId, ...far } },
  ]);
const days = async (table: 'rx_hour' | 'range_hour' | 'range_day'): Promise<readonly string[]> =>
  (
    await fixture.db.query<{ what: string }>(
      `select distinct receiver || ' ' || message_type as what from ${table} order by 1`,
    )
  ).map(({ what }) => what);
const messages = async (): Promise<number> =>
  (await fixture.db.query<{ sum: number }>('select coalesce(sum(messages), 0)::int as sum from rx_hour'))[0]?.sum ?? 0;
/** The day of `oldMs` is dropped, `daysLater` days after it was stored. */
async function drop(daysLater = 16, countsDays = 400): Promise<void> {
  clock.offsetMs += daysLater * dayMs;
  expect(await runRetention(fixture.db, keptDays(15, countsDays))).toContain(dayOf(oldMs));
}

test('the daily range by sectors of 5 degrees is written with the hourly range, and recalculated from it', async () => {
  await hear('RX-ONE');
  await storeAcars(fixture.db, [{ row: messageAt(oldMs + 3_600_000, { stationId: 'RX-ONE', lat: 49.4, lon: 8.5 }) }]);
  const read = () =>
    fixture.db.query<{ bearing: number; nmi: number }>(
      'select bearing_deg as bearing, round(farthest_nmi)::int as nmi from range_day order by 1',
    );
  const written = await read();
  expect(written).toEqual([{ bearing: 0, nmi: 120 }]);
  await recountReceivers(fixture.db, ['RX-ONE']);
  expect(await read()).toEqual(written);
});

test('counts of stations and ranges of days are retained longer than their messages; those of receivers without a station are not', async () => {
  await hear('RX-ONE');
  await hearFrame('rx-one');
  await hear('RX-FREE');
  await drop();
  expect(await days('rx_hour')).toEqual(['rx-one ACARS', 'rx-one ADSB']);
  expect(await days('range_day')).toEqual(['rx-one ACARS', 'rx-one ADSB']);
  expect(await days('range_hour')).toEqual([]);
});

test('counts end with COUNTS_DAYS, but not before their messages', async () => {
  await hear('RX-ONE');
  await runRetention(fixture.db, keptDays(15, 1));
  expect(await messages()).toBe(1);
  await drop(16, 400);
  expect(await messages()).toBe(1);
  clock.offsetMs += 365 * dayMs;
  await runRetention(fixture.db, keptDays(15, 400));
  expect([await days('rx_hour'), await days('range_day')]).toEqual([[], []]);
});

test('retained counts are never recounted; ranges of a moved receiver are deleted', async () => {
  await hear('RX-ONE');
  await drop();
  await recountReceivers(fixture.db, ['RX-ONE']);
  expect([await messages(), await days('range_day')]).toEqual([1, []]);
});

test('a recording is not counted twice when it is imported again after its day was dropped', async () => {
  await addStation(fixture.db, '7002', ['RX-TWO']);
  await hear('RX-ONE');
  await hear('RX-TWO');
  await drop();
  await hear('RX-ONE');
  expect(await messages()).toBe(2);
  await hear('RX-ONE', oldMs + 1000, 'another');
  expect(await messages()).toBe(3);
  await recountReceivers(fixture.db, ['RX-ONE', 'RX-TWO']);
  expect(await messages()).toBe(3);
});

test('the erasure of a station deletes its retained counts', async () => {
  await hear('RX-ONE');
  await drop();
  expect(await messages()).toBe(1);
  await fixture.db.query('delete from stations');
  await runRetention(fixture.db, keptDays(15));
  expect([await days('rx_hour'), await days('range_day')]).toEqual([[], []]);
});
