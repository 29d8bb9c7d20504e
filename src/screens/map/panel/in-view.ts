/**
 * What the list beside the map shows: which aircraft or airports are in view, found by words, in an order that stands still. Pure.
 * Must not: draw, ask, or read the clock.
 */
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { type Bounds, isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import { type Aircraft, altitudeText, nameOf } from '../positions/aircraft.ts';

/** Upper case; what separates letters of a tail is left out, so that `yrbga` finds YR-BGA. */
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

/** Digits in a name are one number: BAW2 before BAW10. By hand: Intl.Collator takes several times as long, with thousands of names every few seconds. */
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
 * Aircraft in view by name, so that no row moves while the list is read; those without a callsign stand last. `words` = part of flight or address;
 * `alsoIcao` = an address that another source found for the words, such as that of a tail.
 */
export function aircraftInView(
  fleet: readonly Aircraft[],
  bounds: Bounds | null,
  words: string,
  alsoIcao: string | null,
): readonly Aircraft[] {
  const wanted = folded(words);
  const also = alsoIcao && folded(alsoIcao);
  return fleet
    .filter(
      (one) =>
        (bounds === null || isWithin(bounds, one.lat, one.lon)) &&
        (wanted === '' || one.key === also || one.key.includes(wanted) || folded(one.callsign ?? '').includes(wanted)),
    )
    .sort(
      (a, b) =>
        Number(a.callsign === null) - Number(b.callsign === null) ||
        (a.callsign === null ? 0 : byName(nameOf(a), nameOf(b))) ||
        byText(a.key, b.key),
    );
}

/** By code; those without one last, by name. */
export function airportsInView(
  airports: readonly MapAirport[],
  bounds: Bounds | null,
  words: string,
): readonly MapAirport[] {
  const wanted = folded(words);
  return airports
    .filter((one) => bounds === null || isWithin(bounds, one.latitudeDeg, one.longitudeDeg))
    .filter((one) => {
      const { airportICAO, airportIata, airportName, city } = one;
      return wanted === '' || folded([airportICAO, airportIata, airportName, city].join(' ')).includes(wanted);
    })
    .sort((a, b) => {
      const [codeA, codeB] = [airportCode(a), airportCode(b)];
      return Number(codeA === null) - Number(codeB === null) || byText(codeA ?? a.airportName, codeB ?? b.airportName);
    });
}

/** By this it is selected: its ICAO code, else IATA; null = it has none. */
export function airportCode({ airportICAO, airportIata }: MapAirport): string | null {
  return airportICAO?.trim().toUpperCase() || airportIata?.trim().toUpperCase() || null;
}

/** Also for those without a code. */
export const airportKey = (one: MapAirport): string =>
  airportCode(one) ?? `${one.latitudeDeg},${one.longitudeDeg},${one.airportName}`;

/** `LROP/OTP`; '' where there are none. */
export const airportCodes = ({ airportICAO, airportIata }: MapAirport): string =>
  [airportICAO, airportIata].flatMap((code) => (code?.trim() ? [oneLine(code.trim())] : [])).join('/');

/** Why there is no airport to show. `unreached` = none is on the device, and the server cannot be asked. */
export function noAirportsText(why: 'loading' | 'unreached' | 'none', isSearched: boolean): string {
  if (why === 'loading') return 'Airports are loading';
  if (why === 'unreached') return 'No airports are stored on this device yet: they come when the server is reached.';
  return isSearched
    ? 'No airport in view has this in its name, city or code.'
    : 'No airports in view. Zoom in for smaller ones.';
}

/** What a row says below its name: `FL380, 128°`. */
export function aircraftLine(aircraft: Aircraft): string {
  const { angle } = aircraft;
  const parts = [altitudeText(aircraft), angle === null ? null : trackText(angle)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : 'altitude not known';
}

/** Three digits, as tracks are told; north is 360. */
export function trackText(angle: number): string {
  const whole = ((Math.round(angle) % 360) + 360) % 360;
  return `${String(whole === 0 ? 360 : whole).padStart(3, '0')}°`;
}
