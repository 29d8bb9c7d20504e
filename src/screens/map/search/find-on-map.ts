/** What the search of the map finds: first what is in view, then what is known elsewhere. Pure. */
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { type Bounds, isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import type { Units } from '../../../lib/units.ts';
import { aircraftInView, aircraftLine, airportCodes, airportKey, airportsInView, folded } from '../panel/in-view.ts';
import { type Aircraft, aircraftKey, nameOf } from '../positions/aircraft.ts';

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
