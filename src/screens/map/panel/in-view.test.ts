import { expect, test } from 'vitest';
import { type MapAirport, mapAirport } from '../../../../contract/entities/reference.ts';
import { tolerantRow } from '../../../../contract/kinds.ts';
import { unitsOf } from '../../../lib/units.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import {
  aircraftInView,
  aircraftLine,
  airportCodes,
  airportKey,
  airportsInView,
  noAirportsText,
  trackText,
} from './in-view.ts';

const of = (icao: string, callsign: string | null, place: Partial<Aircraft> = {}): Aircraft => ({
  key: icao,
  icao,
  callsign,
  lat: 45,
  lon: 25,
  angle: 128,
  altitudeFt: 38_000,
  groundSpeedKt: null,
  verticalRateFtMin: null,
  isOnGround: null,
  squawk: null,
  messageAt: null,
  faultAt: null,
  typeCode: null,
  isMlat: false,
  isDoubtful: false,
  kind: 'unknown',
  fixAt: 0,
  reportTime: 0,
  minTravelS: 0,
  isStored: false,
  ...place,
});
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
  expect(noAirportsText('unreached')).toMatch(/^No airports are stored yet/);
  expect(noAirportsText('none')).toMatch(/^No airports in view/);
});
