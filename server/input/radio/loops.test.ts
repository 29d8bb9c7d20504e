import { expect, test } from 'vitest';
import { rawMessage } from '../mode-s/raw-message.ts';
import { Loops } from './loops.ts';

/** A frame each 100 ms by the receiver's clock. */
const frame = (at: number) =>
  rawMessage(Uint8Array.of(0x8d, at >> 8, at & 255, 1, 2, 3, 4), 1_000_000 + at * 1_200_000, 50);
const minute = Array.from({ length: 600 }, (_, at) => frame(at));

test('a recording that is sent again is found in its second round, and new data ends it', () => {
  const loops = new Loops();
  const repeatsOf = (frames: typeof minute, fromMs: number) =>
    frames.filter((one, at) => loops.isRepeat(one, fromMs + at * 100)).length;
  expect(repeatsOf(minute, 0)).toBe(0);
  expect(repeatsOf(minute, 60_000)).toBe(600);
  expect(repeatsOf(minute, 120_000)).toBe(600);
  expect(loops.isRepeat(frame(600), 180_000)).toBe(false);
  expect(loops.isRepeat(frame(601), 180_100)).toBe(false);
});

test('a restarted receiver, two copies and frames without a clock are no loop', () => {
  const restarted = new Loops();
  for (const [at, one] of minute.entries()) restarted.isRepeat(one, at * 100);
  const afterRestart = minute.map((one, at) => ({ ...one, counter: 5_000_000 + at * 1_200_000 + 7 }));
  expect(afterRestart.filter((one, at) => restarted.isRepeat(one, 60_000 + at * 100))).toEqual([]);

  const copies = new Loops();
  expect(minute.filter((one, at) => copies.isRepeat(one, at * 100) || copies.isRepeat(one, at * 100 + 900))).toEqual(
    [],
  );

  const without = new Loops();
  const same = rawMessage(Uint8Array.of(0x5d, 1, 2, 3, 4, 5, 6), 0, 0);
  expect(minute.filter((_, at) => without.isRepeat(same, at * 1000))).toEqual([]);
});

/** readsb 3.14.1642, run with UAT input: the counter of each such message is FF004D4C4155, and its bytes repeat each second. */
test('messages of UAT between those of the receiver are no loop', () => {
  const uat = rawMessage(Uint8Array.of(0x96, 0xa1, 0x23, 0x45, 0xe1, 0, 0), 0xff004d4c4155, 255);
  const loops = new Loops();
  expect(loops.isRepeat(uat, 0)).toBe(false);
  expect(minute.filter((one, at) => loops.isRepeat(one, 100 + at * 100))).toEqual([]);
  expect(loops.isRepeat(uat, 60_200)).toBe(false);
  expect(loops.isRepeat(frame(600), 60_300)).toBe(false);
});

/** AVR: bytes without a clock, several a second. */
const avrOf = (seed: number) =>
  Array.from({ length: 600 }, (_, at) => rawMessage(Uint8Array.of(0x8d, seed, at >> 8, at & 255, 2, 3, 4), 0, 0));

test('without a clock the same order of frames is a recording; new frames end it', () => {
  const loops = new Loops();
  const repeatsOf = (frames: typeof minute, fromMs: number) =>
    frames.filter((one, at) => loops.isRepeat(one, fromMs + at * 100)).length;
  expect(repeatsOf(avrOf(1), 0)).toBe(0);
  // The first sequence has to be complete.
  expect(repeatsOf(avrOf(1), 60_000)).toBeGreaterThan(500);
  expect(repeatsOf(avrOf(1), 120_000)).toBe(600);
  const fresh = avrOf(2);
  const flags = fresh.map((one, at) => loops.isRepeat(one, 180_000 + at * 100));
  expect(flags.slice(100)).not.toContain(true);
});

test('lines without a clock are compared in the same way; what a few parked aircraft repeat is no recording', () => {
  const loops = new Loops();
  const lines = Array.from({ length: 600 }, (_, at) => `4b1234,${at}`);
  const repeatsOf = (fromMs: number) => lines.filter((one, at) => loops.isRepeatedLine(one, fromMs + at * 100)).length;
  expect([repeatsOf(0), repeatsOf(60_000) > 500]).toEqual([0, true]);
  const parked = new Loops();
  const repeated = Array.from({ length: 3000 }, (_, at) => parked.isRepeatedLine(`4b1234,${at % 10}`, at * 100));
  expect(repeated).not.toContain(true);
});
