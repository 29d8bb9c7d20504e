import { expect, test } from 'vitest';
import { type Airport, airport } from '../../contract/entities/reference.ts';
import { tolerantRow } from '../../contract/kinds.ts';
import { airportsOfLast, airportsWithin, readMapAirports } from './map-airports.ts';

const of = (airportICAO: string, airportType: string, latitudeDeg: number, longitudeDeg: number): Airport =>
  tolerantRow(airport, { airportICAO, airportType, latitudeDeg, longitudeDeg });
const world = [
  of('LROP', 'large_airport', 44.57, 26.1),
  of('LRBS', 'medium_airport', 44.5, 26.1),
  of('LR01', 'small_airport', 44.6, 26.2),
  of('NZAA', 'large_airport', -37, 174.8),
];

test('MAP-11: stored airports equal those of the server', () => {
  const romania = { south: 43, west: 20, north: 48, east: 30 };
  const codes = (set: 'large' | 'largeAndMedium' | 'all', bounds: typeof romania | null) =>
    airportsWithin(world, { set, bounds }).map((one) => one.airportICAO);
  expect(codes('large', romania)).toEqual(['LROP']);
  expect(codes('largeAndMedium', romania)).toEqual(['LROP', 'LRBS']);
  expect(codes('all', romania)).toEqual(['LROP', 'LRBS', 'LR01']);
  expect(codes('large', null)).toEqual(['LROP', 'NZAA']);
  expect(codes('large', { south: -60, west: 170, north: 0, east: 190 })).toEqual(['NZAA']);
});

test('the last response contains every airport of a smaller view, a part of another one, and nothing of a view elsewhere', () => {
  const bounds = { south: 43, west: 20, north: 48, east: 30 };
  const last = { set: 'large', bounds, airports: airportsWithin(world, { set: 'large', bounds }) };
  const found = (set: 'large' | 'all', view: typeof bounds | null) => {
    const ofLast = airportsOfLast(last, { set, bounds: view });
    return ofLast && [ofLast.airports.map((one) => one.airportICAO), ofLast.isWhole];
  };
  expect(found('large', { ...bounds, east: 29 })).toEqual([['LROP'], true]);
  expect(found('large', { ...bounds, east: 26 })).toEqual([[], true]);
  expect(found('large', { ...bounds, north: 49 })).toEqual([['LROP'], false]);
  expect(found('large', { ...bounds, south: 46, north: 49 })).toBeNull();
  expect(found('all', bounds)).toBeNull();
  expect(found('large', null)).toBeNull();
  expect(airportsOfLast({ set: 'large', bounds: 'damaged' }, { set: 'large', bounds })).toBeNull();
});

test('MAP-17: an airport without a position is skipped, one without a name is not', () => {
  const rows = [
    { airportName: null, latitudeDeg: 1, longitudeDeg: 2 },
    { airportName: 'Nowhere', latitudeDeg: null, longitudeDeg: 2 },
    { airportName: 'Beyond', latitudeDeg: 91, longitudeDeg: 181 },
    null,
    7,
  ];
  expect(readMapAirports({ airports: rows })).toEqual([
    { airportName: '', city: null, airportICAO: null, airportIata: null, latitudeDeg: 1, longitudeDeg: 2 },
  ]);
  for (const body of [null, [], { airports: 'none' }, 'x']) expect(readMapAirports(body)).toEqual([]);
});
