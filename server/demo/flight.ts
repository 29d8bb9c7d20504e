/** Position and phase of a demo aircraft at an instant. A pure function, so that history, gaps and live traffic agree. */
import { hourMs, minuteMs } from '../../contract/durations.ts';
import { along, courseDeg, distanceNmi, type Place } from '../base/geometry.ts';
import { type AircraftType, aircraftTypes } from './aircraft-types.ts';
import { airportOf, type DemoAirport } from './airports.ts';
import type { DemoAircraft } from './fleet.ts';

type Phase = 'gate' | 'taxi-out' | 'climb' | 'cruise' | 'descent' | 'taxi-in';
export type FlightState = Place & {
  readonly phase: Phase;
  readonly from: DemoAirport;
  readonly to: DemoAirport;
  /** Airline of two characters and four digits, as on the air, and the callsign. */
  readonly flight: string;
  readonly callSign: string;
  readonly altFt: number;
  readonly speedKt: number;
  readonly verticalFtMin: number;
  readonly courseDeg: number;
  /** Epoch ms of out, off, on, in. */
  readonly times: { readonly out: number; readonly off: number; readonly on: number; readonly in: number };
  /** 0 to 1 of the airborne time. */
  readonly fraction: number;
};

const gateMs = 45 * minuteMs;
const taxiOutMs = 12 * minuteMs;
const taxiInMs = 7 * minuteMs;
/** Staggered departures. */
const staggerMs = 47 * minuteMs;

type Leg = {
  readonly from: DemoAirport;
  readonly to: DemoAirport;
  /** Planned destination until landing. */
  readonly planned: DemoAirport;
  readonly flight: string;
  readonly callSign: string;
  readonly distanceNmi: number;
  /** At its begin. */
  readonly courseDeg: number;
  readonly profile: Profile;
  readonly totalMs: number;
};
type Round = { readonly legs: readonly Leg[]; readonly totalMs: number };

/** The legs of a rotation never change, and each message needs them. */
const known = new Map<DemoAircraft, Round>();
function roundOf(aircraft: DemoAircraft): Round {
  const round = known.get(aircraft) ?? calculateRound(aircraft);
  known.set(aircraft, round);
  return round;
}

/** With a diversion: rotations without one before, then the diverted one. */
function calculateRound(aircraft: DemoAircraft): Round {
  const { round, diverts } = aircraft;
  const plan = Array.from({ length: diverts?.inRounds ?? 1 }, () => round).flat();
  const divertedAt = diverts ? plan.length - round.length : -1;
  const legs = plan.map((icao, i) => {
    const from = airportOf(diverts && i === divertedAt + 1 ? diverts.to : icao);
    const planned = airportOf(plan[(i + 1) % plan.length] ?? icao);
    const to = diverts && i === divertedAt ? airportOf(diverts.to) : planned;
    const distance = distanceNmi(from, to);
    const course = courseDeg(from, to);
    // Eastbound at odd thousands of feet, westbound at even ones.
    const profile = profileOf(aircraftTypes[aircraft.type], distance, course >= 180);
    const number = aircraft.firstFlight + (i % round.length);
    return {
      from,
      to,
      planned,
      flight: `${aircraft.airline}${String(number).padStart(4, '0')}`,
      callSign: `${aircraft.callSign}${number}`,
      distanceNmi: distance,
      courseDeg: course,
      profile,
      totalMs: gateMs + taxiOutMs + profile.airMs + taxiInMs,
    };
  });
  return { legs, totalMs: legs.reduce((sum, leg) => sum + leg.totalMs, 0) };
}

/** `index` = position of the aircraft in the fleet. */
export function flightState(aircraft: DemoAircraft, index: number, atMs: number): FlightState {
  const round = roundOf(aircraft);
  let elapsed = (atMs + index * staggerMs) % round.totalMs;
  let leg = round.legs[0] as Leg;
  for (leg of round.legs) {
    if (elapsed < leg.totalMs) break;
    elapsed -= leg.totalMs;
  }
  return stateOnLeg(leg, index, elapsed, atMs);
}

/** `stateAt` = state of the aircraft at another instant: before the next leg starts at the gate. */
export type FlownLeg = {
  readonly times: FlightState['times'];
  readonly stateAt: (ms: number) => FlightState;
};

/** Legs that are between gate and gate at some time from `fromMs` until `toMs`. */
export function legsBetween(aircraft: DemoAircraft, index: number, fromMs: number, toMs: number): FlownLeg[] {
  const legs: FlownLeg[] = [];
  for (let atMs = fromMs; atMs < toMs; ) {
    const { times } = flightState(aircraft, index, atMs);
    const stateAt = (ms: number): FlightState => flightState(aircraft, index, Math.min(ms, times.in - 2));
    legs.push({ times, stateAt });
    // Times are fractions of a millisecond: slightly later the next leg has certainly started.
    atMs = Math.ceil(times.in) + 2;
  }
  return legs;
}

function stateOnLeg(leg: Leg, index: number, elapsedMs: number, atMs: number): FlightState {
  const out = atMs - elapsedMs + gateMs;
  const off = out + taxiOutMs;
  const on = off + leg.profile.airMs;
  const times = { out, off, on, in: on + taxiInMs };
  const isFlying = atMs >= off && atMs < on;
  const point = pointOf(leg.profile, Math.min(Math.max(atMs - off, 0), leg.profile.airMs));
  const fraction = Math.min(1, point.flownNmi / leg.distanceNmi);
  const place = isFlying ? along(leg.from, leg.to, fraction) : parked(leg, index, atMs, times);
  // No object spread here: a hundred thousand rows need some states each.
  return {
    lat: place.lat,
    lon: place.lon,
    phase: isFlying ? point.phase : groundPhase(atMs, times),
    from: leg.from,
    to: atMs < on ? leg.planned : leg.to,
    flight: leg.flight,
    callSign: leg.callSign,
    altFt: isFlying ? Math.round(point.altFt / 10) * 10 : 0,
    speedKt: isFlying ? Math.round(point.speedKt) : 0,
    verticalFtMin: isFlying ? Math.round(point.verticalFtMin) : 0,
    courseDeg: isFlying && fraction < 0.999 ? courseDeg(place, leg.to) : leg.courseDeg,
    times,
    fraction,
  };
}

