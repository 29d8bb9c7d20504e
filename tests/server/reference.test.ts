import { beforeAll, describe, expect, test } from 'vitest';
import type { Airport, MapAirport } from '../../contract/entities/reference.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
let token: string;
beforeAll(async () => {
  await loadReferenceData(server.db);
  token = await server.logIn('parser');
});

async function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await callApi(server, `${path}?${new URLSearchParams(query)}`, { token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json as T;
}
const airports = (query: Readonly<Record<string, string>>) =>
  get<{ airports: Airport[]; airportsCount: number }>('/airport', query);

describe('airports', () => {
  test('REF-22: the airports of the data file are stored with every column; loading again changes nothing', async () => {
    expect((await airports({ limit: '1' })).airportsCount).toBe(9773);
    expect((await airports({ airportICAO: 'lrop' })).airports).toEqual([
      {
        airportId: 4482,
        airportName: 'Bucharest Henri Coandă International Airport',
        airportType: 'large_airport',
        city: 'Otopeni',
        continent: 'EU',
        isoCountry: 'RO',
        isoRegion: 'RO-IF',
        airportIata: 'OTP',
        airportICAO: 'LROP',
        gpsCode: 'LROP',
        localCode: null,
        elevationFt: 314,
        latitudeDeg: expect.closeTo(44.571, 2),
        longitudeDeg: expect.closeTo(26.103, 2),
        id: '4482',
      },
    ]);
    expect(await loadReferenceData(server.db)).toEqual([]);
  });

  test('REF-22: each ICAO code and each IATA code is that of one airport, also on a database with older rows of Downlink', async () => {
    const twice = async () =>
      server.db.query(
        `select code from airports, unnest(array[airport_icao, airport_iata]) as code
         where code is not null group by code having count(*) > 1 order by 1`,
      );
    expect(await twice()).toEqual([]);
    // The new airport has the code, the one that it replaced is dropped, or stays without it.
    const ids = async (codes: readonly string[]) =>
      (
        await server.db.query<{ id: number }>(
          `select airport_id::int as id from airports where airport_icao = any($1) or airport_iata = any($1) order by 1`,
          [codes],
        )
      ).map(({ id }) => id);
    expect(await ids(['LATI', 'TIA', 'FLSK', 'NLA', 'URMG', 'GRV', 'PKR'])).toEqual([42924, 342097, 525659, 576373]);
    expect((await airports({ airportICAO: 'VNPK' })).airports[0]?.airportIata).toBeNull();
    await server.db.query(
      `insert into airports (airport_id, airport_name, airport_type, airport_iata, airport_icao, latitude_deg, longitude_deg, source)
       values (3972, 'Tirana', 'large_airport', 'TIA', 'LATI', 41.4, 19.7, 'package')`,
    );
    await server.db.query(`update reference_version set version = 'older' where data_set = 'airports'`);
    expect(await loadReferenceData(server.db)).toEqual(['airports']);
    expect(await twice()).toEqual([]);
  });

  test('NA is a continent and Namibia, not null', async () => {
    const namibia = await airports({ isoCountry: 'NA', airportICAO: 'FYWH' });
    expect(namibia.airports[0]).toMatchObject({ airportIata: 'WDH', continent: 'AF', isoCountry: 'NA' });
    const denver = await airports({ continent: 'NA', iata: 'den' });
    expect(denver.airports.map(({ airportICAO }) => airportICAO)).toEqual(['KDEN']);
    const [blank] = await server.db.query<{ n: number }>(
      'select count(*) as n from airports where continent is null or iso_country is null',
    );
    expect(blank?.n).toBe(0);
  });

  test('API-24, C43: every filter narrows the list; country is a code or a name; ranges accept negative numbers', async () => {
    const only = { airportICAO: 'LROP' };
    const matching: Record<string, string>[] = [
      { airportName: 'henri coand' },
      { iata: 'otp' },
      { city: 'OTOP' },
      { country: 'Romania' },
      { country: 'ro' },
      { airportType: 'large_airport' },
      { elevationFtMin: '314', elevationFtMax: '314' },
      { continent: 'eu' },
      { isoCountry: 'RO' },
      { isoRegion: 'ro-if' },
      { gpsCode: 'LROP' },
      { latitudeDegMin: '44', latitudeDegMax: '45' },
      { longitudeDegMin: '26', longitudeDegMax: '27' },
    ];
    const others: Record<string, string>[] = [
      { airportName: 'heathrow' },
      { iata: 'ot' },
      { city: 'Bucharest' },
      { country: 'Romani' },
      { airportType: 'medium_airport' },
      { elevationFtMin: '315' },
      { continent: 'NA' },
      { isoCountry: 'R' },
      { isoRegion: 'RO' },
      { gpsCode: 'LRO' },
      { localCode: '%' },
      { latitudeDegMax: '-33.9' },
      { longitudeDegMax: '26' },
    ];
    for (const query of matching)
      expect((await airports({ ...only, ...query })).airportsCount, JSON.stringify(query)).toBe(1);
    for (const query of others)
      expect((await airports({ ...only, ...query })).airportsCount, JSON.stringify(query)).toBe(0);
    const south = await airports({ latitudeDegMax: '-33.9', limit: '-1' });
    expect(south.airports).toHaveLength(south.airportsCount);
    expect(south.airports.every(({ latitudeDeg }) => latitudeDeg <= -33.9)).toBe(true);
    expect(south.airports.some(({ airportICAO }) => airportICAO === 'YSSY')).toBe(true);
  });

  test('pages have no gaps or duplicates, and together equal the full list', async () => {
    const query = { isoCountry: 'RO' };
    const all = await airports({ ...query, limit: '-1' });
    const paged: Airport[] = [];
    for (let offset = 0; offset < all.airportsCount; offset += 7)
      paged.push(...(await airports({ ...query, offset: String(offset), limit: '7' })).airports);
    expect(paged).toEqual(all.airports);
    expect(new Set(paged.map(({ airportId }) => airportId)).size).toBe(all.airportsCount);
    expect((await airports({ ...query, offset: '5000', limit: '7' })).airportsCount).toBe(all.airportsCount);
  });

  test('a row of the owner is not overwritten when the data file changes', async () => {
    await server.db.query(`update airports set airport_name = 'Ours', source = 'import' where airport_icao = 'LRTR'`);
    await server.db.query(`update airports set airport_name = 'Stale' where airport_icao = 'LRCL'`);
    await server.db.query(`update reference_version set version = 'older' where data_set = 'airports'`);
    expect(await loadReferenceData(server.db)).toEqual(['airports']);
    expect((await airports({ airportICAO: 'LRTR' })).airports[0]?.airportName).toBe('Ours');
    expect((await airports({ airportICAO: 'LRCL' })).airports[0]?.airportName).toMatch(/^Cluj/);
    expect((await airports({ limit: '1' })).airportsCount).toBe(9773);
  });
});

describe('airports on the map', () => {
  const onMap = (which: string, query: Readonly<Record<string, string>>) =>
    get<{ airports: MapAirport[]; airportsCount: number }>(`/airport/${which}`, query);
  const codes = async (which: string, query: Readonly<Record<string, string>>) =>
    (await onMap(which, query)).airports.map(({ airportICAO }) => airportICAO);
  const romania = { lat1: '43.5', lat2: '48.3', lon1: '20.2', lon2: '29.8' };

  test('API-30: large airports are part of medium, medium part of all, and all are within the bounds', async () => {
    const large = await codes('largeLocations', romania);
    const medium = await codes('largeAndMediumLocations', romania);
    const all = await onMap('allLocations', romania);
    expect(large).toContain('LROP');
    expect(large).not.toContain('LRTR');
    expect(medium).toEqual(expect.arrayContaining([...large, 'LRTR']));
    expect(all.airports.length).toBe(all.airportsCount);
    expect(all.airportsCount).toBeGreaterThan(medium.length);
    for (const { latitudeDeg, longitudeDeg } of all.airports) {
      expect(latitudeDeg).toBeGreaterThanOrEqual(43.5);
      expect(latitudeDeg).toBeLessThanOrEqual(48.3);
      expect(longitudeDeg).toBeGreaterThanOrEqual(20.2);
      expect(longitudeDeg).toBeLessThanOrEqual(29.8);
    }
    expect(await codes('largeLocations', { ...romania, lat1: '48.3', lat2: '43.5' })).toEqual(large);
    expect(await codes('largeLocations', { ...romania, iata: 'otp' })).toEqual(['LROP']);
    expect(await codes('largeLocations', { ...romania, city: 'zzz' })).toEqual([]);
  });

  test('API-30: bounds over the antimeridian and around the world', async () => {
    const pacific = { lat1: '-50', lat2: '70', lon1: '160', lon2: '-150' };
    const around = await codes('largeAndMediumLocations', pacific);
    expect(around).toEqual(expect.arrayContaining(['NZAA', 'PHNL']));
    expect(around).not.toContain('LROP');
    expect(await codes('largeAndMediumLocations', { ...pacific, lon2: '210' })).toEqual(around);
    expect(await codes('largeAndMediumLocations', { ...pacific, lon1: '-200' })).toEqual(around);
    const world = await codes('largeLocations', { lat1: '-90', lat2: '90', lon1: '-300', lon2: '300' });
    expect(world).toEqual(await codes('largeLocations', {}));
    expect(world).toEqual(await codes('largeLocations', { lon1: '-180', lon2: '180' }));
    expect(world.length).toBeGreaterThan(400);
  });
});
