import { expect, test } from 'vitest';
import { offsetOf } from './server-clock.ts';

const at = Date.UTC(2026, 10, 20, 12);
const header = new Date(at).toUTCString();

test('the offset of a wrong device clock is learned', () => {
  expect(offsetOf(header, at + 9 * 3600_000, at + 9 * 3600_000 + 400)).toBe(-9 * 3600_000 + 300);
});

test('a small difference belongs to the header, not to the device', () => {
  expect(offsetOf(header, at - 1500, at - 1000)).toBe(0);
});

test('a response without a date, or too late, sets no clock', () => {
  expect(offsetOf(null, at, at)).toBeNull();
  expect(offsetOf('yesterday', at, at)).toBeNull();
  expect(offsetOf(header, at, at + 6000)).toBeNull();
  expect(offsetOf(header, at, at - 1)).toBeNull();
});
