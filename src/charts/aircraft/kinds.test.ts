import { expect, test } from 'vitest';
import { militaryStateOf } from './address-blocks.ts';
import { aircraftKindOf } from './kinds.ts';

const kindOf = (typeCode: string | null, category: string | null = null, icao = '4A08E1') =>
  aircraftKindOf({ icao, typeCode, category });

test('a kind for each silhouette, by the ICAO type', () => {
  expect(
    ['A320', 'B738', 'B77W', 'A359', 'A388', 'B744', 'GLF6', 'C25A', 'AT76', 'DH8D', 'C172', 'PC12', 'EC35', 'H60'].map(
      (code) => kindOf(code),
    ),
  ).toEqual([
    'jet',
    'jet',
    'heavy',
    'heavy',
    'fourEngines',
    'fourEngines',
    'business',
    'business',
    'propeller',
    'propeller',
    'light',
    'light',
    'helicopter',
    'helicopter',
  ]);
  expect(['EUFI', 'C30J', 'AS21', 'b703', 'XXXX', null].map((code) => kindOf(code))).toEqual([
    'military',
    'military',
    'glider',
    'fourEngines',
    'unknown',
    'unknown',
  ]);
});

test('without a known type the emitter category counts, and before most categories a military address', () => {
  expect(['A1', 'A3', 'A5', 'A7', 'B1', 'A0', 'C1'].map((category) => kindOf(null, category))).toEqual([
    'light',
    'jet',
    'heavy',
    'helicopter',
    'glider',
    'unknown',
    'unknown',
  ]);
  expect(kindOf('XXXX', 'a7')).toBe('helicopter');
  expect(kindOf(null, 'A3', 'AE1234')).toBe('military');
  expect(kindOf(null, 'A7', 'AE1234')).toBe('helicopter');
  expect(kindOf('B738', null, 'AE1234')).toBe('jet');
});

test('military blocks include their ends, and nothing next to them', () => {
  expect(['ADF7C8', 'AFFFFF', '43c000', '43CFFF', '3EBFFF'].map(militaryStateOf)).toEqual([
    'United States',
    'United States',
    'United Kingdom',
    'United Kingdom',
    'Germany',
  ]);
  expect(['ADF7C7', 'B00000', '43BFFF', '43D000', '4A08E1', '~AE1234', '', 'AE12345'].map(militaryStateOf)).toEqual(
    Array(8).fill(null),
  );
});
