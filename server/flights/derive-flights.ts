/**
 * The flights of one aircraft out of what was heard of it. The rule: docs/decisions/0018-flights.md.
 * Must not: invent. What nothing says stays null. Pure: no database, no clock.
 */
import { instantOf, nearestInstant } from './instants.ts';
import type { Movement, Told } from './movement-texts.ts';

/** Something heard, or a minute of frames that say the same. */
export type Sighting = {
  /** Epoch ms of the first and the last of it. */
  readonly atMs: number;
  readonly untilMs: number;
  /** The flight number of ACARS: airline of two characters, four digits. */
  readonly flight: string | null;
  /** As the aircraft identifies itself by ADS-B. */
  readonly callSign: string | null;
  readonly isOnGround: boolean | null;
  readonly place: Place | null;
  readonly told: Told | null;
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
  /** Codes of airports as messages told them: the plan, and where it ended when that was another one. */
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
  /** Where it was when it left, and when it had come: only places from which it climbed, or to which it came down. */
  departurePlace: Place | null;
  arrivalPlace: Place | null;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Nothing heard for so long: what comes then is another flight ... */
const gapMs = 3 * hourMs;
/** ... unless it has the same name: an ocean lies between. No flight takes longer. */
const namedGapMs = 18 * hourMs;
/** Ground and air so close together tell when it took off or landed. */
const changeMs = 5 * minuteMs;
/** Aloft again so soon, under no other name: a touch and go, or a frame that was wrong. */
const bounceMs = 20 * minuteMs;
/** So much higher than a place aloft must a flight have been, that it climbed from there, or came down to there. */
const climbFt = 1000;

/** What is told while one flight is followed. */
type Followed = Omit<DerivedFlight, 'hasLanded' | 'departurePlace' | 'arrivalPlace'> & {
  toldMovements: Partial<Record<Movement, number>>;
  groundUntilMs: number | null;
  aloftUntilMs: number | null;
  landedMs: number | null;
  wasOnGround: boolean;
  /** Of all places; `topFt` = the highest. */
  firstPlace: (Place & { readonly atMs: number }) | null;
  lastPlace: Place | null;
  topFt: number;
};

/** `sightings` in order of time. The oldest flight first. */
export function deriveFlights(sightings: readonly Sighting[]): DerivedFlight[] {
  const flights: Followed[] = [];
  for (const sighting of sightings) {
    const flight = flightOf(flights, sighting) ?? begin(flights, sighting);
    follow(flight, sighting);
  }
  return flights.filter(hasMoved).map(plain);
}

// ---- which flight a sighting belongs to

/** The one that is followed, or the one before it (a report of its end may come late); null = a new one begins. */
function flightOf(flights: readonly Followed[], sighting: Sighting): Followed | null {
  const current = flights.at(-1);
  const before = flights.at(-2);
  if (!current) return null;
  if (before && isLateReport(before, current, sighting)) return before;
  return isAnother(current, sighting) ? null : current;
}

function isLateReport(before: Followed, current: Followed, { flight, told, atMs }: Sighting): boolean {
  const what = told?.movement?.what;
  const isEnd = what === 'on' || what === 'in';
  return (
    isEnd && flight !== null && flight === before.flight && flight !== current.flight && atMs - before.lastMs < gapMs
  );
}

function isAnother(current: Followed, sighting: Sighting): boolean {
  const isSameName = hasSameName(current, sighting);
  if (isSameName === false) return true;
  const { told } = sighting;
  if (told?.from && current.from && told.from !== current.from) return true;
  if (sighting.atMs - current.lastMs > (isSameName ? namedGapMs : gapMs)) return true;
  return current.landedMs !== null && isLeavingAgain(current, current.landedMs, sighting);
}

/** null = one of them has no name that could be compared. */
function hasSameName(current: Followed, { flight, callSign }: Sighting): boolean | null {
  if (flight !== null && current.flight !== null) return flight === current.flight;
  if (callSign !== null && current.callSign !== null) return callSign === current.callSign;
  return null;
}

function isLeavingAgain(current: Followed, landedMs: number, sighting: Sighting): boolean {
  const movement = sighting.told?.movement;
  if (movement && (movement.what === 'out' || movement.what === 'off')) {
    const toldMs = instantOf(movement.minuteOfDay, sighting.atMs);
    return toldMs !== null && toldMs > landedMs;
  }
  if (sighting.isOnGround !== false) return false;
  const isBounce = current.toldMovements.on === undefined && sighting.atMs - landedMs < bounceMs;
  return !isBounce && sighting.atMs > landedMs + minuteMs;
}

// ---- what a sighting adds

function begin(flights: Followed[], { atMs }: Sighting): Followed {
  const flight: Followed = {
    flight: null,
    callSign: null,
    firstMs: atMs,
    lastMs: atMs,
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
    wasOnGround: false,
    firstPlace: null,
    lastPlace: null,
    topFt: Number.NEGATIVE_INFINITY,
    toldMovements: {},
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
  if (sighting.told) addTold(flight, sighting.told, sighting.atMs);
  if (sighting.isOnGround === true) addGround(flight, sighting);
  if (sighting.isOnGround === false) addAloft(flight, sighting);
}

function addPlace(flight: Followed, place: Place, atMs: number): void {
  flight.firstPlace ??= { ...place, atMs };
  flight.lastPlace = place;
  flight.topFt = Math.max(flight.topFt, place.altFt ?? Number.NEGATIVE_INFINITY);
}

function addTold(flight: Followed, told: Told, atMs: number): void {
  const isEnd = told.movement?.what === 'on' || told.movement?.what === 'in';
  if (isEnd && told.to !== null && flight.to !== null && told.to !== flight.to) flight.endedAt = told.to;
  flight.from ??= told.from;
  flight.to ??= told.to;
  if (told.scheduledOut !== null) flight.scheduledOutMs ??= nearestInstant(told.scheduledOut, atMs);
  if (told.scheduledIn !== null)
    flight.scheduledInMs ??= nearestInstant(told.scheduledIn, flight.scheduledOutMs ?? atMs);
  if (!told.movement) return;
  const toldMs = instantOf(told.movement.minuteOfDay, atMs);
  if (toldMs === null) return;
  flight.toldMovements[told.movement.what] ??= toldMs;
  if (isEnd) flight.landedMs ??= toldMs;
  if (told.movement.what === 'off') flight.wasAloft = true;
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
  // It had only touched the ground.
  const hasBounced = flight.landedMs !== null && flight.toldMovements.on === undefined && atMs > flight.landedMs;
  if (hasBounced) {
    flight.landedMs = null;
    flight.onMs = null;
  }
  flight.aloftUntilMs = Math.max(flight.aloftUntilMs ?? 0, untilMs);
  flight.wasAloft = true;
}

/** An aircraft that stands at a gate under some name has not flown. */
function hasMoved(flight: Followed): boolean {
  if (flight.wasAloft || Object.keys(flight.toldMovements).length > 0) return true;
  return !flight.wasOnGround && (flight.flight !== null || flight.callSign !== null);
}

/** What messages told counts before what was seen. */
function plain(followed: Followed): DerivedFlight {
  const { toldMovements, groundUntilMs, aloftUntilMs, landedMs, wasOnGround, firstPlace, lastPlace, topFt, ...flight } =
    followed;
  return {
    ...flight,
    outMs: toldMovements.out ?? null,
    offMs: toldMovements.off ?? flight.offMs,
    onMs: toldMovements.on ?? flight.onMs,
    inMs: toldMovements.in ?? null,
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
