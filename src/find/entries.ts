/** Things that the search finds, with the texts that find them. Long lists are made in steps (lib/in-pieces.ts). Pure. */
import type { FindStation } from '../../contract/entities/find.ts';
import { parseInstant } from '../../contract/params.ts';
import { altitudeText } from '../lib/altitude-text.ts';
import { ageText, utcMoment } from '../lib/time.ts';
import type { Units } from '../lib/units.ts';
import type { ReceivedAircraft } from './aircraft.ts';
import { flightForms, flightKey, foldCode, foldWords, type OtherCodes } from './fold.ts';

/** In the order of equal matches. */
export const entryKinds = [
  ...(['station', 'screen', 'action', 'label', 'aircraft', 'flight', 'airport'] as const),
  ...(['setting', 'help'] as const),
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** 0 = in the air now, 1 = a message today, `restRank` = neither. Watched and recently opened ones rank between them (search.ts). */
type LiveRank = 0 | 1 | typeof restRank;
export const restRank = 4;

export type Entry<T = unknown> = {
  readonly kind: EntryKind;
  /** Of its kind. */
  readonly id: string;
  /** Folded codes, each between spaces. */
  readonly codes: string;
  /** Folded words, each between spaces. */
  readonly words: string;
  /** `words` begins with the name of the thing. */
  readonly isNamed: boolean;
  readonly live: LiveRank;
  readonly item: T;
};

export type Flight = { readonly flight: string; readonly aircraft: ReceivedAircraft };
export type FoundAirport = {
  readonly airportId: number;
  readonly icao: string;
  readonly iata: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
};
export type FoundLabel = { readonly label: string; readonly meaning: string };

const between = (texts: readonly string[]): string => {
  const known = texts.filter((text) => text !== '');
  return known.length === 0 ? '' : ` ${known.join(' ')} `;
};
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const nameOfAircraft = ({ tail, address }: ReceivedAircraft): string => tail || address;

const stepRows = 200;

export function* aircraftEntries(
  aircraft: readonly ReceivedAircraft[],
  others: OtherCodes,
): Generator<void, readonly Entry[]> {
  const found: Entry[] = [];
  const flights = new Map<string, Entry<Flight>>();
  const today = (one: ReceivedAircraft): LiveRank => (one.air ? 0 : one.isToday ? 1 : restRank);
  for (const one of [...aircraft].sort((a, b) => byText(nameOfAircraft(a), nameOfAircraft(b)))) {
    if (found.length % stepRows === 0) yield;
    const { tail, address, flight, type, airline } = one;
    const live = today(one);
    const words = between([foldWords(`${type} ${airline}`)]);
    found.push({
      kind: 'aircraft',
      id: nameOfAircraft(one),
      codes: between([foldCode(tail), address.toLowerCase()]),
      words,
      isNamed: false,
      live,
      item: one,
    });
    if (flight === '') continue;
    const forms = flightForms(flight, others);
    // Of one flight, that of the aircraft received last.
    const key = flightKey(flight, others);
    const known = flights.get(key);
    if (known && known.item.aircraft.lastMs >= one.lastMs) continue;
    const item = { flight, aircraft: one };
    flights.set(key, { kind: 'flight', id: flight, codes: between(forms), words, isNamed: false, live, item });
  }
  return [...found, ...[...flights.values()].sort((a, b) => byText(a.id, b.id))];
}

export const stationEntries = (stations: readonly FindStation[]): readonly Entry<FindStation>[] =>
  stations.map((station) => ({
    kind: 'station',
    id: station.stationId,
    codes: between([foldCode(station.stationId), ...station.receivers.map(foldCode)]),
    words: between([foldWords(station.city ?? '')]),
    isNamed: true,
    live: restRank,
    item: station,
  }));

export function* airportEntries(airports: readonly FoundAirport[]): Generator<void, readonly Entry<FoundAirport>[]> {
  const found: Entry<FoundAirport>[] = [];
  for (let from = 0; from < airports.length; from += stepRows) {
    yield;
    // Sorted parts: the sort of the whole has little left to do.
    found.push(
      ...airports
        .slice(from, from + stepRows)
        .map(airportEntry)
        .sort(byId),
    );
  }
  yield;
  return found.sort(byId);
}

const byId = (a: Entry, b: Entry): number => byText(a.id, b.id);
const airportEntry = (airport: FoundAirport): Entry<FoundAirport> => ({
  kind: 'airport',
  id: airport.icao || airport.iata || String(airport.airportId),
  codes: between([foldCode(airport.icao), foldCode(airport.iata)]),
  words: between([foldWords(airport.name), foldWords(airport.city)]),
  isNamed: true,
  live: restRank,
  item: airport,
});

export const labelEntries = (labels: readonly (readonly [string, string])[]): readonly Entry<FoundLabel>[] =>
  labels.map(([label, meaning]) => ({
    kind: 'label',
    id: label,
    codes: between([label.toLowerCase()]),
    words: between([foldWords(meaning)]),
    isNamed: true,
    live: restRank,
    item: { label, meaning },
  }));

/** A screen, an action, a setting or a section of a document: found by each word on it. */
export const namedEntry = <T>(
  kind: 'screen' | 'action' | 'setting' | 'help',
  id: string,
  label: string,
  more: string,
  item: T,
): Entry<T> => ({
  kind,
  id,
  codes: '',
  words: between([foldWords(label), foldWords(more)]),
  isNamed: true,
  live: restRank,
  item,
});

// ---- current state of a found thing. Times are epoch ms of the server

/** An older position has its time instead of its age. */
const agedMs = 60 * 60_000;

export function aircraftFact(
  { air, lastMs }: Pick<ReceivedAircraft, 'air' | 'lastMs'>,
  now: number,
  units: Units,
): string {
  if (air) {
    const seenMs = air.seenS * 1000;
    const level = altitudeText({ altitudeFt: air.altitudeFt }, units) ?? 'in the air';
    return `${level}, ${now - seenMs < agedMs ? `${ageText(now - seenMs)} ago` : utcMoment(seenMs, now)}`;
  }
  return lastMs === 0 ? '' : `last received ${utcMoment(lastMs, now)}`;
}

/** `asOf` = time of the status. */
export function stationFact({ state, lastMessageAt }: FindStation, asOf: number): string {
  const since = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  const age = since === null ? '' : ` ${ageText(asOf - since)}`;
  switch (state) {
    case 'silent':
    case 'late':
      return `${state}${age}`;
    case 'partly':
      return 'feeding in part';
    case 'never':
      return 'no data yet';
    case 'feeding':
      return 'feeding';
    case null:
      return '';
  }
}
