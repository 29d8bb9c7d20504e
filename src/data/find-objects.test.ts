import { expect, test } from 'vitest';
import { bestAirports } from './find-objects.ts';

const airport = (airportId: number, airportICAO: string | null, airportIata: string | null, airportName: string) => ({
  airportId,
  airportICAO,
  airportIata,
  airportName,
  city: null,
});
const rows = [
  airport(1, 'KORD', 'ORD', 'Lropton Field'),
  airport(2, null, null, 'Old lrop strip'),
  airport(3, 'LROP', 'OTP', 'Henri Coandă'),
  airport(4, 'LROT', null, 'Another lrop'),
];
const ids = (word: string): string[] => bestAirports(rows, word).map(({ id }) => id);

test('airports: the whole code first, then names from their beginning, three in all', () => {
  expect(ids('lrop')).toEqual(['3', '1', '2']);
  expect(ids('OTP')).toEqual(['3']);
  expect(ids('lr')).toEqual([]);
});
