/** Derives the flights of an aircraft from its messages (decision 16). Unknown values stay null. Pure. */

import { hourMs, minuteMs } from '../contract/durations.ts';
import { expectedInstant, instantOf, nearestInstant, nextInstant } from './instants.ts';
import type { Movement, MovementReport } from './movement-texts.ts';

/** A reception, or a minute of equal frames. */
export type Sighting = {
  /** Epoch ms of the first and last. */
  readonly atMs: number;
  readonly untilMs: number;
  /** Flight number of ACARS: airline of two characters, four digits. */
  readonly flight: string | null;
  /** Callsign of ADS-B. */
  readonly callSign: string | null;
  readonly isOnGround: boolean | null;
  readonly place: Place | null;
  readonly reported: MovementReport | null;
};
export type Place = {
  readonly lat: number;
  readonly lon: number;
  readonly altFt: number | null;
  readonly isOnGround: boolean;
};

export type DerivedFlight = {
  flight: string | null;
  callSign: string | null;
  firstMs: number;
  lastMs: number;
  /** Airport codes in messages: the plan, and the actual destination if different. */
  from: string | null;
  to: string | null;
  endedAt: string | null;
  outMs: number | null;
  offMs: number | null;
  onMs: number | null;
  inMs: number | null;
  scheduledOutMs: number | null;
  scheduledInMs: number | null;
  wasAloft: boolean;
  hasLanded: boolean;
  /** First and last position: only those of a climb or descent. */
  departurePlace: Place | null;
  arrivalPlace: Place | null;
};

/** A flight without any report. */
export const unknownFlight = {
  flight: null,
  callSign: null,
  from: null,
  to: null,
  endedAt: null,
  outMs: null,
  offMs: null,
  onMs: null,
  inMs: null,
  scheduledOutMs: null,
  scheduledInMs: null,
  wasAloft: false,
} as const;

/** After this silence the next reception is another flight ... */
const gapMs = 3 * hourMs;
/** ... unless it has the same name: an ocean crossing. No flight takes longer. */
const namedGapMs = 18 * hourMs;
/** Ground and air this close in time give takeoff or landing. */
const changeMs = 5 * minuteMs;
/** Airborne again this soon under the same name: a touch and go, or a wrong frame. */
const bounceMs = 20 * minuteMs;
/** Airborne this soon after a reported landing: a receiver with another clock. */
const clocksMs = 10 * minuteMs;
/** Minimum height of a flight above a position, for a climb or descent. */
const climbFt = 1000;

/** State while following a flight. */
type Followed = Omit<DerivedFlight, 'hasLanded' | 'departurePlace' | 'arrivalPlace'> & {
  reportedMovements: Partial<Record<Movement, number>>;
  groundUntilMs: number | null;
  aloftUntilMs: number | null;
  landedMs: number | null;
  wasOnGround: boolean;
  /** Of all positions. `topFt` = the highest. */
  firstPlace: (Place & { readonly atMs: number }) | null;
  lastPlace: Place | null;
  topFt: number;
};

/** `sightings` in order of time. Returns the oldest flight first. */
export function deriveFlights(sightings: readonly Sighting[]): DerivedFlight[] {
  const flights: Followed[] = [];
  for (const sighting of sightings) {
    const flight = flightOf(flights, sighting) ?? begin(flights, sighting);
    follow(flight, sighting);
  }
  return flights.filter(hasMoved).map(plain);
}

// ---- flight of a sighting

/** The current one, or the previous one (its last report may be late). null = a new one starts. */
function flightOf(flights: readonly Followed[], sighting: Sighting): Followed | null {
  const current = flights.at(-1);
  const before = flights.at(-2);
  if (!current) return null;
  if (before && isLateReport(before, current, sighting)) return before;
  return isAnother(current, sighting) ? null : current;
}

function isLateReport(before: Followed, current: Followed, { flight, reported, atMs }: Sighting): boolean {
  const what = reported?.movement?.what;
  const isEnd = what === 'on' || what === 'in';
  return (
    isEnd && flight !== null && flight === before.flight && flight !== current.flight && atMs - before.lastMs < gapMs
  );
}

function isAnother(current: Followed, sighting: Sighting): boolean {
  const isSameName = hasSameName(current, sighting);
  if (isSameName === false) return true;
  const { reported } = sighting;
  // A code of IATA and one of ICAO may be one airport.
  if (reported?.from && current.from?.length === reported.from.length && reported.from !== current.from) return true;
  if (sighting.atMs - current.lastMs > (isSameName ? namedGapMs : gapMs)) return true;
  return current.landedMs !== null && isLeavingAgain(current, current.landedMs, sighting);
}

/** null = a name is missing. */
function hasSameName(current: Followed, { flight, callSign }: Sighting): boolean | null {
  if (flight !== null && current.flight !== null) return flight === current.flight;
  if (callSign !== null && current.callSign !== null) return callSign === current.callSign;
  return null;
}

function isLeavingAgain(current: Followed, landedMs: number, sighting: Sighting): boolean {
  const movement = sighting.reported?.movement;
  if (movement && (movement.what === 'out' || movement.what === 'off')) {
    const reportedMs = instantOf(movement.minuteOfDay, sighting.atMs);
    return reportedMs !== null && reportedMs > landedMs;
  }
  if (sighting.isOnGround !== false) return false;
  return sighting.atMs - landedMs > (current.reportedMovements.on === undefined ? bounceMs : clocksMs);
}

