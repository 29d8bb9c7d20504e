/** Registrations, and codes before a flight number (decision 12). In lower case. */
import { foldCase } from './filters.ts';

/** Tails are written with leading dots, with hyphens or without: the remaining characters, or null. */
export function tailKey(tail: string | null): string | null {
  return (
    foldCase(tail ?? '')
      .replace(/^\.+/, '')
      .replaceAll('-', '') || null
  );
}

/**
 * Three letters are ICAO, two characters (one a letter) those of ACARS, usually IATA. Otherwise null. N and a digit begin the
 * registration of an aircraft of the United States, which flies under it. So does any aircraft whose flight is its `tail`.
 */
export function airlineCode(flight: string | null, tail: string | null = null): string | null {
  if (tail !== null && tailKey(flight) === tailKey(tail)) return null;
  return /^([a-z]{3}|(?!n[1-9])[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])/.exec(foldCase(flight ?? ''))?.[0] ?? null;
}

/** A callsign begins with three letters, else it is a registration. */
export function icaoCode(callsign: string | null): string | null {
  const code = airlineCode(callsign);
  return code?.length === 3 ? code : null;
}
