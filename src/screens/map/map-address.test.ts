import { describe, expect, test } from 'vitest';
import { noFilter } from './fleet/map-filter.ts';
import { isSameView, readAddress, readSavedView, startView, writeAddress, writeSavedView } from './map-address.ts';

const stored = { lat: 51.5, lon: -0.12, zoom: 8, layer: 'ocean' } as const;

describe('the address of the map', () => {
  test('MAP-02: without a view in the address and in storage it opens at 45, 25, zoom 5 on main', () => {
    expect(readAddress({}, startView)).toEqual({
      lat: 45,
      lon: 25,
      zoom: 5,
      layer: 'main',
      source: 'receivers',
      icao: null,
      airport: null,
      isWall: false,
      sheet: null,
      filter: noFilter,
    });
    expect(writeAddress(readAddress({}, startView))).toEqual({});
  });

  test('without a view of its own it opens at the stored view, with the other parts of the address', () => {
    const address = readAddress({ icao: '4ca123', airport: 'lrop' }, stored);
    expect(address).toMatchObject({ ...stored, icao: '4CA123', airport: 'LROP' });
  });

  test('a view that was shared is not mixed with the stored one', () => {
    expect(readAddress({ lat: '10', lon: '20' }, stored)).toMatchObject({ lat: 10, lon: 20, zoom: 5, layer: 'main' });
  });

  test('what is written reads the same', () => {
    const address = { ...readAddress({}, stored), source: 'states', icao: '4CA123', isWall: true } as const;
    const texts = writeAddress(address);
    expect(texts).toEqual({
      z: '8',
      lat: '51.5',
      lon: '-0.12',
      layer: 'ocean',
      source: 'states',
      icao: '4CA123',
      wall: '1',
    });
    expect(readAddress(texts, startView)).toEqual(address);
  });

  test('a link shows the same aircraft: its filter is read as written, and instead of the stored one', () => {
    const filter = { ...noFilter, squawk: '77*', kind: 'MLAT', block: 'military', fromBand: 2, toBand: 5 } as const;
    const texts = writeAddress({ ...readAddress({}, stored), filter });
    expect(texts).toMatchObject({ squawk: '77*', kind: 'MLAT', block: 'military', alt: '2-5' });
    expect(readAddress(texts, startView).filter).toEqual(filter);
    expect(readAddress({ lat: '10' }, stored, filter).filter).toEqual(noFilter);
    expect(readAddress({ icao: '4CA123' }, stored, filter).filter).toEqual(filter);
    expect(readAddress({ alt: '0-9', kind: 'radio', block: '1', state: '' }, stored, filter).filter).toEqual(filter);
  });

  test.each([
    { z: 'NaN', lat: '', lon: 'Infinity' },
    { z: '<b>', lat: '1e999', lon: 'null' },
    { layer: '__proto__', source: 'constructor', icao: "' or 1=1", airport: '../..', wall: 'true' },
    { icao: '4CA12', airport: 'LRÖP' },
  ])('garbage is the start: %o', (search) => {
    expect(readAddress(search, startView)).toEqual(readAddress({}, startView));
  });

  test('numbers beyond the map stop at its edge; longitudes go around', () => {
    expect(readAddress({ z: '99', lat: '-90', lon: '181' }, startView)).toMatchObject({
      zoom: 19,
      lat: -85,
      lon: -179,
    });
    expect(readAddress({ z: '-3', lat: '120', lon: '-725' }, startView)).toMatchObject({ zoom: 1, lat: 85, lon: -5 });
  });
});

describe('the stored view', () => {
  test('is read as it was written', () => expect(readSavedView(writeSavedView(stored))).toEqual(stored));
  test.each([null, 'x', 7, [], { z: {}, lat: 'a', lon: null, layer: 'mine' }])(
    'anything else is the start: %o',
    (value) => {
      expect(readSavedView(value)).toEqual(startView);
    },
  );
});

test('views that differ by less than the address shows are the same', () => {
  expect(isSameView(stored, { ...stored, zoom: 8.001 })).toBe(true);
  expect(isSameView(stored, { ...stored, lon: -0.121 })).toBe(false);
});
