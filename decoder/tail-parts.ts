/** The last days of one aircraft, from its messages and flights: legs, messages in words, altitude, receivers. For the server, and for stored rows on the device. Pure. */
import { dayMs } from '../contract/durations.ts';
import type { Meaning } from '../contract/entities/meaning.ts';
import type { AcarsMessage } from '../contract/entities/messages.ts';
import {
  type TailLeg,
  type TailMessage,
  type TailParts,
  type TailPoint,
  tailMessages,
  tailStations,
  tailTextLength,
} from '../contract/entities/tail.ts';
import { foldCase } from '../contract/filters.ts';
import { parseInstant, writeInstant } from '../contract/params.ts';
import type { DerivedFlight, Sighting } from './derive-flights.ts';
import { type Joined, joinReceptions } from './join-receptions.ts';
import { labelWords } from './label-meanings.ts';
import { readMovementText } from './movement-texts.ts';
import { sightingOf } from './sightings.ts';

/** A reception of ACARS, newest first. */
/** `meaning` null = not decoded. */
export type TailReception = { readonly id: string; readonly meaning: Pick<Meaning, 'kind' | 'words'> | null } & Pick<
  AcarsMessage,
  | 'acarsDateTime'
  | 'stationId'
  | 'tail'
  | 'flight'
  | 'error'
  | 'label'
  | 'msgno'
  | 'blockId'
  | 'text'
  | 'aggregatedText'
  | 'dsta'
  | 'lat'
  | 'lon'
  | 'alt'
  | 'isOnground'
  | 'type'
>;
/** Frames of a minute, and their receivers. */
export type TailFrames = { readonly sighting: Sighting; readonly stations: readonly string[] };
/** Airport codes of a flight. */
export type LegEnds = Pick<TailLeg, 'from' | 'to' | 'endedAt'>;

type TailInput = {
  readonly receptions: readonly TailReception[];
  readonly frames: readonly TailFrames[];
  /** Of all of them, oldest first. */
  readonly flights: readonly DerivedFlight[];
  readonly ends: readonly LegEnds[];
  /** Number of the station that owns a receiver, by its name in lower case. */
  readonly stationOf: ReadonlyMap<string, string>;
  /** Start of the axis. */
  readonly fromMs: number;
  readonly nowMs: number;
};

/** More points make no visible difference. */
const maxPoints = 600;

export const sightingsOf = (receptions: readonly TailReception[]): Sighting[] =>
  receptions.map((one) =>
    sightingOf({
      ...one,
      atMs: parseInstant(one.acarsDateTime) ?? 0,
      text: textOf(one),
      altFt: one.alt,
      isOnGround: one.isOnground,
    }),
  );

const textOf = ({ aggregatedText, text }: TailReception): string | null => aggregatedText ?? text;

export function tailParts({ receptions, frames, flights, ends, stationOf, fromMs, nowMs }: TailInput): TailParts {
  const joined = joinReceptions(receptions);
  const placed = joined.map((message) => ({ ...message, flight: flightOf(flights, message) }));
  const inSpan = placed.filter(({ atMs }) => atMs >= fromMs);
  const legs = flights.flatMap((flight, at) =>
    flight.lastMs < fromMs ? [] : [legOf(flight, ends[at] ?? flight, placed)],
  );
  return {
    legs: legs.reverse(),
    messages: inSpan.slice(0, tailMessages).map(rowOf),
    olderMessages: Math.max(0, inSpan.length - tailMessages),
    track: thinned(trackOf(receptions, frames, fromMs)),
    ...stationsOf(joined, frames, stationOf, nowMs - dayMs),
  };
}

type Placed = Joined<TailReception> & { readonly flight: DerivedFlight | null };

/** The one with its number, otherwise the newest that contains its time. */
function flightOf(flights: readonly DerivedFlight[], { newest, atMs }: Joined<TailReception>): DerivedFlight | null {
  const around = flights.filter(({ firstMs, lastMs }) => firstMs <= atMs && atMs <= lastMs);
  const number = newest.flight?.trim().toUpperCase();
  return around.findLast(({ flight }) => flight !== null && flight === number) ?? around.at(-1) ?? null;
}

const legId = ({ firstMs }: DerivedFlight): string => writeInstant(firstMs);
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : writeInstant(ms));

