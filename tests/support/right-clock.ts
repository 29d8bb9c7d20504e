import { afterEach } from 'vitest';
import { clock } from '../../server/base/clock.ts';

/** Call it at the top of a file whose tests move the server's clock: it is right again after each test. */
export function rightClockAfterEach(): void {
  afterEach(() => {
    clock.offsetMs = 0;
  });
}
