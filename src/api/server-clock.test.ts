import { expect, test } from 'vitest';
import { offsetOf } from './server-clock.ts';

const at = Date.UTC(2026, 10, 20, 12);
const header = new Date(at).toUTCString();

test('a device whose clock is wrong learns by how much', () => {
  expect(offsetOf(header, at + 9 * 3600_000, at + 9 * 3600_000 + 400)).toBe(-9 * 3600_000 + 300);
});

test('a small difference is the clock of the header, not of the device', () => {
  expect(offsetOf(header, at - 1500, at - 1000)).toBe(0);
});

test('an answer that says nothing, or came too late, teaches nothing', () => {
  expect(offsetOf(null, at, at)).toBeNull();
  expect(offsetOf('yesterday', at, at)).toBeNull();
  expect(offsetOf(header, at, at + 6000)).toBeNull();
  expect(offsetOf(header, at, at - 1)).toBeNull();
});