function groundPhase(atMs: number, times: FlightState['times']): Phase {
  if (atMs < times.out) return 'gate';
  return atMs < times.off ? 'taxi-out' : 'taxi-in';
}

/** Gates are up to half a mile from the airport's reference point. A taxiing aircraft is in between. */
function parked(leg: Leg, index: number, atMs: number, times: FlightState['times']): Place {
  const airport = atMs < times.off ? leg.from : leg.to;
  const wayOut = Math.min(1, Math.max(0, (times.off - atMs) / taxiOutMs));
  const wayIn = Math.min(1, Math.max(0, (atMs - times.on) / taxiInMs));
  const share = atMs < times.off ? wayOut : wayIn;
  const angle = index * 2.4;
  return {
    lat: airport.lat + 0.008 * share * Math.sin(angle),
    lon: airport.lon + 0.012 * share * Math.cos(angle),
  };
}

// ---- Altitude, speed and distance of a flight over time, consistent with each other.

type Profile = {
  readonly climbMs: number;
  readonly cruiseMs: number;
  readonly descentMs: number;
  readonly airMs: number;
  readonly topFt: number;
  readonly cruiseKt: number;
};
type ProfilePoint = {
  readonly phase: 'climb' | 'cruise' | 'descent';
  readonly altFt: number;
  readonly speedKt: number;
  readonly verticalFtMin: number;
  readonly flownNmi: number;
};

/** Speed at take-off and landing. */
const slowKt = 145;
const meanClimbFtMin = 1700;
const meanDescentFtMin = 1500;
/** Fraction of the height climbed = 1 - (1 - x) ^ bend, x from 0 to 1 of the time. */
const bend = 1.6;
/** Climb and descent take at most this share of a route: a short flight stays lower. */
const mostOfWay = 0.9;

const climbed = (x: number): number => 1 - (1 - x) ** bend;
/** The integral of `climbed` from 0 to x. */
const climbedSum = (x: number): number => x - (1 - (1 - x) ** (bend + 1)) / (bend + 1);

/** `isEven`: cruises at even thousands of feet. */
function profileOf(type: AircraftType, distanceNmi: number, isEven: boolean): Profile {
  const fullPart = verticalPart(type, type.topFt);
  const share = Math.min(1, (mostOfWay * distanceNmi) / fullPart.nmi);
  const thousands = Math.floor((type.topFt * share) / 1000);
  const level = thousands % 2 === (isEven ? 0 : 1) ? thousands : thousands - 1;
  const { climbMs, descentMs, nmi } = verticalPart(type, level * 1000);
  const cruiseMs = ((distanceNmi - nmi) / type.cruiseKt) * hourMs;
  const { cruiseKt } = type;
  return { climbMs, cruiseMs, descentMs, airMs: climbMs + cruiseMs + descentMs, topFt: level * 1000, cruiseKt };
}

function verticalPart({ cruiseKt }: AircraftType, topFt: number): { climbMs: number; descentMs: number; nmi: number } {
  const climbMs = (topFt / meanClimbFtMin) * minuteMs;
  const descentMs = (topFt / meanDescentFtMin) * minuteMs;
  const gainKt = cruiseKt - slowKt;
  const nmi = (climbMs * (slowKt + gainKt * climbedSum(1)) + descentMs * (slowKt + gainKt / 2)) / hourMs;
  return { climbMs, descentMs, nmi };
}

/** `inAirMs` = time since take-off, 0 to `airMs`. */
function pointOf(profile: Profile, inAirMs: number): ProfilePoint {
  const { climbMs, cruiseMs, descentMs, topFt, cruiseKt } = profile;
  const gainKt = cruiseKt - slowKt;
  const climbNmi = (part: number) => (climbMs * (slowKt * part + gainKt * climbedSum(part))) / hourMs;
  if (inAirMs < climbMs) {
    const part = inAirMs / climbMs;
    return {
      phase: 'climb',
      altFt: topFt * climbed(part),
      speedKt: slowKt + gainKt * climbed(part),
      verticalFtMin: (topFt / (climbMs / minuteMs)) * bend * (1 - part) ** (bend - 1),
      flownNmi: climbNmi(part),
    };
  }
  const level = Math.min(inAirMs - climbMs, cruiseMs);
  const cruised = climbNmi(1) + (level * cruiseKt) / hourMs;
  if (inAirMs < climbMs + cruiseMs)
    return { phase: 'cruise', altFt: topFt, speedKt: cruiseKt, verticalFtMin: 0, flownNmi: cruised };
  const part = Math.min(1, (inAirMs - climbMs - cruiseMs) / descentMs);
  return {
    phase: 'descent',
    altFt: topFt * (1 - part),
    speedKt: slowKt + gainKt * (1 - part),
    verticalFtMin: -topFt / (descentMs / minuteMs),
    flownNmi: cruised + (descentMs * (slowKt * part + gainKt * (part - part ** 2 / 2))) / hourMs,
  };
}
