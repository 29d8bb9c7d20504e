import { expect, test } from 'vitest';
import { airportEntries, stationEntries } from '../find/entries.ts';
import { atOnce } from '../lib/in-pieces.ts';
import { guessAddress } from './guess-address.ts';

const airport = {
  airportId: 7,
  icao: 'LROP',
  iata: 'OTP',
  name: 'Otopeni',
  city: 'Bucharest',
  country: 'RO',
  lat: 44,
  lon: 26,
};
const station = { stationId: '1016', city: 'Copenhagen', receivers: [], state: null, lastMessageAt: null };
const groups = [atOnce(airportEntries([airport])), stationEntries([station])];
const guess = (path: string, audience: 'admin' | 'companyUser' = 'admin') => guessAddress(path, audience, groups);

test('an object on the device is meant before a screen, up to two letters away', () => {
  expect(guess('/airprots/lrop')).toEqual({ to: '/airport/LROP', name: 'LROP' });
  expect(guess('/airport/LRPO')).toEqual({ to: '/airport/LROP', name: 'LROP' });
  expect(guess('/stations/1016')).toEqual({ to: '/station/1016', name: 'Station 1016' });
  expect(guess('/airports/KLAX')).toBeNull();
});

test('a misspelt screen is offered to those who may open it', () => {
  expect(guess('/statistic')).toEqual({ to: '/statistics', name: 'Statistics' });
  expect(guess('/statistic', 'companyUser')).toBeNull();
  expect(guess('/airport/LROP', 'companyUser')).toBeNull();
  expect(guess('/%zz')).toBeNull();
});
