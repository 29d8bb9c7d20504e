import { expect, test } from 'vitest';
import { countdown, dueWarning } from './SessionWarning.tsx';

const now = 1_000_000_000;
const minute = 60_000;
const due = (expiresIn: number, idleIn: number | null) =>
  dueWarning({ expiresAt: now + expiresIn, idleEndsAt: idleIn === null ? null : now + idleIn }, now).kind;

test('C05b: a warning 60 s before inactivity ends the session, and none when it is off', () => {
  expect(due(300 * minute, minute + 1)).toBe('none');
  expect(due(300 * minute, minute)).toBe('idle');
  expect(due(300 * minute, null)).toBe('none');
});
test('SES-05: the end of the session is announced 30 and 5 minutes before', () => {
  expect(due(30 * minute + 1, null)).toBe('none');
  expect(due(30 * minute, null)).toBe('ends-soon');
  expect(due(5 * minute, null)).toBe('ends-now');
  expect(due(0, null)).toBe('none');
  expect(dueWarning(null, now)).toEqual({ kind: 'none' });
});
test('an inactivity limit later than the end of the session is not announced', () => {
  expect(due(30_000, 40_000)).toBe('ends-now');
});
test('the countdown shows minutes and seconds', () => {
  expect([countdown(233_000), countdown(9_001), countdown(0)]).toEqual(['3:53', '0:10', '0:00']);
});
