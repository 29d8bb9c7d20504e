/** All frames of receivers, packed by minute: written, decoded again, dropped. Real sockets, a real database. */

import { expect, test } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { clock } from '../../server/base/clock.ts';
import { clearRaw, RawMinutes, rawTable, storeRaw } from '../../server/input/radio/raw/store-raw.ts';
import { decodeRaw, rawTrail } from '../../server/input/radio/raw-calls.ts';
import { adsbColumns } from '../../server/messages/adsb-columns.ts';
import { dayOf, partitionDays } from '../../server/messages/day-partitions.ts';
import { fieldsSql } from '../../server/messages/message-page.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { all, beast, frames, radioForFile } from './radio-for-file.ts';

const { held, listenTo, receiver, settled, one } = radioForFile();
rightClockAfterEach();

const window = { station: '1001', fromMs: 0, toMs: 4e12, icao: null, place: null, repairs: false };
async function decoded(query: Partial<Parameters<typeof decodeRaw>[1]> = {}): Promise<AdsbMessage[]> {
  const rows: AdsbMessage[] = [];
  for await (const row of decodeRaw(held.db, { ...window, ...query })) rows.push(row);
  return rows;
}
/** The clock of a new connection is corrected, so two frames can have one time. */
const keyOf = ({ timestamp, icao, msgType, esType, commBMb, squawk }: AdsbMessage): string =>
  [timestamp?.toFixed(6), icao, msgType, esType, commBMb, squawk].join(' ');
const inOrder = (rows: readonly AdsbMessage[]) =>
  [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
async function receiveAll(env: Record<string, string>): Promise<void> {
  const port = await receiver((socket) => socket.write(beast));
  const radio = await listenTo({ ...env, RADIO: `1001=beast://127.0.0.1:${port}` });
  await settled(frames.length);
  await radio.stop();
}

test('the packed minutes decode to the same rows as all frames, also where few are stored as rows', async () => {
  await receiveAll(all);
  const stored = await held.db.query<AdsbMessage>(`select ${fieldsSql(adsbColumns)} from adsb`);
  expect(stored.length).toBe(frames.length);
  const rows = await decoded();
  expect(inOrder(rows)).toEqual(inOrder(stored));
  expect(await one('select sum(frames)::int as value from adsb_raw')).toBe(frames.length);

  const icao = rows.find(({ lat }) => lat !== null)?.icao ?? '';
  const ofOne = rows.filter((row) => row.icao === icao);
  expect(ofOne.length).toBeGreaterThan(5);
  expect(await decoded({ icao })).toEqual(ofOne);
  const [fromMs, toMs] = [10, 30].map((at) => Math.ceil((inOrder(rows)[at]?.timestamp ?? 0) * 1000)) as [
    number,
    number,
  ];
  expect(await decoded({ fromMs, toMs })).toEqual(
    rows.filter(({ timestamp }) => (timestamp ?? 0) * 1000 >= fromMs && (timestamp ?? 0) * 1000 < toMs),
  );
  expect(await decoded({ station: '1002' })).toEqual([]);
  const seconds = new Set(ofOne.filter(({ lat }) => lat !== null).map(({ adsbDateTime }) => adsbDateTime));
  const [beganMs, endedMs] = [clock.now() - 1_800_000, clock.now() + 60_000];
  const trail = await rawTrail(held.db, { icao, fromMs: beganMs, toMs: endedMs, repairs: false });
  expect(trail.map(({ at }) => at)).toEqual([...seconds].sort());
  expect(trail[0]).toMatchObject({ lat: expect.closeTo(ofOne.find((row) => row.lat !== null)?.lat ?? 0, 1) });
  for (const wrong of [{ icao: 'xyz' }, { toMs: beganMs }, { toMs: beganMs + 3_600_001 }])
    await expect(
      rawTrail(held.db, { icao, fromMs: beganMs, toMs: endedMs, repairs: false, ...wrong }),
    ).rejects.toMatchObject({ status: 400 });

  await held.db.query('truncate adsb, adsb_key, adsb_raw');
  await receiveAll({});
  expect(await one('select count(*)::int as value from adsb')).toBeLessThan(frames.length);
  expect(await decoded()).toHaveLength(frames.length);
});

test('off: no minute is written', async () => {
  await receiveAll({ ADSB_RAW_DAYS: '0' });
  expect(await one('select count(*)::int as value from adsb_raw')).toBe(0);
});

test('days are dropped after their time, a minute is stored once, a corrupt one is skipped', async () => {
  const minuteMs = Math.floor(clock.now() / 60_000) * 60_000;
  const raw = new RawMinutes(async (minute) => {
    await storeRaw(held.db, minute);
    await storeRaw(held.db, minute);
  });
  const bytes = frames[0]?.bytes ?? new Uint8Array();
  for (const age of [0, 3, 16]) raw.add('1001', { bytes, timeMs: minuteMs - age * dayMs, signal: 9 });
  await raw.flush(clock.now(), true);
  expect(await decoded()).toHaveLength(3);
  const old = dayOf(minuteMs - 16 * dayMs);
  expect(await clearRaw(held.db, 15, clock.now())).toEqual([old]);
  expect(await partitionDays(held.db, rawTable)).not.toContain(old);
  expect(await decoded()).toHaveLength(2);
  await held.db.query(`update adsb_raw set bytes = '\\x0102' where minute < now() - interval '1 day'`);
  expect(await decoded()).toHaveLength(1);
});

test('minutes are queued for the database; above the limit the oldest are dropped and counted', async () => {
  const written: number[] = [];
  let isAway = true;
  const write = async ({ minuteMs }: { readonly minuteMs: number }): Promise<void> => {
    if (isAway) throw new Error('away');
    written.push(minuteMs);
  };
  const raw = new RawMinutes(write, 100);
  const bytes = frames[0]?.bytes ?? new Uint8Array();
  for (let minute = 0; minute < 10; minute++) raw.add('a', { bytes, timeMs: minute * 60_000, signal: null });
  await expect(raw.flush(600_000)).rejects.toThrow('away');
  expect(raw.dropped).toBeGreaterThan(0);
  isAway = false;
  // The last minute has not ended yet.
  await raw.flush(600_000);
  expect(written).toEqual(Array.from({ length: 9 - raw.dropped }, (_, at) => (at + raw.dropped) * 60_000));
  await raw.flush(602_000);
  expect(written.at(-1)).toBe(540_000);
});

test('a minute with more frames than fit in a part is stored in parts, also if their first frames have the same time', async () => {
  const raw = new RawMinutes((minute) => storeRaw(held.db, minute));
  const bytes = frames[0]?.bytes ?? new Uint8Array();
  const timeMs = Math.floor(clock.now() / 60_000) * 60_000 + 5000;
  for (let at = 0; at < 20_005; at++) raw.add('1009', { bytes, timeMs, signal: null });
  await raw.flush(timeMs, true);
  expect(await held.db.query(`select frames from adsb_raw where receiver = '1009' order by begins_at`)).toEqual([
    { frames: 20_000 },
    { frames: 5 },
  ]);
});
