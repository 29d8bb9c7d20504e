import { expect, test } from 'vitest';
import { dropUnseenAfterMs, type Fix, isAged } from './aircraft.ts';
import { type Fleet, mergeFleet, noFleet } from './fleet.ts';
import { driftOf } from './motion.ts';

const start = Date.UTC(2026, 10, 21, 12);
const fix = (more: Partial<Fix> = {}): Fix => ({
  icao: '4b1803',
  lat: 45,
  lon: 25,
  angle: 90,
  seenAt: null,
  callsign: null,
  altitudeFt: null,
  groundSpeedKt: null,
  verticalRateFtMin: null,
  isOnGround: null,
  squawk: null,
  messageAt: null,
  faultAt: null,
  typeCode: null,
  isMlat: false,
  isDoubtful: false,
  kind: 'unknown',
  ...more,
});
const fleetAfter = (...responses: (readonly [afterMs: number, ...Fix[]])[]): Fleet =>
  responses.reduce((fleet, [afterMs, ...fixes]) => mergeFleet(fleet, fixes, { at: start + afterMs }), noFleet);
const only = (fleet: Fleet) => fleet.byKey.get('4B1803');

test('a position has the age that the server reports, but is never in the future', () => {
  expect(only(fleetAfter([0, fix({ seenAt: start - 30_000 })]))?.fixAt).toBe(start - 30_000);
  expect(only(fleetAfter([0, fix({ seenAt: start + 30_000 })]))?.fixAt).toBe(start);
});

test('without an age from the server it is the time since the position last changed', () => {
  const moved = fix({ lon: 25.1 });
  expect(only(fleetAfter([0, fix()], [4500, fix()], [9000, fix()]))?.fixAt).toBe(start);
  expect(only(fleetAfter([0, fix()], [4500, moved], [9000, moved]))?.fixAt).toBe(start + 4500);
});

test('an older position never replaces a newer one', () => {
  const newer = fix({ seenAt: start - 1000, lon: 26 });
  const older = fix({ seenAt: start - 9000, lon: 24 });
  expect(only(fleetAfter([0, newer], [4500, older]))?.lon).toBe(26);
});

test('with a new fix behind where it is drawn, an aircraft stays there until the next', () => {
  const flying = { angle: 90, groundSpeedKt: 360, lat: 0 };
  const fleet = fleetAfter(
    [0, fix({ ...flying, lon: 0, seenAt: start })],
    [10_000, fix({ ...flying, lon: 6 / 600, seenAt: start + 10_000 })],
  );
  expect(only(fleet)?.minTravelS).toBeCloseTo(4, 1);
  const again = mergeFleet(fleet, [fix({ ...flying, lon: 6 / 600, seenAt: start + 10_000 })], { at: start + 14_500 });
  expect(only(again)?.minTravelS).toBe(only(fleet)?.minTravelS);
});

test('an aircraft missing from responses ages for three minutes, then disappears; without a response none disappears', () => {
  const alone = fleetAfter([0, fix()]);
  expect(only(mergeFleet(alone, [], { at: start + dropUnseenAfterMs - 1 }))?.reportTime).toBe(start);
  expect(mergeFleet(alone, [], { at: start + dropUnseenAfterMs }).list).toEqual([]);
  expect(alone.list).toHaveLength(1);
});

test('MAP-18: a stored position is grey from the start and does not move, until a live one takes its place', () => {
  const flying = fix({ groundSpeedKt: 440, seenAt: start });
  const stored = mergeFleet(noFleet, [flying], { at: start, source: 'stored' });
  const live = mergeFleet(stored, [fix({ ...flying, seenAt: start + 4500 })], { at: start + 4500 });
  const look = (fleet: Fleet, at: number) => fleet.list.map((one) => [isAged(one, at), driftOf(one).x !== 0]);
  expect(look(stored, start)).toEqual([[true, false]]);
  expect(look(live, start + 4500)).toEqual([[false, true]]);
});
