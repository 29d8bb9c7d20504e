import { expect, test } from 'vitest';
import {
  distanceKm,
  dragged,
  firstView,
  isInView,
  moved,
  placeWords,
  toPlace,
  toPoint,
  zoomed,
} from './position-view.ts';

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

test('words and distances: Cluj-Napoca to Bucharest is 323 km', () => {
  expect(placeWords({ lat: -46.77, lon: 23.62 })).toBe('46.77° S, 23.62° E');
  expect(Math.abs(distanceKm(cluj, { lat: 44.43, lon: 26.1 }) - 323)).toBeLessThan(5);
});