function legOf(flight: DerivedFlight, ends: LegEnds, placed: readonly Placed[]): TailLeg {
  const own = placed.filter((message) => message.flight === flight);
  return {
    id: legId(flight),
    until: writeInstant(flight.lastMs),
    flight: flight.flight ?? flight.callSign,
    from: ends.from,
    to: ends.to,
    endedAt: ends.endedAt,
    out: instantOrNull(flight.outMs),
    off: instantOrNull(flight.offMs),
    on: instantOrNull(flight.onMs),
    in: instantOrNull(flight.inMs),
    scheduledIn: instantOrNull(flight.scheduledInMs),
    hasLanded: flight.hasLanded,
    messages: own.length,
    receivers: new Set(own.flatMap(({ receivers }) => [...receivers])).size,
  };
}

function rowOf({ newest, receivers, flight }: Placed): TailMessage {
  const text = textOf(newest);
  return {
    id: newest.id,
    at: newest.acarsDateTime,
    flight: newest.flight,
    label: newest.label,
    type: newest.type,
    text: text === null ? null : text.slice(0, tailTextLength),
    isCut: text !== null && text.length > tailTextLength,
    movement: readMovementText(newest.label, text)?.movement?.what ?? null,
    heardBy: receivers.size,
    stationId: newest.stationId,
    leg: flight && legId(flight),
    kind: newest.meaning?.kind ?? 'other',
    words: newest.meaning?.words ?? labelWords(newest.label ?? ''),
  };
}

function trackOf(receptions: readonly TailReception[], frames: readonly TailFrames[], fromMs: number): TailPoint[] {
  const reported = receptions.map(
    ({ acarsDateTime, lat, lon, alt, isOnground }): TailPoint => [
      (parseInstant(acarsDateTime) ?? 0) / 1000,
      isOnground === true ? 0 : alt,
      lat,
      lon,
    ],
  );
  const seen = frames.map(
    ({ sighting: { atMs, place, isOnGround } }): TailPoint => [
      atMs / 1000,
      isOnGround === true ? 0 : (place?.altFt ?? null),
      place?.lat ?? null,
      place?.lon ?? null,
    ],
  );
  return [...reported, ...seen]
    .filter(([atS, ft, lat, lon]) => atS * 1000 >= fromMs && (ft !== null || (lat !== null && lon !== null)))
    .sort(([a], [b]) => a - b)
    .map(([atS, ft, lat, lon]) => [Math.round(atS), ft && Math.round(ft), rounded(lat), rounded(lon)]);
}
/** About 10 m. */
const rounded = (degrees: number | null): number | null => degrees && Math.round(degrees * 10_000) / 10_000;

/** Evenly. The newest point stays. */
function thinned(points: readonly TailPoint[]): TailPoint[] {
  const every = Math.ceil(points.length / maxPoints);
  return points.filter((_point, at) => (points.length - 1 - at) % every === 0);
}

const slotOf = (ms: number): number => Math.floor(ms / 600_000);

function stationsOf(
  joined: readonly Joined<TailReception>[],
  frames: readonly TailFrames[],
  stationOf: ReadonlyMap<string, string>,
  sinceMs: number,
): Pick<TailParts, 'stations' | 'dayMessages'> {
  const stations = new Map<string, { messages: number; slots: Set<number> }>();
  const owner = (name: string): string => stationOf.get(foldCase(name)) ?? foldCase(name);
  const of = (stationId: string) => {
    const known = stations.get(stationId) ?? { messages: 0, slots: new Set<number>() };
    stations.set(stationId, known);
    return known;
  };
  const recent = joined.filter(({ atMs }) => atMs >= sinceMs);
  for (const { receivers } of recent) for (const id of new Set([...receivers].map(owner))) of(id).messages++;
  for (const { sighting, stations: names } of frames)
    if (sighting.untilMs >= sinceMs) for (const name of names) of(owner(name)).slots.add(slotOf(sighting.atMs));
  stations.delete('');
  const numbers = new Set(stationOf.values());
  const rows = [...stations].map(([stationId, { messages, slots }]) => ({
    ...{ stationId, isStation: numbers.has(stationId), messages, adsbSlots: slots.size },
  }));
  rows.sort((a, b) => b.messages - a.messages || b.adsbSlots - a.adsbSlots);
  return { stations: rows.slice(0, tailStations), dayMessages: recent.length };
}
