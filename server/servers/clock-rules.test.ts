import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import { type ClockMark, clockFault, clockText, nextMark, type Reading } from './clock-rules.ts';

const start = Date.UTC(2026, 10, 29, 12);
const mark: ClockMark = { atMs: start, boot: 'first', uptimeMs: 5 * hourMs, slackMs: 0 };
/** `passedMs` after the mark by the uptime, on the same machine, whose clock is wrong by `offMs`. */
const reading = (passedMs: number, offMs: number, over: Partial<Reading> = {}): Reading => ({
  nowMs: start + passedMs + offMs,
  boot: 'first',
  uptimeMs: 5 * hourMs + passedMs,
  databaseAheadMs: 0,
  ...over,
});
/** After a start of the machine. */
const restarted = (pauseMs: number, upMs = minuteMs): Reading =>
  reading(0, pauseMs + upMs, { boot: 'second', uptimeMs: upMs });

describe('the machine has run since the mark', () => {
  test.each([
    ['-400 d', -400 * dayMs, 'behind'],
    ['-1 h', -hourMs, 'behind'],
    ['+1 h', hourMs, 'ahead'],
    ['+40 d', 40 * dayMs, 'ahead'],
    ['+10 years', 3653 * dayMs, 'ahead'],
  ] as const)('a clock wrong by %s is in doubt, whenever Downlink starts', (_, offMs, kind) => {
    for (const passedMs of [5000, 3 * hourMs, 40 * dayMs])
      expect(clockFault(mark, reading(passedMs, offMs))).toEqual({ kind, byMs: Math.abs(offMs) });
  });

  test('a right clock is trusted after any time, also of sleep, and within a correction', () => {
    for (const passedMs of [0, 10_000, 40 * dayMs])
      for (const offMs of [-minuteMs, 0, minuteMs]) expect(clockFault(mark, reading(passedMs, offMs))).toBeNull();
  });
});

describe('the machine was off', () => {
  test('a short pause is trusted, a longer one is an outage or a wrong clock, and an earlier time is wrong', () => {
    expect(clockFault(mark, restarted(20 * minuteMs))).toBeNull();
    expect(clockFault(mark, restarted(hourMs))?.kind).toBe('off');
    expect(clockFault(mark, restarted(40 * dayMs))?.kind).toBe('off');
    expect(clockFault(mark, restarted(-hourMs))?.kind).toBe('behind');
  });

  test('a time server may correct a clock that stood still during a short pause, once', () => {
    const first = nextMark(mark, restarted(0, 10_000));
    const corrected = restarted(20 * minuteMs, 2 * minuteMs);
    expect(clockFault(first, corrected)).toBeNull();
    const second = nextMark(first, corrected);
    expect(clockFault(second, restarted(20 * minuteMs, 10 * minuteMs))).toBeNull();
    expect(clockFault(second, restarted(20 * minuteMs + hourMs, 11 * minuteMs))?.kind).toBe('off');
    // An hour after the start of the machine the uptime alone counts.
    const settled = nextMark(second, restarted(20 * minuteMs, 70 * minuteMs));
    expect(clockFault(settled, restarted(40 * minuteMs, 71 * minuteMs))?.kind).toBe('ahead');
  });
});

test('without a mark the clock of the database must agree, with one as well', () => {
  expect(clockFault(null, reading(0, 0))).toBeNull();
  for (const known of [null, mark])
    expect(clockFault(known, reading(0, 0, { databaseAheadMs: -40 * dayMs }))).toEqual({
      kind: 'database',
      byMs: 40 * dayMs,
    });
});

test('the text states the difference, the consequence and what would be deleted', () => {
  expect(clockText({ kind: 'ahead', byMs: 40 * dayMs }, '18,680 messages of 15 days')).toBe(
    'The clock of the server jumped 40 days ahead. Nothing is deleted by age until the clock is right, or an Admin confirms it under Server status. With this clock Downlink would delete 18,680 messages of 15 days.',
  );
  expect(clockText({ kind: 'behind', byMs: hourMs }, null)).toContain('is 60 minutes behind the time');
  expect(clockText({ kind: 'off', byMs: 3653 * dayMs }, null)).toContain('Downlink was off for 3,653 days, or');
});
