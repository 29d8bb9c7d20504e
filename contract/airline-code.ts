/** Code before a flight number (decision 17). */
import { foldCase } from './filters.ts';

/** Three letters are ICAO, two characters (one a letter) IATA, otherwise null. In lower case. */
export function airlineCode(flight: string | null): string | null {
  return /^([a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])/.exec(foldCase(flight ?? ''))?.[0] ?? null;
}
