import { expect, test } from 'vitest';
import { Generations } from './generations.ts';

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
