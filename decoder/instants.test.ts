import { expect, test } from 'vitest';
import { expectedInstant, nextInstant } from './instants.ts';

const minute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const text = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

test.each([
  ['a flight of 15 h 40 min, over the end of February', '05:40', '2027-02-28T14:00', '2027-03-01T05:40'],
  ['the same in a leap year', '05:40', '2028-02-28T14:00', '2028-02-29T05:40'],
  ['a flight of 19 h', '09:00', '2026-12-31T14:00', '2027-01-01T09:00'],
  ['a short flight over midnight', '00:10', '2026-12-31T23:58', '2027-01-01T00:10'],
  ['an estimate that passed before its message was received', '23:55', '2027-01-01T00:05', '2026-12-31T23:55'],
  ['an estimate of the minute of its message', '14:00', '2026-11-20T14:00', '2026-11-20T14:00'],
])('the end of a flight lies up to 20 hours after the message: %s', (_, clock, at, instant) => {
  const atMs = Date.parse(`${at}Z`);
  expect(text(expectedInstant(minute(clock), atMs, atMs))).toBe(instant);
});

test('no flight takes a day: a text that is received hours after the time it states means the flight that began', () => {
  const expected = (clock: string, at: string, from: string): string =>
    text(expectedInstant(minute(clock), Date.parse(`${at}Z`), Date.parse(`${from}Z`)));
  expect(expected('10:00', '2026-11-20T14:30', '2026-11-20T08:00')).toBe('2026-11-20T10:00');
  expect(expected('09:30', '2026-11-20T14:30', '2026-11-20T09:30')).toBe('2026-11-20T09:30');
  // 19 hours after the begin, and the schedule of a flight that begins later.
  expect(expected('03:00', '2026-11-20T14:30', '2026-11-20T08:00')).toBe('2026-11-21T03:00');
  expect(expected('14:00', '2026-11-20T09:00', '2026-11-20T11:00')).toBe('2026-11-20T14:00');
});

test('the next instant of a minute of the day is the current one or later', () => {
  const at = Date.parse('2026-12-31T23:59:30Z');
  expect(text(nextInstant(minute('23:59'), at))).toBe('2027-01-01T23:59');
  expect(text(nextInstant(minute('00:00'), at))).toBe('2027-01-01T00:00');
  expect(nextInstant(minute('00:00'), Date.parse('2027-01-01T00:00Z'))).toBe(Date.parse('2027-01-01T00:00Z'));
});
