import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReceiverClock } from './source-reader.ts';

const start = Date.UTC(2026, 10, 21, 12);
const wrap = 2 ** 48;
const ticks = (ms: number): number => Math.round(ms * 12_000);

describe('a counter of 12 MHz', () => {
  test('spaces frames as they were received, whatever the network does to them', () => {
    const clock = new ReceiverClock();
    // A frame every 100 ms. Every tenth is delivered at once, the others wait for it up to 0.9 s.
    const times = Array.from({ length: 300 }, (_, n) => {
      const receivedMs = n * 100;
      const deliveredMs = Math.ceil(receivedMs / 900) * 900 + 5;
      return clock.timeOf(ticks(1e6 + receivedMs), start + deliveredMs);
    });
    for (let n = 20; n < times.length; n++) expect((times[n] ?? 0) - (times[n - 1] ?? 0)).toBeCloseTo(100, 0);
  });

  test('goes on over its end', () => {
    const clock = new ReceiverClock();
    const at = (ms: number) => clock.timeOf((wrap - ticks(500) + ticks(ms)) % wrap, start + ms);
    expect([0, 400, 600, 5000].map(at)).toEqual([0, 400, 600, 5000].map((ms) => expect.closeTo(start + ms, 0)));
  });

  test('starts again when the receiver restarts, when its clock jumps, and when ours is set back', () => {
    const clock = new ReceiverClock();
    clock.timeOf(ticks(9e6), start);
    expect(clock.timeOf(ticks(10), start + 1000)).toBe(start + 1000);
    expect(clock.timeOf(ticks(60_000), start + 2000)).toBe(start + 2000);
    expect(clock.timeOf(ticks(61_000), start - 3_600_000)).toBe(start - 3_600_000);
  });

  test('follows a drift of 100 in a million', () => {
    const clock = new ReceiverClock();
    let timeMs = 0;
    for (let second = 0; second < 7200; second++) timeMs = clock.timeOf(ticks(second * 1000.1), start + second * 1000);
    expect(Math.abs(timeMs - (start + 7199 * 1000))).toBeLessThan(10);
  });
});

describe('a counter of GPS', () => {
  const gps = (ms: number): number => {
    const ofDay = ms % 86_400_000;
    return Math.floor(ofDay / 1000) * 2 ** 30 + Math.round((ofDay % 1000) * 1e6);
  };
  test('is the time itself, also over midnight', () => {
    const clock = new ReceiverClock();
    const before = Date.UTC(2026, 10, 21, 23, 59, 50);
    for (let n = 0; n < 200; n++) {
      const receivedMs = before + n * 100;
      const timeMs = clock.timeOf(gps(receivedMs), receivedMs + 300);
      if (n >= 50) expect(timeMs).toBeCloseTo(receivedMs, 2);
    }
  });
});

test('without a counter the arrival is the time', () => {
  expect(new ReceiverClock().timeOf(null, start)).toBe(start);
});

test('no counter makes a time more than a second away from the arrival', () => {
  const step = fc.tuple(
    fc.maxSafeNat().map((n) => n % wrap),
    fc.integer({ min: -100_000, max: 100_000 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const clock = new ReceiverClock();
      let nowMs = start;
      for (const [counter, ms] of steps) {
        nowMs += ms;
        expect(Math.abs(clock.timeOf(counter, nowMs) - nowMs)).toBeLessThanOrEqual(1000);
      }
    }),
  );
});
