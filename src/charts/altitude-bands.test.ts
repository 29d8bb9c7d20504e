import { expect, test } from 'vitest';
import { unitsOf } from '../lib/units.ts';
import { bandAt, bandCount, bandLabels, bandOf } from './altitude-bands.ts';

const inAir = (altitudeFt: number | null) => bandOf({ altitudeFt, isOnGround: false });
const labelOf = (altitudeFt: number) => bandLabels(unitsOf('aviation'))[bandAt(altitudeFt)];

test('seven bands begin at 5,000, 10,000, 20,000, 30,000 and 37,000 ft', () => {
  expect([-200, 4999, 5000, 9999, 10_000, 19_999, 20_000, 29_999, 30_000, 36_999, 37_000, 51_000].map(labelOf)).toEqual(
    ['< 5', '< 5', '5', '5', '10', '10', '20', '20', '30', '30', '37+', '37+'],
  );
});

test('ground, unknown altitude and stored positions have colours of their own', () => {
  expect(bandOf({ altitudeFt: 38_000, isOnGround: true })).toBe(0);
  expect(bandOf({ altitudeFt: 38_000, isOnGround: null })).toBe(6);
  expect([inAir(null), bandOf({ altitudeFt: 38_000, isOnGround: true, isStored: true })]).toEqual([7, 8]);
  expect(bandCount).toBe(9);
});

test('the legend follows the units', () =>
  expect(bandLabels(unitsOf('metric'))).toEqual(['ground', '< 1.5', '1.5', '3', '6.1', '9.1', '11.3+']));
