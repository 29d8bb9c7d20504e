import { expect, test } from 'vitest';
import { shapeNames, shapeOf } from '../../../charts/aircraft/shapes.ts';
import type { Aircraft } from '../fleet/aircraft.ts';
import { aircraftWith } from '../fleet/aircraft-for-file.ts';
import {
  bandLook,
  emergencyLook,
  emptyPack,
  hoveredLook,
  isDrawnAlike,
  numbersEach,
  packAircraft,
  selectedLook,
} from './pack-aircraft.ts';

const now = 1_000_000;
const times = { fixAt: now - 4000, reportTime: now, minTravelS: 2 };
const aircraft = (key: string, more: Partial<Aircraft> = {}): Aircraft =>
  aircraftWith({ icao: key, lat: 0, lon: 0, ...times, groundSpeedKt: 360, isOnGround: false, ...more });
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
  // Altitude unknown.
  expect(row?.[7]).toBe(shapeNames.indexOf('unknown') + 7 * bandLook);
});

test('an outline by what is known: kind, on ground, no direction', () => {
  const outlines = [
    aircraft('A', { kind: 'helicopter' }),
    aircraft('A', { kind: 'light', isOnGround: true }),
    aircraft('A', { isOnGround: null }),
    aircraft('A', { angle: null, isOnGround: true }),
  ].map(shapeOf);
  expect(outlines).toEqual(['helicopter', 'ground', 'unknown', 'undirected']);
});

test('the selected one is drawn last, over the hovered one', () => {
  const list = ['S', 'H', 'A', 'B'].map((key, index) => aircraft(key, { lon: 36 * index }));
  const { rows } = packedOf(list, { selectedKey: 'S', hoveredKey: 'H' });
  expect(rows.map((row) => Math.round((row[0] ?? 0) * 100) / 10)).toEqual([2, 3, 1, 0]);
  const unknown = shapeNames.indexOf('unknown') + 7 * bandLook;
  expect(rows.map((row) => row[7])).toEqual([0, 0, hoveredLook, selectedLook].map((look) => look + unknown));
});

test('aircraft on the ground are drawn below, emergencies above the others, each in the colour of its altitude', () => {
  const list = [
    aircraft('E', { squawk: '7600', altitudeFt: 4000, lon: 36 }),
    aircraft('A', { squawk: '1000', altitudeFt: 38_000, lon: 72 }),
    aircraft('G', { isOnGround: true, altitudeFt: 38_000 }),
  ];
  const { rows } = packedOf(list);
  expect(rows.map((row) => Math.round((row[0] ?? 0) * 100) / 10)).toEqual([0, 2, 1]);
  const ground = shapeNames.indexOf('ground');
  const unknown = shapeNames.indexOf('unknown');
  expect(rows.map((row) => row[7])).toEqual([ground, unknown + 6 * bandLook, unknown + emergencyLook + bandLook]);
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

test('the next colour change by age is that of the soonest aircraft, and none once all are oldest', () => {
  const old = aircraft('OLD', { fixAt: now - 100_000 });
  expect(packedOf([old, aircraft('NEW', { fixAt: now - 50_000 })]).packed.fadeS).toBeCloseTo(10, 6);
  expect(packedOf([old]).packed.fadeS).toBeCloseTo(20, 6);
  expect(packedOf([aircraft('OLDEST', { fixAt: now - 3600_000 })]).packed.fadeS).toBe(Number.POSITIVE_INFINITY);
});

test('a response needs a frame when an aircraft would be drawn half a pixel away, turned or in another look', () => {
  const flying = aircraft('A');
  const parked = aircraft('B', { isOnGround: true });
  const drawing = { furthestS: 15, worldPx: 360 * 60 };
  /** The last frame was a second ago. */
  const areAlike = (
    before: readonly Aircraft[],
    next: readonly Aircraft[],
    more: Partial<typeof drawing> = {},
  ): boolean =>
    isDrawnAlike({ packed: packedOf(before, { now: now - 1000 }).packed, at: now - 1000 }, packedOf(next).packed, {
      ...drawing,
      ...more,
    });
  const alike = (next: readonly Aircraft[]): boolean => areAlike([flying, parked], next);
  expect(alike([{ ...flying, reportTime: now + 1 }, parked])).toBe(true);
  expect(alike([flying, { ...parked, fixAt: now }])).toBe(true);
  for (const more of [
    { lat: 1 },
    { angle: 93 },
    { lon: 0.02 },
    { minTravelS: 14 },
    { kind: 'light' },
    { isStored: true },
    { altitudeFt: 7000 },
    { squawk: '7700' },
  ] as const)
    expect(alike([{ ...flying, ...more }, parked]), JSON.stringify(more)).toBe(false);
  expect(alike([{ ...flying, squawk: '1000' }, parked])).toBe(true);
  expect(areAlike([{ ...flying, altitudeFt: 31_000 }], [{ ...flying, altitudeFt: 36_000 }])).toBe(true);
  expect(alike([flying])).toBe(false);
  // It looks live again.
  expect(areAlike([{ ...parked, fixAt: now - 70_000 }], [parked])).toBe(false);
  // A degree of the equator in 600 s: the new fix is where it is drawn.
  expect(alike([{ ...flying, lon: 4 / 600, fixAt: now }, parked])).toBe(true);
  expect(alike([{ ...flying, lon: 14 / 600, fixAt: now }, parked])).toBe(false);
  expect(areAlike([flying], [flying], { worldPx: 360 * 6000 })).toBe(false);
  expect(areAlike([flying], [flying], { worldPx: 360 * 6000, furthestS: 0 })).toBe(true);
  // Another part of the map.
  const there = packedOf([parked], { origin: { x: 0.4, y: 0.5 } });
  expect(isDrawnAlike({ packed: there.packed, at: now }, packedOf([parked]).packed, drawing)).toBe(false);
});

test('a stored position is packed as an aged one that does not move', () => {
  const [row] = packedOf([aircraft('A', { isStored: true })]).rows;
  expect(row?.slice(2, 5)).toEqual([0, 0, 60]);
});
