import { expect, test } from 'vitest';
import {
  distanceKm,
  dragged,
  fillingView,
  firstView,
  isInView,
  type MapAircraft,
  mainRegion,
  messageTimes,
  moved,
  newMessages,
  outlinePoints,
  pointAt,
  toPlace,
  toPoint,
  zoomed,
} from './view.ts';

const size = { width: 600, height: 240 };
const cluj = { lat: 46.77, lon: 23.62 };

test('a point of the map is the position drawn there', () => {
  const view = firstView(cluj);
  expect(toPoint(view, size, cluj)).toEqual({ x: 300, y: 120 });
  const there = toPlace(view, size, { x: 350, y: 80 });
  expect(there).not.toBeNull();
  const back = toPoint(view, size, there ?? cluj);
  expect(Math.abs(back.x - 350)).toBeLessThan(0.5);
  expect(Math.abs(back.y - 80)).toBeLessThan(0.5);
});

test('there is no position beyond a pole, and longitudes continue across the antimeridian', () => {
  expect(toPlace({ lat: 85, lon: 0, zoom: 2 }, size, { x: 300, y: 0 })).toBeNull();
  const east = toPlace({ lat: 0, lon: 179, zoom: 4 }, size, { x: 600, y: 120 });
  expect(east?.lon).toBeLessThan(-150);
});

test('a step to the north or west is a step in pixels, and ends at the pole', () => {
  const view = { ...cluj, zoom: 6 };
  const north = toPoint(view, size, moved(cluj, view, 0, 10));
  expect(Math.abs(north.y - 110)).toBeLessThan(0.1);
  const west = toPoint(view, size, moved(cluj, view, -10, 0));
  expect(Math.abs(west.x - 290)).toBeLessThan(0.1);
  expect(moved({ lat: 89.9, lon: 0 }, { lat: 89.9, lon: 0, zoom: 0 }, 0, 10).lat).toBe(90);
});

test('dragging moves the map under the pointer; zooming stays around the position', () => {
  const view = firstView(cluj);
  expect(toPoint(dragged(view, 40, -20), size, cluj).y).toBeCloseTo(100, 0);
  expect(toPoint(zoomed(view, 1, cluj), size, cluj)).toEqual({ x: 300, y: 120 });
  expect(zoomed(view, 99, null).zoom).toBe(11);
  expect(isInView(view, size, cluj)).toBe(true);
  expect(isInView(view, size, { lat: 0, lon: 0 })).toBe(false);
});

test('distances: Cluj-Napoca to Bucharest is 323 km', () => {
  expect(Math.abs(distanceKm(cluj, { lat: 44.43, lon: 26.1 }) - 323)).toBeLessThan(5);
});

const at = (...lons: readonly number[]) => lons.map((lon) => ({ lat: 45, lon }));

test('the main region is the one with the most places on its side of an ocean', () => {
  expect(mainRegion(at(-80, 5, -75, 12, 25))).toEqual(at(5, 12, 25));
  expect(mainRegion(at(2, 20, 39))).toEqual(at(2, 20, 39));
});

test('without a region of half of the places all are the region', () => {
  expect(mainRegion(at(-120, -60, 5, 60, 120))).toHaveLength(5);
  expect(mainRegion([])).toEqual([]);
});

const now = Date.UTC(2026, 10, 23, 12);
const ago = (seconds: number): number => now - seconds * 1000;
const one = (icao: string, messageAt: number | null): MapAircraft & { readonly messageAt: number | null } => ({
  icao,
  lat: 45,
  lon: 25,
  angle: null,
  altitudeFt: null,
  isOnGround: null,
  messageAt,
});

test('new messages are those since the last response, newest first, none at first', () => {
  const before = [one('A', null), one('B', ago(90)), one('C', ago(20))];
  const next = [one('A', ago(9)), one('B', ago(3)), one('C', ago(20)), one('D', ago(1))];
  expect(newMessages(messageTimes(before), next, now).map(({ icao }) => icao)).toEqual(['B', 'A']);
  expect(newMessages(null, next, now)).toEqual([]);
});

test('a degree of latitude is 60 nautical miles; the outline continues across the antimeridian', () => {
  const north = pointAt({ lat: 44, lon: 26 }, 0, 60);
  expect([north.lat, north.lon].map((value) => Math.round(value * 100) / 100)).toEqual([45, 26]);
  expect(pointAt({ lat: 0, lon: 179.5 }, 90, 60).lon).toBeCloseTo(180.5, 1);
});

test('a bearing without receptions returns to the station; an outline without any is empty', () => {
  const place = { lat: 44, lon: 26 };
  expect(outlinePoints(place, [60, null, 60, 60])).toHaveLength(7);
  expect(outlinePoints(place, [60, null, 60, 60])[2]).toBe(place);
  expect(outlinePoints(place, [null, null])).toEqual([]);
});

test.each([
  [1000, 240],
  [328, 240],
  [240, 900],
])('without a position the world fills a box of %d x %d px', (width, height) => {
  const box = { width, height };
  const view = fillingView(box);
  expect(toPoint(view, box, { lat: 90, lon: view.lon - 180 }).x).toBeLessThanOrEqual(0.5);
  expect(toPoint(view, box, { lat: 90, lon: view.lon + 180 }).x).toBeGreaterThanOrEqual(width - 0.5);
  expect(toPoint(view, box, { lat: 90, lon: view.lon }).y).toBeLessThanOrEqual(0.5);
  expect(toPoint(view, box, { lat: -90, lon: view.lon }).y).toBeGreaterThanOrEqual(height - 0.5);
});
