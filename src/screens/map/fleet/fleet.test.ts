import { beforeAll, expect, test } from 'vitest';
import type { Fix } from '../../../charts/positions/fix.ts';
import { ensureTemporal } from '../../../lib/time.ts';
import { dropUnseenAfterMs, isAged } from './aircraft.ts';
import { fixWith } from './aircraft-for-file.ts';
import { type Fleet, mergeFleet, noFleet, noLivePositionsText, storedPositionsText } from './fleet.ts';
import { driftOf } from './motion.ts';

const start = Date.UTC(2026, 10, 21, 12);
const fleetAfter = (...responses: (readonly [afterMs: number, ...Fix[]])[]): Fleet =>
  responses.reduce((fleet, [afterMs, ...fixes]) => mergeFleet(fleet, fixes, { at: start + afterMs }), noFleet);
const only = (fleet: Fleet) => fleet.byKey.get('4B1803');

test('a position has the age that the server reports, but is never in the future', () => {
  expect(only(fleetAfter([0, fixWith({ seenAt: start - 30_000 })]))?.fixAt).toBe(start - 30_000);
  expect(only(fleetAfter([0, fixWith({ seenAt: start + 30_000 })]))?.fixAt).toBe(start);
});

test('without an age from the server it is the time since the position last changed', () => {
  const moved = fixWith({ lon: 25.1 });
  expect(only(fleetAfter([0, fixWith()], [4500, fixWith()], [9000, fixWith()]))?.fixAt).toBe(start);
  expect(only(fleetAfter([0, fixWith()], [4500, moved], [9000, moved]))?.fixAt).toBe(start + 4500);
});

test('an older position never replaces a newer one', () => {
  const newer = fixWith({ seenAt: start - 1000, lon: 26 });
  const older = fixWith({ seenAt: start - 9000, lon: 24 });
  expect(only(fleetAfter([0, newer], [4500, older]))?.lon).toBe(26);
});

test('with a new fix behind where it is drawn, an aircraft stays there until the next', () => {
  const flying = { angle: 90, groundSpeedKt: 360, lat: 0 };
  const fleet = fleetAfter(
    [0, fixWith({ ...flying, lon: 0, seenAt: start })],
    [10_000, fixWith({ ...flying, lon: 6 / 600, seenAt: start + 10_000 })],
  );
  expect(only(fleet)?.minTravelS).toBeCloseTo(4, 1);
  const again = mergeFleet(fleet, [fixWith({ ...flying, lon: 6 / 600, seenAt: start + 10_000 })], {
    at: start + 14_500,
  });
  expect(only(again)?.minTravelS).toBe(only(fleet)?.minTravelS);
});

test('an aircraft missing from responses ages for three minutes, then disappears; without a response none disappears', () => {
  const alone = fleetAfter([0, fixWith()]);
  expect(only(mergeFleet(alone, [], { at: start + dropUnseenAfterMs - 1 }))?.reportTime).toBe(start);
  expect(mergeFleet(alone, [], { at: start + dropUnseenAfterMs }).list).toEqual([]);
  expect(alone.list).toHaveLength(1);
});

test('an aircraft is one object from response to response, in another list; names change with an aircraft, a name or an emergency', () => {
  const first = fleetAfter([0, fixWith()]);
  const [one] = first.list;
  const moved = mergeFleet(first, [fixWith({ lon: 26, seenAt: start + 4500 })], { at: start + 4500 });
  expect(moved.list[0]).toBe(one);
  expect(one?.lon).toBe(26);
  expect(moved.list).not.toBe(first.list);
  expect(moved.names).toBe(first.names);
  const names = [
    fixWith({ callsign: 'ROT391' }),
    fixWith({ callsign: 'ROT391', squawk: '7700' }),
    fixWith({ icao: '4B1804' }),
  ].map((fix, at) => mergeFleet(moved, [fix], { at: start + 9000 + at }).names);
  expect(new Set([moved.names, ...names]).size).toBe(4);
});

test('a message is new from the second response on', () => {
  const heard = (fleet: Fleet) => only(fleet)?.heardAt;
  expect(heard(fleetAfter([0, fixWith({ messageAt: start })]))).toBe(0);
  expect(
    heard(fleetAfter([0, fixWith()], [4500, fixWith({ messageAt: start })], [9000, fixWith({ messageAt: start })])),
  ).toBe(start + 4500);
});

test('MAP-18: a stored position is grey from the start and does not move, until a live one takes its place', () => {
  const flying = fixWith({ groundSpeedKt: 440, seenAt: start });
  const stored = mergeFleet(noFleet, [flying], { at: start, source: 'stored' });
  const look = (fleet: Fleet, at: number) => fleet.list.map((one) => [isAged(one, at), driftOf(one).x !== 0]);
  expect(look(stored, start)).toEqual([[true, false]]);
  const live = mergeFleet(stored, [fixWith({ ...flying, seenAt: start + 4500 })], { at: start + 4500 });
  expect(look(live, start + 4500)).toEqual([[false, true]]);
});

beforeAll(ensureTemporal);

const now = Date.UTC(2026, 10, 20, 14, 50, 7);
const seen = (...minutesAgo: number[]) => minutesAgo.map((minutes) => ({ fixAt: now - minutes * 60_000 }));

test('where all positions are old, the text has the time of the oldest and the newest', () => {
  expect(noLivePositionsText(seen(20, 26, 18), now)).toMatch(/^No live positions. Last received 14:24Z to 14:32Z$/);
  expect(noLivePositionsText(seen(5), now)).toMatch(/^No live positions. Last received 14:45Z$/);
});

test('one live position, or none at all, has no text', () => {
  expect(noLivePositionsText(seen(20, 0.5), now)).toBeNull();
  expect(noLivePositionsText([], now)).toBeNull();
});

test('stored positions are shown with their time, and with possible places as long as these are a fair guess', () => {
  const text = (minutes: number) => storedPositionsText({ source: 'stored', receivedAt: now - minutes * 60_000 }, now);
  expect(text(17)).toMatch(
    /^Positions of 14:33Z, 17\u00a0min old. They do not move. A dashed line shows where each could be now.$/,
  );
  expect(text(31)).toMatch(/^Positions of 14:19Z, 31\u00a0min old. They do not move.$/);
  expect(storedPositionsText({ source: 'live', receivedAt: now }, now)).toBeNull();
});
