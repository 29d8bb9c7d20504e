import { expect, test } from 'vitest';
import type { Aircraft } from '../positions/aircraft.ts';
import { shapeNames } from './aircraft-shapes.ts';
import { emptyPack, hoveredLook, numbersEach, packAircraft, selectedLook, shapeOf } from './pack-aircraft.ts';

const now = 1_000_000;
const aircraft = (key: string, more: Partial<Aircraft> = {}): Aircraft => ({
  icao: key,
  key,
  lat: 0,
  lon: 0,
  angle: 90,
  fixAt: now - 4000,
  toldAt: now,
  heldS: 2,
  callsign: null,
  altitudeFt: null,
  groundSpeedKt: 360,
  verticalRateFtMin: null,
  isOnGround: false,
  kind: 'unknown',
  ...more,
});
const view = { now, origin: { x: 0.5, y: 0.5 }, selectedKey: null, hoveredKey: null };
function packedOf(
  list: readonly Aircraft[],
  more: Partial<typeof view> | { selectedKey: string; hoveredKey: string } = {},
) {
  const packed = emptyPack();
  packAircraft(packed, list, { ...view, ...more });
  const rows = Array.from({ length: packed.count }, (_, place) =>
    Array.from(packed.numbers.subarray(place * numbersEach, (place + 1) * numbersEach)),
  );
  return { packed, rows };
}

test('place from the origin, drift, age, angle and outline of each', () => {
  const [row] = packedOf([aircraft('A', { lon: 36 })]).rows;
  expect(row?.[0]).toBeCloseTo(0.1, 6);
  expect(row?.[1]).toBeCloseTo(0, 6);
  // A degree of the equator in 600 s.
  expect(row?.[2]).toBeCloseTo(1 / 360 / 600, 7);
  expect(row?.[4]).toBeCloseTo(4, 6);
  expect(row?.[5]).toBe(2);
  expect(row?.[6]).toBeCloseTo(Math.PI / 2, 6);
  expect(row?.[7]).toBe(shapeNames.indexOf('airliner'));
});

test('an outline by what is known: kind, on ground, no direction', () => {
  const outlines = [
    aircraft('A', { kind: 'helicopter' }),
    aircraft('A', { kind: 'light', isOnGround: true }),
    aircraft('A', { isOnGround: null }),
    aircraft('A', { angle: null, isOnGround: true }),
  ].map(shapeOf);
  expect(outlines).toEqual(['helicopter', 'ground', 'airliner', 'undirected']);
});

test('the selected one is drawn last, over the hovered one', () => {
  const list = ['S', 'H', 'A', 'B'].map((key, index) => aircraft(key, { lon: 36 * index }));
  const { rows } = packedOf(list, { selectedKey: 'S', hoveredKey: 'H' });
  expect(rows.map((row) => Math.round((row[0] ?? 0) * 100) / 10)).toEqual([2, 3, 1, 0]);
  expect(rows.map((row) => row[7])).toEqual([0, 0, hoveredLook, selectedLook]);
});

test('the array grows, and is used again for a smaller fleet', () => {
  const packed = emptyPack();
  packAircraft(packed, [aircraft('A'), aircraft('B')], view);
  const { numbers } = packed;
  packAircraft(packed, [aircraft('A')], view);
  expect(packed.numbers).toBe(numbers);
  expect(packed.count).toBe(1);
});

test('the fastest counts only while it still moves by itself', () => {
  const still = [aircraft('A', { isOnGround: true }), aircraft('B', { fixAt: now - 15_000 })];
  expect(packedOf(still).packed.fastest).toBe(0);
  expect(packedOf([...still, aircraft('C')]).packed.fastest).toBeGreaterThan(0);
});
