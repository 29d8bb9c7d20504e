/** Filters and orders aircraft or airports in view, and finds them for the search. The order does not change while it is read. Pure. */
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { aircraftKey } from '../../../charts/positions/fix.ts';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { type Bounds, isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import type { Units } from '../../../lib/units.ts';
import { type Aircraft, isEmergency, kindMark, nameOf } from '../fleet/aircraft.ts';

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
export function compareNames(a: string, b: string): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  while (isDigit(a, start - 1)) start--;
  if (!isDigit(a, start) || !isDigit(b, start)) return byText(a, b);
  const [fromA, fromB] = [afterZeros(a, start), afterZeros(b, start)];
  const longer = digitsFrom(a, fromA) - digitsFrom(b, fromB);
  return longer || (fromA === fromB ? 0 : byText(a.slice(fromA), b.slice(fromB))) || byText(a, b);
}

/** In the order of the fleet. `bounds` null = all. */
export const aircraftWithin = (fleet: readonly Aircraft[], bounds: Bounds | null): readonly Aircraft[] =>
  bounds === null ? fleet : fleet.filter(({ lat, lon }) => isWithin(bounds, lat, lon));

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
  const inView = aircraftWithin(fleet, bounds).filter(
    (one) =>
      query === '' ||
      one.key === also ||
      [one.key, one.callsign, one.registration].some((name) => folded(name ?? '').includes(query)),
  );
  return byName(inView);
}

/** `before` = an earlier order, in which most of them are: it makes sorting thousands of them several times faster. */
export function byName(list: readonly Aircraft[], before: readonly Aircraft[] = []): readonly Aircraft[] {
  return inOrderOf(list, before)
    .map((one) => ({
      one,
      group: (isEmergency(one) ? 0 : 2) + (one.callsign === null ? 1 : 0),
      name: one.callsign ?? '',
    }))
    .sort((a, b) => a.group - b.group || compareNames(a.name, b.name) || byText(a.one.key, b.one.key))
    .map(({ one }) => one);
}

/** New ones last. */
function inOrderOf(list: readonly Aircraft[], before: readonly Aircraft[]): readonly Aircraft[] {
  if (before.length === 0) return list;
  const places = new Map(before.map(({ key }, at) => [key, at]));
  const known = Array.from<Aircraft | undefined>({ length: before.length });
  const others: Aircraft[] = [];
  for (const one of list) {
    const at = places.get(one.key);
    if (at === undefined) others.push(one);
    else known[at] = one;
  }
  return [...known.filter((one) => one !== undefined), ...others];
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

/** Why no airport is shown. `unreached` = none stored, and the server is unreachable; `reading` = the device has not answered yet. */
export function noAirportsText(why: 'loading' | 'reading' | 'failed' | 'unreached' | 'none'): string {
  if (why === 'loading') return 'Airports are loading';
  if (why === 'reading') return 'Airports stored on this device are still being read.';
  if (why === 'failed') return 'The airports could not be loaded. The next attempt follows within 5 s.';
  if (why === 'unreached') return 'No airports are stored yet. They load when you are online.';
  return 'No airports in view. Zoom in for smaller ones.';
}

/** Second line of a row: `FL380, 128°`. */
export function aircraftLine(aircraft: Aircraft, units: Units): string {
  const { angle } = aircraft;
  const known = [altitudeText(aircraft, units), angle === null ? null : trackText(angle)].filter(
    (part) => part !== null,
  );
  const parts = known.length > 0 ? known : ['altitude not known'];
  return [...parts, kindMark(aircraft)].filter((part) => part !== null).join(', ');
}

/** Three digits, as usual for tracks. North is 360. */
export function trackText(angle: number): string {
  const whole = ((Math.round(angle) % 360) + 360) % 360;
  return `${String(whole === 0 ? 360 : whole).padStart(3, '0')}°`;
}

// ---- What the search of the map finds: first what is in view, then what is known elsewhere

type Texts = { readonly key: string; readonly name: string; readonly detail: string };
export type Found = Texts &
  (
    | {
        readonly kind: 'aircraft';
        readonly icao: string;
        readonly place: { readonly lat: number; readonly lon: number } | null;
      }
    | { readonly kind: 'airport'; readonly airport: MapAirport }
  );
export type FoundGroup = { readonly name: 'In view' | 'Elsewhere'; readonly found: readonly Found[] };

type FindCriteria = {
  readonly words: string;
  readonly fleet: readonly Aircraft[];
  readonly airports: readonly MapAirport[];
  readonly bounds: Bounds | null;
  /** Address of an aircraft with this tail. null = unknown. */
  readonly tailIcao: string | null;
  readonly units: Units;
};

const maxFound = 12;

/** Up to 12. Within a group codes that are or start with the words are first. Groups without results are missing. */
export function findOnMap({ words, fleet, airports, bounds, tailIcao, units }: FindCriteria): readonly FoundGroup[] {
  const query = folded(words);
  if (query === '') return [];
  const aircraft = aircraftInView(fleet, null, words, tailIcao);
  const isInView = (lat: number, lon: number): boolean => bounds !== null && isWithin(bounds, lat, lon);
  const all = [
    ...aircraft.map((one) => ({ inView: isInView(one.lat, one.lon), ...foundAircraft(one, units) })),
    ...airportsInView(airports, null, words).map((one) => ({
      inView: isInView(one.latitudeDeg, one.longitudeDeg),
      ...foundAirport(one),
    })),
  ].sort((a, b) => rankOf(a, query) - rankOf(b, query));
  const isPlaced = tailIcao === null || aircraft.some(({ key }) => key === aircraftKey(tailIcao));
  const inView = all.filter((one) => one.inView).slice(0, maxFound);
  const elsewhere: Found[] = all.filter((one) => !one.inView).slice(0, maxFound - inView.length);
  if (!isPlaced && inView.length + elsewhere.length < maxFound) elsewhere.push(foundTail(words, tailIcao));
  const groups: readonly FoundGroup[] = [
    { name: 'In view', found: inView },
    { name: 'Elsewhere', found: elsewhere },
  ];
  return groups.filter(({ found }) => found.length > 0);
}

/** 0 = is one of its codes, 1 = starts one, 2 = others. */
function rankOf(found: Found, query: string): number {
  const codes = (found.kind === 'aircraft' ? [found.name, found.icao] : airportCodes(found.airport).split('/')).map(
    folded,
  );
  if (codes.includes(query)) return 0;
  return codes.some((code) => code.startsWith(query)) ? 1 : 2;
}

const foundAircraft = (one: Aircraft, units: Units): Found => ({
  kind: 'aircraft',
  key: `aircraft ${one.key}`,
  name: oneLine(nameOf(one)),
  detail: aircraftLine(one, units),
  icao: one.key,
  place: { lat: one.lat, lon: one.lon },
});
const foundTail = (words: string, icao: string): Found => ({
  kind: 'aircraft',
  key: `aircraft ${aircraftKey(icao)}`,
  name: oneLine(words.trim().toUpperCase()),
  detail: 'no current position',
  icao: aircraftKey(icao),
  place: null,
});
const foundAirport = (airport: MapAirport): Found => ({
  kind: 'airport',
  key: `airport ${airportKey(airport)}`,
  name: airportCodes(airport) || oneLine(airport.airportName),
  detail: oneLine([airport.airportName, airport.city].filter(Boolean).join(', ')),
  airport,
});
