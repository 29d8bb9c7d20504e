/**
 * Where a demo aircraft is and what it does at an instant; a pure reckoning, so that history, gap and live traffic agree.
 * Must not: know messages or stations.
 */
import type { DemoAircraft } from './fleet.ts';
import { airportOf, along, courseDeg, type DemoAirport, distanceNmi, type Place } from './places.ts';

export type Phase = 'gate' | 'taxi-out' | 'climb' | 'cruise' | 'descent' | 'taxi-in';
export type FlightState = Place & {
  readonly phase: Phase;
  readonly from: DemoAirport;
  readonly to: DemoAirport;
  /** Two characters of the airline and four digits, as on the air. */
  readonly flight: string;
  readonly altFt: number;
  readonly speedKt: number;
  readonly courseDeg: number;
  /** Epoch ms of out of the gate, off, on, in. */
  readonly times: { readonly out: number; readonly off: number; readonly on: number; readonly in: number };
  /** 0 to 1 of the way in the air. */
  readonly fraction: number;
};

const minuteMs = 60_000;
const gateMs = 55 * minuteMs;
const taxiOutMs = 12 * minuteMs;
const taxiInMs = 7 * minuteMs;
const climbMs = 20 * minuteMs;
const descentMs = 24 * minuteMs;

type Leg = {
  readonly from: DemoAirport;
  readonly to: DemoAirport;
  readonly number: number;
  readonly airMs: number;
  readonly totalMs: number;
};

const isSlow = (aircraft: DemoAircraft): boolean => aircraft.type.startsWith('AT');
const cruiseKt = (aircraft: DemoAircraft): number => (isSlow(aircraft) ? 275 : 458);

/** The legs of a round never change, and each message asks for them. */
const known = new Map<DemoAircraft, Leg[]>();
function legsOf(aircraft: DemoAircraft): Leg[] {
  const legs = known.get(aircraft) ?? reckonLegs(aircraft);
  known.set(aircraft, legs);
  return legs;
}

function reckonLegs(aircraft: DemoAircraft): Leg[] {
  return aircraft.round.map((icao, i) => {
    const from = airportOf(icao);
    const to = airportOf(aircraft.round[(i + 1) % aircraft.round.length] ?? icao);
    // Climb and descent cost about a quarter of an hour beside the distance at cruising speed.
    const airMs = (distanceNmi(from, to) / cruiseKt(aircraft)) * 60 * minuteMs + 15 * minuteMs;
    return { from, to, number: aircraft.firstFlight + i, airMs, totalMs: gateMs + taxiOutMs + airMs + taxiInMs };
  });
}

/** `index` staggers the fleet, so that not all leave at once. */
export function flightState(aircraft: DemoAircraft, index: number, atMs: number): FlightState {
  const legs = legsOf(aircraft);
  const roundMs = legs.reduce((sum, leg) => sum + leg.totalMs, 0);
  let elapsed = (atMs + index * 47 * minuteMs) % roundMs;
  let leg = legs[0] as Leg;
  for (leg of legs) {
    if (elapsed < leg.totalMs) break;
    elapsed -= leg.totalMs;
  }
  return stateOnLeg(aircraft, leg, elapsed, atMs);
}

function stateOnLeg(aircraft: DemoAircraft, leg: Leg, elapsedMs: number, atMs: number): FlightState {
  const begin = atMs - elapsedMs;
  const out = begin + gateMs;
  const off = out + taxiOutMs;
  const on = off + leg.airMs;
  const times = { out, off, on, in: on + taxiInMs };
  const inAirMs = Math.min(Math.max(atMs - off, 0), leg.airMs);
  const leftMs = leg.airMs - inAirMs;
  const fraction = inAirMs / leg.airMs;
  const phase = phaseAt(atMs, times, inAirMs, leftMs);
  const place = along(leg.from, leg.to, fraction);
  const top = isSlow(aircraft) ? 19_000 : 33_000 + (leg.number % 4) * 1000;
  const climbed = Math.min(1, inAirMs / Math.min(climbMs, leg.airMs / 2));
  const descended = Math.min(1, leftMs / Math.min(descentMs, leg.airMs / 2));
  const height = Math.min(Math.sqrt(climbed), descended);
  const isFlying = phase === 'climb' || phase === 'cruise' || phase === 'descent';
  return {
    lat: place.lat,
    lon: place.lon,
    phase,
    from: leg.from,
    to: leg.to,
    flight: `${aircraft.airline}${String(leg.number).padStart(4, '0')}`,
    altFt: isFlying ? Math.round((top * height) / 10) * 10 : 0,
    speedKt: isFlying ? Math.round(150 + (cruiseKt(aircraft) - 150) * height) : 0,
    courseDeg: courseDeg(fraction < 0.999 ? place : leg.from, leg.to),
    times,
    fraction,
  };
}

function phaseAt(atMs: number, times: FlightState['times'], inAirMs: number, leftMs: number): Phase {
  if (atMs < times.out) return 'gate';
  if (atMs < times.off) return 'taxi-out';
  if (atMs >= times.on) return 'taxi-in';
  if (inAirMs < climbMs && leftMs > descentMs) return 'climb';
  return leftMs <= descentMs ? 'descent' : 'cruise';
}
