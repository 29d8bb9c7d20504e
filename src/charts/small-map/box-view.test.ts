import { expect, test } from 'vitest';
import { mainRegion } from './box-view.ts';

const at = (...lons: readonly number[]) => lons.map((lon) => ({ lat: 45, lon }));

test('the main region is the one with the most places on its side of an ocean', () => {
  expect(mainRegion(at(-80, 5, -75, 12, 25))).toEqual(at(5, 12, 25));
  expect(mainRegion(at(2, 20, 39))).toEqual(at(2, 20, 39));
});

test('without a region of half of the places all are the region', () => {
  expect(mainRegion(at(-120, -60, 5, 60, 120))).toHaveLength(5);
  expect(mainRegion([])).toEqual([]);
});
