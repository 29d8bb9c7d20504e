import { expect, test } from 'vitest';
import type { Aircraft } from '../positions/aircraft.ts';
import { sightOf } from '../sight.ts';
import { labelFeatures } from './label-features.ts';

const now = 1_000_000;
const aircraft = (more: Partial<Aircraft> = {}): Aircraft => ({
  icao: '4b1803',
  key: '4B1803',
  lat: 45,
  lon: 25,
  angle: 90,
  callsign: 'SWR18P',
  altitudeFt: 36_100,
  groundSpeedKt: 360,
  verticalRateFtMin: null,
  isOnGround: false,
  kind: 'unknown',
  fixAt: now - 10_000,
  toldAt: now,
  heldS: 0,
  ...more,
});
const sight = (zoom: number) => sightOf({ lat: 45, lon: 25, zoom }, { width: 800, height: 600 });
const labels = (list: readonly Aircraft[], zoom: number, furthestS = 0) =>
  labelFeatures({ list, sight: sight(zoom), selectedKey: null, now, furthestS }).features;
const texts = (list: readonly Aircraft[], zoom: number) => labels(list, zoom).map(({ properties }) => properties.text);

test('names from zoom 6 on, with the level from 8 on; who has no callsign is called by its address', () => {
  const unnamed = aircraft({ icao: '4c0003', key: '4C0003', callsign: null, altitudeFt: null });
  expect(texts([aircraft()], 5.9)).toEqual([]);
  expect(texts([aircraft(), unnamed], 6)).toEqual(['SWR18P', '4c0003']);
  expect(texts([aircraft(), unnamed], 8)).toEqual(['SWR18P FL361', '4c0003']);
});

test('a name stands where the aircraft is drawn, not where it was seen', () => {
  const [still] = labels([aircraft()], 8);
  expect(still?.geometry.coordinates[0]).toBeCloseTo(25, 9);
  const [moving] = labels([aircraft()], 8, 15);
  // 10 s at 360 kt are 1 nmi, which at 45 degrees are 1 / 60 / cos 45 degrees of longitude.
  expect(moving?.geometry.coordinates[0]).toBeCloseTo(25 + 1 / 60 / Math.SQRT1_2, 3);
});

test('nothing out of view, and nothing where names would cover the map', () => {
  expect(texts([aircraft({ lon: 100 })], 6)).toEqual([]);
  const many = Array.from({ length: 251 }, (_, index) => aircraft({ key: String(index) }));
  expect(texts(many.slice(1), 6)).toHaveLength(250);
  expect(texts(many, 6)).toEqual([]);
});
