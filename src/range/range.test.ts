import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../lib/time.ts';
import { rangeText, readRange, writeRange } from './range.ts';

beforeAll(ensureTemporal);
const at = (text: string): number => Date.parse(`${text}Z`);

test('OVW-04: a range is the same after a way through the address, also over midnight', () => {
  const sameDay = { from: at('2026-11-22T10:00'), to: at('2026-11-22T14:00') };
  expect(writeRange(sameDay)).toBe('2026-11-22T10:00/14:00');
  expect(readRange('2026-11-22T10:00/14:00')).toEqual(sameDay);
  const overnight = { from: at('2026-11-22T22:00'), to: at('2026-11-23T02:00') };
  expect(readRange(writeRange(overnight))).toEqual(overnight);
});

test('OVW-04: what is no range of 10 minutes or more is none', () => {
  for (const text of ['', '/', '10:00/14:00', '2026-11-22T10:00', '2026-11-22T10:00/10:05', '2026-11-22T10:00/09:00'])
    expect(readRange(text), text).toBeNull();
  expect(readRange('2026-11-22T10:00/14:00/15:00')).toBeNull();
  expect(readRange(7)).toBeNull();
});

test('OVW-04: the text names the day unless it is today', () => {
  const range = { from: at('2026-11-22T10:00'), to: at('2026-11-22T14:00') };
  expect(rangeText(range, at('2026-11-22T17:00'))).toBe('10:00Z to 14:00Z');
  expect(rangeText(range, at('2026-11-23T17:00'))).toBe('22 Nov 2026, 10:00Z to 14:00Z');
});
