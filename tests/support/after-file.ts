/**
 * Files of the `server` project share a process: the server's clock and what was spied on are put back after each.
 * Must not: hold anything that one test hands to another.
 */
import { afterAll, vi } from 'vitest';
import { clock } from '../../server/clock.ts';

afterAll(() => {
  clock.offsetMs = 0;
  vi.restoreAllMocks();
});
