import { expect, test } from 'vitest';
import { readPositions } from '../../../charts/positions/read-positions.ts';
import { mergeFleet, noFleet } from '../fleet/fleet.ts';
import { newMessages } from './MessageRings.tsx';

const now = Date.UTC(2026, 10, 22, 12);
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
/** Seconds since the last message, by address. */
const fleetOf = (before: typeof noFleet, messages: Readonly<Record<string, number | null>>, at = now) =>
  mergeFleet(
    before,
    readPositions({
      currentLocations: Object.entries(messages).map(([icao, seconds]) => ({
        icao,
        lat: 45,
        lon: 25,
        lastMessageAt: seconds === null ? null : ago(seconds),
      })),
    }) ?? [],
    { at },
  );
const before = () => fleetOf(noFleet, { A: 100, B: null, C: 100, D: 100 }, now - 4500);

test('a message is new if the response before had an older one or none', () => {
  const next = fleetOf(before(), { A: 3, B: 2, C: 100, D: 40, NEW: 1 });
  expect(newMessages(next, now - 4500, now).map(({ key }) => key)).toEqual(['B', 'A']);
  expect(newMessages(next, now, now)).toEqual([]);
});

test('nothing is new in the first response and among stored positions; up to 12 at a time', () => {
  const next = fleetOf(before(), { A: 3 });
  expect(newMessages(next, null, now)).toEqual([]);
  expect(newMessages({ ...next, source: 'stored' }, now - 4500, now)).toEqual([]);
  const all = (seconds: number | null) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`A${index}`, seconds]));
  const many = fleetOf(noFleet, all(null), now - 4500);
  expect(newMessages(fleetOf(many, all(1)), now - 4500, now)).toHaveLength(12);
});
