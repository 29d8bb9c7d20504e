import { expect, test } from 'vitest';
import { silentAfterMs } from './silence-rules.ts';

const minutes = (count: number): number => count * 60_000;

test('a station that hardly pauses is silent after half an hour; three outages in a week change nothing', () => {
  expect(silentAfterMs([])).toBe(minutes(30));
  expect(silentAfterMs([minutes(600), minutes(500), minutes(400)])).toBe(minutes(30));
  expect(silentAfterMs([minutes(600), minutes(500), minutes(400), minutes(12)])).toBe(minutes(30));
});

test('a nightly pause allows twice its length, and no station more than a day', () => {
  expect(silentAfterMs([minutes(400), minutes(380), minutes(370), minutes(360)])).toBe(minutes(720));
  expect(silentAfterMs(Array(4).fill(minutes(3000)))).toBe(minutes(1440));
});
