import { expect, test } from 'vitest';
import { mapAirport } from '../../../../contract/entities/reference.ts';
import { tolerantRow } from '../../../../contract/kinds.ts';
import { thinAirports } from './AirportLayer.tsx';

const airport = (airportICAO: string, longitudeDeg: number) =>
  tolerantRow(mapAirport, { airportName: airportICAO, airportICAO, latitudeDeg: 45, longitudeDeg });

test('below zoom 7 one airport of each 96 px cell, the first; from 7 on all', () => {
  // At zoom 5 a cell of 96 px is 4.2 degrees wide, at zoom 6.9 2.1 degrees.
  const airports = [airport('A', 23), airport('B', 24), airport('C', 25.5)];
  const codes = (zoom: number) => thinAirports(airports, zoom).map(({ airportICAO }) => airportICAO);
  expect(codes(5)).toEqual(['A']);
  expect(codes(6.9)).toEqual(['A', 'C']);
  expect(codes(7)).toEqual(['A', 'B', 'C']);
});
