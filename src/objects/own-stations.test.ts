import { expect, test } from 'vitest';
import { ownNames } from './ObjectLink.tsx';

test('own are the numbers and their receivers in any case, not those of other stations; without responses none', () => {
  const own = [{ stationId: '1001' }];
  const names = [
    { stationId: '1001', receivers: ['dl-lrop-acars'] },
    { stationId: '1002', receivers: ['dl-other'] },
  ];
  expect([...ownNames(own, names)]).toEqual(['1001', 'dl-lrop-acars']);
  expect(ownNames(own, names)).toBe(ownNames(own, names));
  expect([...ownNames(own)]).toEqual(['1001']);
  expect(ownNames().size).toBe(0);
});
