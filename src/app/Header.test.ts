import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../lib/time.ts';
import { badgeState, liveForMs } from './Header.tsx';

beforeAll(ensureTemporal);
const now = Date.UTC(2026, 10, 20, 14, 50, 7);

test('a recent response of a reachable server is live', () => {
  expect(badgeState({ source: 'live', at: now - 2000 }, 'reached', now)).toMatchObject({
    kind: 'live',
    word: 'Live',
    short: '2\u00a0s',
  });
});
test('nothing stale is shown as live: neither an old response, nor one of an unreachable server (invariant 9)', () => {
  expect(badgeState({ source: 'live', at: now - liveForMs }, 'reached', now)).toMatchObject({
    kind: 'stored',
    word: 'Loaded',
  });
  for (const state of ['no-network', 'refused', 'timeout', 'portal', 'mismatch', 'unavailable', 'slow'] as const)
    expect(badgeState({ source: 'live', at: now }, state, now)?.kind, state).not.toBe('live');
});
test('stored data turns stale at 15 minutes', () => {
  const at = now - 18 * 60_000;
  expect(badgeState({ source: 'stored', at }, 'refused', now)).toEqual({
    kind: 'stale',
    word: 'Stored',
    detail: '18\u00a0min',
    short: '18\u00a0min',
  });
  expect(badgeState({ source: 'stored', at }, 'reached', now)?.detail).toBe('14:32Z, 18\u00a0min ago');
  expect(badgeState({ source: 'stored', at: now - 899_999 }, 'refused', now)?.kind).toBe('stored');
});
test('a chosen past time is shown as such, however new the response', () => {
  const at = now - 3_600_000;
  const past = { kind: 'stale', word: 'Past', detail: '13:50Z', short: '13:50Z' };
  expect(badgeState({ source: 'past', at }, 'reached', now)).toEqual(past);
});
test('a failure has its time, and a screen without data has no badge', () => {
  expect(badgeState({ source: 'failed', at: now }, 'reached', now)).toMatchObject({
    kind: 'failed',
    detail: '14:50:07Z',
  });
  expect(badgeState(null, 'reached', now)).toBeNull();
});
