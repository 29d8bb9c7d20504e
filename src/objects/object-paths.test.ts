import { expect, test } from 'vitest';
import { airportPath, stationPath, tailPath } from './object-paths.ts';

test('an object has one address, whatever its id contains', () => {
  expect(tailPath('YR-ASA')).toBe('/tail/YR-ASA');
  expect(tailPath('.YR-ASA ')).toBe('/tail/YR-ASA');
  expect(tailPath('A/B?c')).toBe('/tail/A%2FB%3Fc');
  expect(stationPath('1001')).toBe('/station/1001');
  expect(airportPath('LROP')).toBe('/airport/LROP');
});

test('an empty id has no address', () => {
  expect([tailPath(' ..'), stationPath(''), airportPath(' ')]).toEqual([null, null, null]);
});
