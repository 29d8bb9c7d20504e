import { expect, test } from 'vitest';
import { unitsOf } from '../../../lib/units.ts';
import type { Aircraft } from '../fleet/aircraft.ts';
import { aircraftWith } from '../fleet/aircraft-for-file.ts';
import { viewportOf } from '../viewport.ts';
import { areDrawnAlike, labelFeatures, selectLabels } from './AircraftLabels.tsx';

const now = 1_000_000;
const flight = { callsign: 'SWR18P', altitudeFt: 36_100, groundSpeedKt: 360, isOnGround: false };
const aircraft = (more: Partial<Aircraft> = {}): Aircraft =>
  aircraftWith({ ...flight, fixAt: now - 10_000, reportTime: now, ...more });
const viewport = (zoom: number) => viewportOf({ lat: 45, lon: 25, zoom }, { width: 800, height: 600 });
const selected = (list: readonly Aircraft[], zoom: number, selectedKey: string | null = null) =>
  selectLabels({ list, viewport: viewport(zoom), selectedKey, now, units: unitsOf('aviation') });
const texts = (list: readonly Aircraft[], zoom: number, selectedKey: string | null = null) =>
  selected(list, zoom, selectedKey).map(({ name, level }) => [name, level].filter(Boolean).join(' '));
const at = (key: string, lon: number, more: Partial<Aircraft> = {}) => aircraft({ key, callsign: key, lon, ...more });

test('names from zoom 6 on, with the level from 8 on; who has no callsign is called by its address', () => {
  const unnamed = aircraft({ icao: '4c0003', key: '4C0003', callsign: null, altitudeFt: null, lat: 45.5 });
  expect(texts([aircraft(), unnamed], 6)).toEqual(['SWR18P', '4c0003']);
  expect(texts([aircraft(), unnamed], 8)).toEqual(['SWR18P FL361', '4c0003']);
});

test('below zoom 6 the selected aircraft, emergencies and the 40 newest messages have names', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      at(`M${index}`, 5 + (index % 10) * 4, {
        lat: 35 + Math.floor(index / 10) * 4,
        messageAt: now - 3600_000 - index,
      }),
    );
  expect(texts([aircraft(), at('SEL', 30), at('EMG', 20, { squawk: '7700' })], 5, 'SEL')).toEqual([
    'SEL',
    'EMG 7700 emergency',
  ]);
  expect(texts(some(50), 4.9).length).toBeLessThanOrEqual(40);
  expect(texts(some(50), 5.9)).not.toContain('M40');
});

test('no name covers a mark: it is on the other side, or missing; the selected one always has its name', () => {
  // At zoom 8 a degree is 182 px.
  const east = at('EAST', 25.2);
  expect(selected([at('MIDDLE', 25), east], 8).map(({ aircraft: { key }, side }) => [key, side])).toEqual([
    ['MIDDLE', 'left'],
    ['EAST', 'right'],
  ]);
  const all = [at('WEST', 24.8, { altitudeFt: 3000 }), at('MIDDLE', 25, { altitudeFt: 2000 }), east];
  expect(texts(all, 8)).toEqual(['EAST FL361', 'WEST 3,000\u00a0ft']);
  expect(texts(all, 8, 'MIDDLE')).toContain('MIDDLE 2,000\u00a0ft');
});

test('no name covers another: that of a recent message first, then that of the higher aircraft', () => {
  // 20 px above each other, their names would not overlap; 10 px they do.
  const low = at('LOW', 25, { altitudeFt: 2000 });
  const high = at('HIGH', 25.25, { altitudeFt: 38_000, lat: 45.05 });
  expect(texts([low, high], 8)[0]).toBe('HIGH FL380');
  expect(texts([{ ...low, messageAt: now - 60_000 }, high], 8)[0]).toBe('LOW 2,000\u00a0ft');
  expect(texts([{ ...low, messageAt: now - 400_000 }, high], 8)[0]).toBe('HIGH FL380');
});

test('nothing out of view, and up to 250 names', () => {
  expect(texts([aircraft({ lon: 100 })], 6)).toEqual([]);
  const many = Array.from({ length: 2000 }, (_, index) =>
    at(`N${index}`, 15 + (index % 40) * 0.5, { lat: 38 + Math.floor(index / 40) * 0.28 }),
  );
  const count = texts(many, 6).length;
  expect(count).toBeLessThanOrEqual(250);
  expect(count).toBeGreaterThan(0);
});

test('a name is where the aircraft is drawn, not at its last fix; levels without enough contrast are plain text', () => {
  const labels = selected([aircraft()], 8);
  const lonOf = (furthestS: number) => labelFeatures(labels, now, furthestS).features[0]?.geometry.coordinates[0];
  expect(lonOf(0)).toBeCloseTo(25, 9);
  // 10 s at 360 kt are 1 nmi, which at 45 degrees are 1 / 60 / cos 45 degrees of longitude.
  expect(lonOf(15)).toBeCloseTo(25 + 1 / 60 / Math.SQRT1_2, 3);
  const bandsOf = (altitudeFt: number) => selected([aircraft({ altitudeFt })], 8)[0]?.band;
  expect([3000, 8000, 12_000, 38_000].map(bandsOf)).toEqual([7, 7, 3, 6]);
});

test('names are sent again when one has moved half a pixel or reads otherwise', () => {
  const featuresOf = (more: Partial<Aircraft>) => labelFeatures(selected([aircraft(more)], 8), now, 0);
  /** A degree is 100 px. */
  const alike = (more: Partial<Aircraft>) => areDrawnAlike(featuresOf({}), featuresOf(more), 36_000);
  expect([{}, { lon: 25.004 }, { lon: 25.006 }, { lat: 45.004 }].map(alike)).toEqual([true, true, false, false]);
  expect([{ callsign: 'SWR19P' }, { altitudeFt: 12_000 }, { squawk: '7700' }].map(alike)).toEqual([
    false,
    false,
    false,
  ]);
  expect(areDrawnAlike(featuresOf({}), labelFeatures([], now, 0), 36_000)).toBe(false);
});
