/**
 * What rows of reference data hold, and how a value of any source becomes one of ours. Must not: know a source, or the database.
 */
import { finiteNumber, visibleText } from '../receive/clean-text.ts';

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

export type NewAircraft = {
  readonly registration: string;
  readonly modeS: string;
  readonly typeCode: string | null;
  readonly aircraftType: string | null;
  readonly serialNumber: string | null;
  readonly operatorName: string | null;
  readonly operatorIata: string | null;
  readonly operatorIcao: string | null;
  /** `YYYY-MM-DD`; a year alone is its first day. */
  readonly manufactureDate: string | null;
};

/** Most values are words of printable ASCII with single spaces between: they are what they are. */
const needsCare = /[^\x20-\x7e]|\\| {2}|^ | $/;

/** Text without what cannot be shown, trimmed; blank and `\N` (null, as MySQL and OpenFlights write it) are null. 'NA' is a text. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (!needsCare.test(value)) return value;
  const text = visibleText(value).replace(/\s+/g, ' ').trim();
  return text === '' || text === '\\N' ? null : text;
}

export const numberOf = (value: unknown): number | null => finiteNumber(value);

/** A code of letters and digits in capitals, exactly so long; anything else is null. */
export function codeOf(value: unknown, length: number): string | null {
  const code = textOf(value)?.toUpperCase() ?? '';
  return code.length === length && /^[A-Z0-9]+$/.test(code) ? code : null;
}

/** OurAirports has a column for it of late; before, the code for flight plans was it where it has four letters, else the identifier. */
export function airportIcaoOf(row: Readonly<Record<string, unknown>>): string | null {
  const isIcao = (code: string | null): code is string => code !== null && /^[A-Z]{4}$/.test(code);
  return [row.icao_code, row.gps_code, row.ident].map(textOf).find(isIcao) ?? null;
}
