/** Conversions of the values of airports and airlines in files of others. */
import { finiteNumber, visibleText } from '../base/json-values.ts';

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
