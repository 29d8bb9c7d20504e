import { expect, test } from 'vitest';
import { airportEntries, stationEntries } from '../find/entries.ts';
import { atOnce } from '../lib/in-pieces.ts';
import { guessAddress } from './NotFound.tsx';

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
const guess = (path: string, audience: 'admin' | 'companyUser' | 'customer' = 'admin') =>
  guessAddress(path, audience, groups);

test('an object on the device is meant before a screen, up to two letters away', () => {
  expect(guess('/airprots/lrop')).toEqual({ to: '/airport/LROP', name: 'LROP' });
  expect(guess('/airport/LRPO')).toEqual({ to: '/airport/LROP', name: 'LROP' });
  expect(guess('/stations/1016')).toEqual({ to: '/station/1016', name: 'Station 1016' });
  expect(guess('/found/KLAX')).toBeNull();
});

test('a misspelt page retains its id where the device does not store the object', () => {
  expect(guess('/tail2/YR-AGS')).toEqual({ to: '/tail/YR-AGS', name: '/tail/YR-AGS' });
  expect(guess('/airports/KLAX')).toEqual({ to: '/airport/KLAX', name: '/airport/KLAX' });
  expect(guess('/Statoin/9999')).toEqual({ to: '/station/9999', name: '/station/9999' });
  expect(guess('/aircrafts/YR-AGS')).toEqual({ to: '/tail/YR-AGS', name: '/tail/YR-AGS' });
  expect(guess('/aircrafts/7')).toEqual({ to: '/aircraft/7', name: '/aircraft/7' });
  expect(guess('/tail22/YR-AGS')).toBeNull();
  expect(guess('/tail2/YR-AGS/messages')).toBeNull();
  expect(guess('/updateUsr/7', 'companyUser')).toBeNull();
});

test('the only screen that starts with the word precedes an object with another spelling', () => {
  const near = [{ icao: 'SERE', iata: 'SER' }, { icao: 'SERV' }].map((codes) => ({ ...airport, ...codes }));
  const found = guessAddress('/serve', 'admin', [atOnce(airportEntries(near as (typeof airport)[]))]);
  expect(found?.to).toBe('/serverStatus');
  expect(guess('/serve', 'companyUser')).toBeNull();
  // Several screens start with it.
  expect(guess('/stat')).toBeNull();
});

test('a misspelt screen is offered to those who may open it', () => {
  expect(guess('/statistic')).toEqual({ to: '/statistics', name: 'Statistics' });
  expect(guess('/statistic', 'companyUser')).toBeNull();
  expect(guess('/airport/LROP', 'companyUser')).toBeNull();
  expect(guess('/%zz')).toBeNull();
});

test('the address of another audience leads to the same data of the own one', () => {
  expect(guess('/akrxAll', 'customer')).toEqual({ to: '/akrx', name: 'ACARS raw' });
  expect(guess('/akrx')).toEqual({ to: '/akrxAll', name: 'ACARS raw (all data)' });
  expect(guess('/openstreetMapCompany')).toEqual({ to: '/openstreetMap', name: 'Map' });
  expect(guess('/acarswithextdatacompany', 'companyUser')?.to).toBe('/acarsWithExtData');
  expect(guess('/openstreetMap', 'companyUser')).toBeNull();
});
