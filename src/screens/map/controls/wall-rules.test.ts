import { expect, test } from 'vitest';
import { readPositions } from '../../../charts/positions/read-positions.ts';
import { mergeFleet, noFleet } from '../fleet/fleet.ts';
import { isDimmed, viewAfter, type WallView, withNewestMessage } from './wall-rules.ts';

const noon = Date.UTC(2026, 2, 20, 12);
const bucharest = { lat: 44.4, lon: 26.1 };

test('a wall is dimmed by the sun or while the user is idle, as chosen', () => {
  const at = (now: number, isIdle = false) => ({ ...bucharest, now, isIdle });
  const night = noon + 10 * 3_600_000;
  expect(isDimmed('sun', at(noon, true))).toBe(false);
  expect(isDimmed('sun', at(night))).toBe(true);
  expect(isDimmed('idle', at(night))).toBe(false);
  expect(isDimmed('idle', at(noon, true))).toBe(true);
  expect(isDimmed('never', at(night, true))).toBe(false);
});

test('the views follow each other and begin again', () => {
  let view: WallView = 'first view';
  const seen = [1, 2, 3, 4].map(() => {
    view = viewAfter(view);
    return view;
  });
  expect(seen).toEqual(['all aircraft', 'newest message', 'first view', 'all aircraft']);
});

test('the newest message is found', () => {
  const ago = (seconds: number) => new Date(noon - seconds * 1000).toISOString();
  const rows = [
    ['A', 20],
    ['B', 5],
    ['C', null],
  ].map(([icao, seconds]) => ({
    icao,
    lat: 45,
    lon: 25,
    seenAt: ago(1),
    lastMessageAt: typeof seconds === 'number' ? ago(seconds) : null,
  }));
  const { list } = mergeFleet(noFleet, readPositions({ currentLocations: rows }) ?? [], { at: noon });
  expect(withNewestMessage(list)?.key).toBe('B');
  expect(withNewestMessage([])).toBeNull();
});