// ---- data of a sighting

function begin(flights: Followed[], { atMs }: Sighting): Followed {
  const flight: Followed = {
    ...unknownFlight,
    firstMs: atMs,
    lastMs: atMs,
    wasOnGround: false,
    firstPlace: null,
    lastPlace: null,
    topFt: Number.NEGATIVE_INFINITY,
    reportedMovements: {},
    groundUntilMs: null,
    aloftUntilMs: null,
    landedMs: null,
  };
  flights.push(flight);
  return flight;
}

function follow(flight: Followed, sighting: Sighting): void {
  flight.flight ??= sighting.flight;
  flight.callSign ??= sighting.callSign;
  flight.lastMs = Math.max(flight.lastMs, sighting.untilMs);
  if (sighting.place) addPlace(flight, sighting.place, sighting.atMs);
  if (sighting.reported) addReport(flight, sighting.reported, sighting.atMs);
  if (sighting.isOnGround === true) addGround(flight, sighting);
  if (sighting.isOnGround === false) addAloft(flight, sighting);
}

function addPlace(flight: Followed, place: Place, atMs: number): void {
  flight.firstPlace ??= { ...place, atMs };
  flight.lastPlace = place;
  flight.topFt = Math.max(flight.topFt, place.altFt ?? Number.NEGATIVE_INFINITY);
}

function addReport(flight: Followed, reported: MovementReport, atMs: number): void {
  const isEnd = reported.movement?.what === 'on' || reported.movement?.what === 'in';
  if (isEnd && reported.to !== null && flight.to !== null && reported.to !== flight.to) flight.endedAt = reported.to;
  flight.from ??= reported.from;
  flight.to ??= reported.to;
  if (reported.scheduledOut !== null) flight.scheduledOutMs ??= nearestInstant(reported.scheduledOut, atMs);
  if (reported.scheduledIn !== null)
    flight.scheduledInMs ??=
      flight.scheduledOutMs === null
        ? expectedInstant(reported.scheduledIn, atMs, flight.firstMs)
        : nextInstant(reported.scheduledIn, flight.scheduledOutMs);
  if (!reported.movement) return;
  const reportedMs = instantOf(reported.movement.minuteOfDay, atMs);
  if (reportedMs === null) return;
  flight.reportedMovements[reported.movement.what] ??= reportedMs;
  if (isEnd) flight.landedMs ??= reportedMs;
  if (reported.movement.what === 'off') flight.wasAloft = true;
}

function addGround(flight: Followed, { atMs, untilMs }: Sighting): void {
  if (flight.aloftUntilMs !== null && flight.landedMs === null) {
    if (atMs - flight.aloftUntilMs <= changeMs) flight.onMs = atMs;
    flight.landedMs = atMs;
  }
  flight.groundUntilMs = Math.max(flight.groundUntilMs ?? 0, untilMs);
  flight.wasOnGround = true;
}

function addAloft(flight: Followed, { atMs, untilMs }: Sighting): void {
  const isFirst = flight.aloftUntilMs === null;
  if (isFirst && flight.groundUntilMs !== null && atMs - flight.groundUntilMs <= changeMs) flight.offMs = atMs;
  // A touch and go.
  const hasBounced = flight.landedMs !== null && flight.reportedMovements.on === undefined && atMs > flight.landedMs;
  if (hasBounced) {
    flight.landedMs = null;
    flight.onMs = null;
  }
  flight.aloftUntilMs = Math.max(flight.aloftUntilMs ?? 0, untilMs);
  flight.wasAloft = true;
}

/** An aircraft at a gate with a flight number has not flown. */
function hasMoved(flight: Followed): boolean {
  if (flight.wasAloft || Object.keys(flight.reportedMovements).length > 0) return true;
  return !flight.wasOnGround && (flight.flight !== null || flight.callSign !== null);
}

/** Messages take precedence over positions. */
function plain(followed: Followed): DerivedFlight {
  const {
    reportedMovements,
    groundUntilMs,
    aloftUntilMs,
    landedMs,
    wasOnGround,
    firstPlace,
    lastPlace,
    topFt,
    ...flight
  } = followed;
  return {
    ...flight,
    outMs: reportedMovements.out ?? null,
    offMs: reportedMovements.off ?? flight.offMs,
    onMs: reportedMovements.on ?? flight.onMs,
    inMs: reportedMovements.in ?? null,
    hasLanded: landedMs !== null,
    departurePlace: hasLeftFrom(followed) ? firstPlace : null,
    arrivalPlace: hasComeTo(followed) ? lastPlace : null,
  };
}

function hasLeftFrom({ firstPlace, wasAloft, landedMs, topFt }: Followed): boolean {
  if (!firstPlace) return false;
  if (firstPlace.isOnGround) return wasAloft && (landedMs === null || firstPlace.atMs < landedMs);
  return firstPlace.altFt !== null && topFt - firstPlace.altFt >= climbFt;
}

function hasComeTo({ lastPlace, landedMs, topFt }: Followed): boolean {
  if (!lastPlace) return false;
  if (lastPlace.isOnGround) return landedMs !== null;
  return lastPlace.altFt !== null && topFt - lastPlace.altFt >= climbFt;
}
