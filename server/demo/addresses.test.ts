import { expect, test } from 'vitest';
import { countries, unitedStatesAddress } from './addresses.ts';
import { demoFleet } from './fleet.ts';

test('addresses of the United States follow their registrations', () => {
  // The ends of the block, a registration of each form, and two that are widely published.
  expect(unitedStatesAddress('N1')).toBe('A00001');
  expect(unitedStatesAddress('N1A')).toBe('A00002');
  expect(unitedStatesAddress('N1AA')).toBe('A00003');
  expect(unitedStatesAddress('N12345')).toBe('A061D9');
  expect(unitedStatesAddress('N628TS')).toBe('A835AF');
  expect(unitedStatesAddress('N99999')).toBe('ADF7C7');
  for (const wrong of ['N', 'N0', 'N1I', 'N1O', 'N1234AB', 'N123456', 'G-ABCD'])
    expect(() => unitedStatesAddress(wrong), wrong).toThrow('not a registration');
});

test('every aircraft has its own registration and address, both of the same country', () => {
  const unique = new Set(demoFleet.flatMap(({ tail, icao }) => [tail, icao]));
  expect(unique.size).toBe(demoFleet.length * 2);
  const faults = demoFleet.filter(({ tail, icao }) => {
    if (tail.startsWith('N')) return icao !== unitedStatesAddress(tail);
    const address = Number.parseInt(icao, 16);
    return !Object.values(countries).some(
      ({ pattern, first, last }) =>
        pattern !== '' && tail.startsWith(pattern.split(/-|@/)[0] ?? '') && address >= first && address <= last,
    );
  });
  expect(faults).toEqual([]);
});
