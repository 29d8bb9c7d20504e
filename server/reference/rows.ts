/** Rows of reference data, and conversions of source values. */
import { finiteNumber, visibleText } from '../base/clean-text.ts';

export type NewAirport = {
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

export type NewAirline = {
  readonly airlineName: string;
  readonly iata: string | null;
  readonly icao: string | null;
  readonly isActive: boolean;
};

/** Fast path: most values are printable ASCII words with single spaces. */
const needsCare = /[^\x20-\x7e]|\\| {2}|^ | $/;

/** Text without invisible characters, trimmed. Blank and `\N` (null in MySQL and OpenFlights) are null. 'NA' is a text. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (!needsCare.test(value)) return value;
  const text = visibleText(value).replace(/\s+/g, ' ').trim();
  return text === '' || text === '\\N' ? null : text;
}

export const numberOf = (value: unknown): number | null => finiteNumber(value);

/** A code of letters and digits in upper case with exactly this length. Otherwise null. */
export function codeOf(value: unknown, length: number): string | null {
  const code = textOf(value)?.toUpperCase() ?? '';
  return code.length === length && /^[A-Z0-9]+$/.test(code) ? code : null;
}

/** OurAirports has a recent column for it. Before, the code for flight plans was used if it has four letters, else the identifier. */
export function airportIcaoOf(row: Readonly<Record<string, unknown>>): string | null {
  const isIcao = (code: string | null): code is string => code !== null && /^[A-Z]{4}$/.test(code);
  return [row.icao_code, row.gps_code, row.ident].map(textOf).find(isIcao) ?? null;
}
