import { expect, test } from 'vitest';
import { AircraftTable } from './aircraft.ts';

test('an address is known from its proof on, for two minutes', () => {
  const table = new AircraftTable();
  table.addFrame(0x4840d6, 0, false);
  expect(table.isKnown(0x4840d6, 1)).toBe(false);
  table.addFrame(0x4840d6, 2, true);
  expect(table.isKnown(0x4840d6, 120_002)).toBe(true);
  expect(table.isKnown(0x4840d6, 120_003)).toBe(false);
  expect(table.isKnown(0x14840d6, 3)).toBe(false);
});

test('an aircraft is forgotten after five minutes, an address received once after one', () => {
  const table = new AircraftTable();
  for (const ms of [0, 1]) table.addFrame(1, ms, true);
  table.addFrame(2, 1, true);
  expect(table.addFrame(2, 60_002, true).frames).toBe(1);
  expect(table.addFrame(1, 300_001, true).frames).toBe(3);
  expect(table.addFrame(1, 600_002, true).frames).toBe(1);
});

test('a flood of random addresses neither fills the memory nor displaces an aircraft', () => {
  const table = new AircraftTable();
  for (const ms of [0, 1]) table.addFrame(0xabcdef, ms, true);
  for (let n = 0; n < 100_000; n++) table.addFrame(n, 2, true);
  expect(table.size).toBeLessThanOrEqual(28_000);
  expect(table.addFrame(0xabcdef, 3, true).frames).toBe(3);
  for (let n = 0; n < 100_000; n++) for (const ms of [4, 4]) table.addFrame(n, ms, true);
  expect(table.size).toBeLessThanOrEqual(28_000);
});
