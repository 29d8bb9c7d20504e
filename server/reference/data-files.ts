/** The data files of reference-data/, which `npm run data` makes (decision 15). */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Kind = 'airports' | 'countries' | 'airlines' | 'aircraft-types';
type DataFile = { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] };

export type PackagedAirport = {
  readonly airportId: number;
  readonly airportName: string;
  readonly airportType: string;
  readonly city: string | null;
  readonly continent: string | null;
  readonly isoCountry: string | null;
  readonly isoRegion: string | null;
  readonly airportIata: string | null;
  readonly airportICAO: string | null;
  readonly gpsCode: string | null;
  readonly localCode: string | null;
  readonly elevationFt: number | null;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
};

type PackagedAirline = {
  readonly airlineId: number;
  readonly airlineName: string;
  readonly iata: string | null;
  readonly icao: string | null;
  /** Two letters of its flights in ACARS, where they are not its IATA code, or that of another airline, too. */
  readonly acarsCode: string | null;
  readonly isActive: boolean;
};

type Named = { readonly code: string; readonly name: string };

/** Next to main.js in the build, in the root of the repository in the source. */
function fileText(kind: Kind): string {
  const places = ['reference-data', '../../reference-data'].map((path) => join(import.meta.dirname, path));
  const folder = places.find((place) => existsSync(place));
  if (folder === undefined) throw new Error('The folder reference-data is missing next to the server program.');
  return readFileSync(join(folder, `${kind}.json`), 'utf8');
}

function rowsOf<R>(kind: Kind): R[] {
  const { columns, rows } = JSON.parse(fileText(kind)) as DataFile;
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as R);
}

/** Differs when the file differs. */
export const versionOf = (kind: Kind): string => createHash('sha256').update(fileText(kind)).digest('hex').slice(0, 16);

export const airportsOfFile = (): PackagedAirport[] => rowsOf('airports');
export const countriesOfFile = (): Named[] => rowsOf('countries');
export const airlinesOfFile = (): PackagedAirline[] => rowsOf('airlines');

/** `name` = manufacturer and model. Initial suggestions, and names of types without one. */
export const typeDesignators: readonly Named[] = rowsOf('aircraft-types');
const nameByCode = new Map(typeDesignators.map(({ code, name }) => [code, name]));
/** Manufacturer and model, or null if the file lacks the designator. */
export const typeNameOf = (code: string | null): string | null => nameByCode.get(code ?? '') ?? null;
