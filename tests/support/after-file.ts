/** Test files of the `server` project share a process: resets the server's clock and spies after each. */
import { afterAll, vi } from 'vitest';
import { clock } from '../../server/base/clock.ts';

afterAll(() => {
  clock.offsetMs = 0;
  vi.restoreAllMocks();
});
