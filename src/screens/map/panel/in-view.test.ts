import { expect, test } from 'vitest';
import { type MapAirport, mapAirport } from '../../../../contract/entities/reference.ts';
import { tolerantRow } from '../../../../contract/kinds.ts';
import { readPositions } from '../../../charts/positions/read-positions.ts';
import { unitsOf } from '../../../lib/units.ts';
import type { Aircraft } from '../fleet/aircraft.ts';
import { aircraftWith } from '../fleet/aircraft-for-file.ts';
import { mergeFleet, noFleet } from '../fleet/fleet.ts';
import { viewportOf } from '../viewport.ts';
import {
  aircraftInView,
  aircraftLine,
  airportCodes,
  airportKey,
  airportsInView,
  findOnMap,
  noAirportsText,
  trackText,
} from './in-view.ts';

const of = (icao: string, callsign: string | null, place: Partial<Aircraft> = {}): Aircraft =>
  aircraftWith({ icao, callsign, angle: 128, altitudeFt: 38_000, ...place });
const fleet = [of('4A0103', null), of('4A0102', 'WZZ7PD'), of('4A0101', 'AFR52'), of('4A0104', 'THY4', { lon: 60 })];
const romania = { south: 43, north: 48, west: 20, east: 30 };
const found = (words: string, alsoIcao: string | null = null): string[] =>
  aircraftInView(fleet, romania, words, alsoIcao).map((one) => one.key);

test('aircraft in view are ordered by name, those without a callsign last; those out of view are omitted', () => {
  expect(found('')).toEqual(['4A0101', '4A0102', '4A0103']);
  expect(aircraftInView(fleet, null, '', null)).toHaveLength(4);
});

test('emergencies are first', () => {
  const rows = [
    of('4A0101', 'AFR52'),
    of('4A0105', null, { squawk: '7700' }),
    of('4A0104', 'THY4', { squawk: '7000' }),
  ];
  expect(aircraftInView(rows, null, '', null).map(({ key }) => key)).toEqual(['4A0105', '4A0101', '4A0104']);
});

test('numbers in a name are ordered by value, addresses as text', () => {
  const order = [
    'A',
    'BAW',
    'BAW2',
    'BAW2A',
    'BAW2B',
    'BAW007',
    'BAW9C',
    'BAW10',
    'BAW012',
    'BAW13',
    'BAW100',
    'BAWA',
    'C1',
  ];
  const rows = [...order]
    .sort()
    .reverse()
    .map((callsign, at) => of(`4A01${10 + at}`, callsign));
  expect(aircraftInView(rows, null, '', null).map(({ callsign }) => callsign)).toEqual(order);
  const addresses = ['406', '40A0', '4A', '4A06', '9'].map((icao) => of(icao, null));
  expect(aircraftInView([...addresses].reverse(), null, '', null)).toEqual(addresses);
});

test('a part of flight or address finds, whatever its case and hyphens; so does the address that was found for a tail', () => {
  expect(found('wzz-7')).toEqual(['4A0102']);
  expect(found('a0103')).toEqual(['4A0103']);
  expect(found('YR-BGA')).toEqual([]);
  expect(found('YR-BGA', '4a0103')).toEqual(['4A0103']);
  expect(found('THY4')).toEqual([]);
});

test('airports by code, those without one last; found by code, name and city', () => {
  const airports: MapAirport[] = [
    { airportName: 'Field', latitudeDeg: 45, longitudeDeg: 25 },
    {
      airportName: 'Henri Coanda',
      city: 'Bucharest',
      airportICAO: 'LROP',
      airportIata: 'OTP',
      latitudeDeg: 44.57,
      longitudeDeg: 26.1,
    },
    { airportName: 'Bacau', airportICAO: 'LRBC', latitudeDeg: 46.5, longitudeDeg: 26.9 },
    { airportName: 'Far', airportICAO: 'AAAA', latitudeDeg: 0, longitudeDeg: 0 },
  ].map((row) => tolerantRow(mapAirport, row));
  const names = (words: string): string[] => airportsInView(airports, romania, words).map((one) => one.airportName);
  expect(names('')).toEqual(['Bacau', 'Henri Coanda', 'Field']);
  expect([names('otp'), names('bucharest'), names('coanda')]).toEqual([
    ['Henri Coanda'],
    ['Henri Coanda'],
    ['Henri Coanda'],
  ]);
  expect(airports.map(airportCodes)).toEqual(['', 'LROP/OTP', 'LRBC', 'AAAA']);
  expect(airports.map(airportKey)).toEqual(['45,25,Field', 'LROP', 'LRBC', 'AAAA']);
});

test('a row has altitude and track as far as they are known', () => {
  expect(aircraftLine(of('A', null), unitsOf('aviation'))).toBe('FL380, 128°');
  expect(aircraftLine(of('A', null, { altitudeFt: null, angle: null }), unitsOf('aviation'))).toBe(
    'altitude not known',
  );
  expect([0, 359.7, 7, 719].map(trackText)).toEqual(['360°', '360°', '007°', '359°']);
});

test('S08: without a network and without stored airports, the text is not that they are loading', () => {
  expect(noAirportsText('loading')).toBe('Airports are loading');
  expect(noAirportsText('reading')).toMatch(/still being read/);
  expect(noAirportsText('failed')).toMatch(/^The airports could not be loaded\. The next attempt/);
  expect(noAirportsText('unreached')).toMatch(/^No airports are stored yet/);
  expect(noAirportsText('none')).toMatch(/^No airports in view/);
});

const row = (icao: string, callsign: string | null, lat = 45) => ({ icao, callsign, lat, lon: 25, altitudeFt: 38_000 });
const rows = [
  row('4A0001', 'ROT391'),
  row('4A0002', 'ROT39', 10),
  row('4A0003', 'ROT3', 10),
  ...Array.from({ length: 20 }, (_, at) => row(`4B00${at + 10}`, `WZZ${at}`)),
];
const searchedFleet = mergeFleet(noFleet, readPositions({ currentLocations: rows }) ?? [], { at: 0 }).list;
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
  findOnMap({ words, fleet: searchedFleet, airports: [airport], bounds, tailIcao, units: unitsOf('aviation') }).map(
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
