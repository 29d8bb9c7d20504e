import { expect, test } from 'vitest';
import { AircraftTable, Generations } from './aircraft.ts';

test('never holds more than its size, and keeps what is in use', () => {
  const map = new Generations<string>({ size: 100, ageMs: 1000 });
  map.set(-1, 'in use', 0);
  for (let key = 0; key < 10_000; key++) {
    map.set(key, 'once', 0);
    if (key % 20 === 0) map.get(-1, 0);
    expect(map.size).toBeLessThanOrEqual(100);
  }
  expect(map.get(-1, 0)).toBe('in use');
  expect(map.get(9_000, 0)).toBeUndefined();
});

test('forgets what is not touched for two turns', () => {
  const map = new Generations<string>({ size: 100, ageMs: 1000 });
  map.set(1, 'one', 0);
  expect(map.get(1, 1500)).toBe('one');
  map.set(2, 'two', 2900);
  expect(map.get(1, 3500)).toBe('one');
  expect(map.get(1, 9000)).toBeUndefined();
  expect(map.size).toBe(0);
});

test('survives a clock set back', () => {
  const map = new Generations<string>({ size: 100, ageMs: 1000 });
  map.set(1, 'one', 1e12);
  expect(map.get(1, 1e11)).toBe('one');
  expect(map.get(1, 1e11 + 999)).toBe('one');
});

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
