import { afterEach, beforeAll, beforeEach } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';

/** Call it at the top of a file whose tests move the server's clock: it is right again after each test. */
export function rightClockAfterEach(): void {
  afterEach(() => {
    clock.offsetMs = 0;
  });
}

/** Call it before the server of a file whose tests name days: each test begins at noon of today in UTC, so that none of them has a midnight. Returns noon. */
export function noonForFile(): number {
  const noonMs = (Math.floor(Date.now() / dayMs) + 0.5) * dayMs;
  const setNoon = (): void => {
    clock.offsetMs = noonMs - Date.now();
  };
  beforeAll(setNoon);
  beforeEach(setNoon);
  rightClockAfterEach();
  return noonMs;
}
