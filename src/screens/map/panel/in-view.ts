/** Filters and orders aircraft or airports in view. The order does not change while it is read. Pure. */
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { type Bounds, isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import type { Units } from '../../../lib/units.ts';
import { type Aircraft, isEmergency, nameOf } from '../positions/aircraft.ts';

/** Upper case without separators, so that `yrbga` finds YR-BGA. */
export const folded = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '');

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isDigit = (text: string, at: number): boolean => text[at] !== undefined && text[at] >= '0' && text[at] <= '9';
function afterZeros(text: string, from: number): number {
  let at = from;
  while (text[at] === '0') at++;
  return at;
}
function digitsFrom(text: string, from: number): number {
  let at = from;
  while (isDigit(text, at)) at++;
  return at - from;
}

/** Digits compare as numbers: BAW2 before BAW10. Intl.Collator is several times slower, with thousands of names every few seconds. */
function byName(a: string, b: string): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  while (isDigit(a, start - 1)) start--;
  if (!isDigit(a, start) || !isDigit(b, start)) return byText(a, b);
  const [fromA, fromB] = [afterZeros(a, start), afterZeros(b, start)];
  const longer = digitsFrom(a, fromA) - digitsFrom(b, fromB);
  return longer || (fromA === fromB ? 0 : byText(a.slice(fromA), b.slice(fromB))) || byText(a, b);
}

/**
 * Aircraft in view by name, so that rows do not move while they are read. Emergencies are first, aircraft without a callsign last.
 * `words` = part of flight or address. `alsoIcao` = an address that another source found for them, such as that of a tail.
 */
export function aircraftInView(
  fleet: readonly Aircraft[],
  bounds: Bounds | null,
  words: string,
  alsoIcao: string | null,
): readonly Aircraft[] {
  const query = folded(words);
  const also = alsoIcao && folded(alsoIcao);
  return fleet
    .filter(
      (one) =>
        (bounds === null || isWithin(bounds, one.lat, one.lon)) &&
        (query === '' || one.key === also || one.key.includes(query) || folded(one.callsign ?? '').includes(query)),
    )
    .sort(
      (a, b) =>
        Number(isEmergency(b)) - Number(isEmergency(a)) ||
        Number(a.callsign === null) - Number(b.callsign === null) ||
        (a.callsign === null ? 0 : byName(nameOf(a), nameOf(b))) ||
        byText(a.key, b.key),
    );
}

/** By code. Those without one last, by name. */
export function airportsInView(
  airports: readonly MapAirport[],
  bounds: Bounds | null,
  words: string,
): readonly MapAirport[] {
  const query = folded(words);
  return airports
    .filter((one) => bounds === null || isWithin(bounds, one.latitudeDeg, one.longitudeDeg))
    .filter((one) => {
      const { airportICAO, airportIata, airportName, city } = one;
      return query === '' || folded([airportICAO, airportIata, airportName, city].join(' ')).includes(query);
    })
    .sort((a, b) => {
      const [codeA, codeB] = [airportCode(a), airportCode(b)];
      return Number(codeA === null) - Number(codeB === null) || byText(codeA ?? a.airportName, codeB ?? b.airportName);
    });
}

/** Selection key: ICAO code, else IATA. null = none. */
export function airportCode({ airportICAO, airportIata }: MapAirport): string | null {
  return airportICAO?.trim().toUpperCase() || airportIata?.trim().toUpperCase() || null;
}

/** Also for airports without a code. */
export const airportKey = (one: MapAirport): string =>
  airportCode(one) ?? `${one.latitudeDeg},${one.longitudeDeg},${one.airportName}`;

/** `LROP/OTP`, or '' without codes. */
export const airportCodes = ({ airportICAO, airportIata }: MapAirport): string =>
  [airportICAO, airportIata].flatMap((code) => (code?.trim() ? [oneLine(code.trim())] : [])).join('/');

/** Why no airport is shown. `unreached` = none stored, and the server is unreachable. */
export function noAirportsText(why: 'loading' | 'unreached' | 'none'): string {
  if (why === 'loading') return 'Airports are loading';
  if (why === 'unreached') return 'No airports are stored yet. They load when you are online.';
  return 'No airports in view. Zoom in for smaller ones.';
}

/** Second line of a row: `FL380, 128°`. */
export function aircraftLine(aircraft: Aircraft, units: Units): string {
  const { angle } = aircraft;
  const parts = [altitudeText(aircraft, units), angle === null ? null : trackText(angle)].filter(
    (part) => part !== null,
  );
  return parts.length > 0 ? parts.join(', ') : 'altitude not known';
}

/** Three digits, as usual for tracks. North is 360. */
export function trackText(angle: number): string {
  const whole = ((Math.round(angle) % 360) + 360) % 360;
  return `${String(whole === 0 ? 360 : whole).padStart(3, '0')}°`;
}
