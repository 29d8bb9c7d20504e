import { expect, test } from 'vitest';
import { unitsOf } from '../../../lib/units.ts';
import { mergeFleet, noFleet } from '../positions/fleet.ts';
import { readPositions } from '../positions/read-positions.ts';
import { viewportOf } from '../viewport.ts';
import { findOnMap } from './find-on-map.ts';

const row = (icao: string, callsign: string | null, lat = 45) => ({ icao, callsign, lat, lon: 25, altitudeFt: 38_000 });
const rows = [
  row('4A0001', 'ROT391'),
  row('4A0002', 'ROT39', 10),
  row('4A0003', 'ROT3', 10),
  ...Array.from({ length: 20 }, (_, at) => row(`4B00${at + 10}`, `WZZ${at}`)),
];
const fleet = mergeFleet(noFleet, readPositions({ currentLocations: rows }) ?? [], { at: 0 }).list;
const airport = {
  airportName: 'Rotterdam',
  city: null,
  airportICAO: 'EHRD',
  airportIata: 'RTM',
  latitudeDeg: 52,
  longitudeDeg: 4,
};
const { bounds } = viewportOf({ lat: 45, lon: 25, zoom: 7 }, { width: 800, height: 600 });
const find = (words: string, tailIcao: string | null = null) =>
  findOnMap({ words, fleet, airports: [airport], bounds, tailIcao, units: unitsOf('aviation') }).map(
    ({ name, found }) => [name, ...found.map((one) => one.name)],
  );

test('what is in view is found first, then what is elsewhere, whole codes before others', () => {
  expect(find('rot3')).toEqual([
    ['In view', 'ROT391'],
    ['Elsewhere', 'ROT3', 'ROT39'],
  ]);
  expect(find('rtm')).toEqual([['Elsewhere', 'EHRD/RTM']]);
  expect(find(' ')).toEqual([]);
  expect(find('NOBODY')).toEqual([]);
});

test('up to 12 are found', () => {
  expect(find('wzz').map((group) => group.length - 1)).toEqual([12]);
});

test('a tail finds its aircraft; without a position it is found, too', () => {
  expect(find('YR-BGA', '4a0001')).toEqual([['In view', 'ROT391']]);
  expect(find('yr-bgb', '4affff')).toEqual([['Elsewhere', 'YR-BGB']]);
});
