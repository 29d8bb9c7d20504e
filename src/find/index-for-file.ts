/** A search index with generated aircraft, and airports for it, for tests and the benchmark. */
import type { FindIndex } from '../../contract/entities/find.ts';
import type { FoundAirport } from './entries.ts';

export const emptyIndex: FindIndex = {
  asOf: '2026-11-22T17:18:00Z',
  isComplete: true,
  types: [],
  airlines: [],
  codes: [],
  aircraft: { tail: [], address: [], flight: [], type: [], airline: [], lastMinute: [] },
  inAir: [],
  stations: [],
};

type Sent = {
  readonly tail?: string;
  readonly address?: string;
  readonly flight?: string;
  readonly airline?: string;
  readonly type?: string;
  /** Minutes before `asOf`. */
  readonly ago?: number;
};

/** `rows` in any order. */
export function indexWith(rows: readonly Sent[], more: Partial<FindIndex> = {}): FindIndex {
  const numberOf = (texts: string[], text: string | undefined): number => {
    if (!text) return -1;
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text);
  };
  const asOf = more.asOf ?? emptyIndex.asOf;
  const [types, airlines]: [string[], string[]] = [[], []];
  return {
    ...emptyIndex,
    types,
    airlines,
    aircraft: {
      tail: rows.map(({ tail = '' }) => tail),
      address: rows.map(({ address = '' }) => address),
      flight: rows.map(({ flight = '' }) => flight),
      type: rows.map(({ type }) => numberOf(types, type)),
      airline: rows.map(({ airline }) => numberOf(airlines, airline)),
      lastMinute: rows.map(({ ago = 0 }) => Math.floor(Date.parse(asOf) / 60_000) - ago),
    },
    ...more,
  };
}

const letters = (n: number): string =>
  [676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(n / unit) % 26))).join('');
const prefixes = ['YR-', 'D-A', 'G-', 'N', 'F-G', 'OO-', 'EI-', 'TC-'];
const airlines = ['TAROM', 'Lufthansa', 'British Airways', 'United', 'Air France', 'Brussels Airlines'];
const types = ['Boeing 737-800', 'Airbus A320-214', 'ATR 72-600', 'Embraer ERJ 190', 'Airbus A350-900'];

export const manyAircraft = (count: number): FindIndex =>
  indexWith(
    Array.from({ length: count }, (_, n) => ({
      tail: `${prefixes[n % 8]}${letters(Math.floor(n / 8) * 7919)}`,
      address: ((n * 2654435761) % 16777215).toString(16).toUpperCase().padStart(6, '0'),
      flight: `${['RO', 'LH', 'BA', 'UA', 'AF'][n % 5]}${String((n * 7) % 9973).padStart(4, '0')}`,
      airline: airlines[n % 6] as string,
      type: types[n % 5] as string,
      ago: n,
    })),
  );

export const airportNamed = (icao: string, name: string, more: Partial<FoundAirport> = {}): FoundAirport => ({
  airportId: 1,
  icao,
  iata: '',
  name,
  city: '',
  country: '',
  lat: 0,
  lon: 0,
  ...more,
});
export const manyAirports = (count: number): readonly FoundAirport[] =>
  Array.from({ length: count }, (_, n) =>
    airportNamed(`K${letters(n)}`, `${letters(n * 31)}ville ${letters(n * 17)} Regional Airport`, {
      airportId: n,
      iata: letters(n * 3),
      city: `${letters(n * 7)}borough`,
    }),
  );
