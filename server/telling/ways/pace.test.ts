import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../../contract/durations.ts';
import { paceLimits, waitUntil } from './pace.ts';

test('however events arrive, no target gets more than 5 messages in a minute or 60 in an hour, and each event is sent', () => {
  const arrivals = fc.array(
    fc.record({ afterMs: fc.integer({ min: 1, max: 90_000 }), count: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 150,
    },
  );
  fc.assert(
    fc.property(arrivals, (list) => {
      const sent: number[] = [];
      let [nowMs, openAt] = [1e12, 0];
      for (const { afterMs, count } of list) {
        nowMs += afterMs;
        // An open burst takes what arrives.
        if (openAt > nowMs) continue;
        const recent = sent.filter((at) => at > nowMs - hourMs);
        const until = waitUntil(recent, count, nowMs, nowMs);
        if (until === null) for (let n = 0; n < count; n += 1) sent.push(nowMs);
        else {
          expect(until).toBeGreaterThan(nowMs);
          expect(until - nowMs).toBeLessThanOrEqual(hourMs);
          openAt = until;
          sent.push(until);
        }
      }
      for (const at of sent) {
        const within = (ms: number): number => sent.filter((other) => other > at - ms && other <= at).length;
        expect(within(minuteMs)).toBeLessThanOrEqual(paceLimits.perMinute);
        expect(within(hourMs)).toBeLessThanOrEqual(paceLimits.perHour);
      }
    }),
  );
});

test('a company that may not send before a time waits for it', () => {
  expect(waitUntil([], 1, 1e12 + hourMs, 1e12)).toBe(1e12 + hourMs);
  expect(waitUntil([], 1, 1e12, 1e12)).toBeNull();
});
