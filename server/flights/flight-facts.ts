/**
 * What a list says of a derived flight: its airports (as messages told them, as it was seen near the ground, or as its route is known), how
 * long it flew, what it does and how late it is. Must not: touch the database, or know how a flight was found.
 */
import type { DerivedFlight } from './derive-flights.ts';

/** `from` and `to` = airports of any source; `divertedTo` = where it came down although messages had told another one. */
export type FlightEnds<A> = { readonly from: A | null; readonly to: A | null; readonly divertedTo: A | null };
/** The same airports, as each source says: of the messages, of the places near the ground, of the route of its call sign. */
export type EndSources<A> = {
  readonly told: { readonly from: A | null; readonly to: A | null; readonly endedAt: A | null };
  readonly seen: { readonly from: A | null; readonly to: A | null };
  /** In their order; more than two for a flight with stops. */
  readonly route: readonly A[];
};

/** A route can be out of date: what was seen counts before it, and it never makes a diversion. */
export function endsOf<A extends { readonly airportId: number }>(
  { told, seen, route }: EndSources<A>,
  hasLanded: boolean,
): FlightEnds<A> {
  const from = told.from ?? seen.from;
  const leg = legOf(route, from, told.to ?? seen.to);
  const endedAt = told.endedAt ?? (hasLanded ? seen.to : null);
  const isDiverted = told.to !== null && endedAt !== null && endedAt.airportId !== told.to.airportId;
  return {
    from: from ?? leg?.from ?? null,
    to: told.to ?? seen.to ?? leg?.to ?? null,
    divertedTo: isDiverted ? endedAt : null,
  };
}

/** With stops on the way one end must be known, so that it is clear which leg is flown. */
function legOf<A extends { readonly airportId: number }>(
  route: readonly A[],
  from: A | null,
  to: A | null,
): { from: A; to: A } | null {
  const legs = route.slice(1).map((end, i) => ({ from: route[i] as A, to: end }));
  const fitting = legs.filter(
    (leg) => (!from || leg.from.airportId === from.airportId) && (!to || leg.to.airportId === to.airportId),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

export type HoursMinutes = { readonly hours: number; readonly minutes: number };
const minuteMs = 60_000;

/** The time of the day, UTC. */
export const timeOfDay = (ms: number | null): HoursMinutes | null =>
  ms === null ? null : { hours: new Date(ms).getUTCHours(), minutes: new Date(ms).getUTCMinutes() };

/** From taking off to touching down. */
export function timeInTheAir({ offMs, onMs }: DerivedFlight): HoursMinutes | null {
  if (offMs === null || onMs === null || onMs < offMs) return null;
  const minutes = Math.round((onMs - offMs) / minuteMs);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** When it left the gate; where nothing told that, when it took off. */
export const departedMs = (flight: DerivedFlight): number | null => flight.outMs ?? flight.offMs;

/** Silent for so long, nobody knows what became of it. */
const silentMs = 60 * minuteMs;

/** null = nothing tells. */
export function statusOf(flight: DerivedFlight, isDiverted: boolean, nowMs: number): string | null {
  const word = statusWord(flight, isDiverted, nowMs);
  const delay = word === null ? null : delayText(flight);
  return delay === null ? word : `${word}, ${delay}`;
}

function statusWord(flight: DerivedFlight, isDiverted: boolean, nowMs: number): string | null {
  if (isDiverted) return 'Diverted';
  if (flight.inMs !== null) return 'Arrived';
  if (flight.hasLanded) return 'Landed';
  if (nowMs - flight.lastMs > silentMs) return null;
  if (flight.wasAloft) return 'En route';
  return flight.outMs === null ? null : 'Taxiing';
}

/** Against the timetable: of the arrival, before it of the departure; to the minute. */
function delayText({ scheduledInMs, scheduledOutMs, inMs, outMs }: DerivedFlight): string | null {
  if (scheduledInMs !== null && inMs !== null) return lateness(inMs - scheduledInMs, '');
  if (scheduledOutMs !== null && outMs !== null && inMs === null) return lateness(outMs - scheduledOutMs, 'left ');
  return null;
}

function lateness(ms: number, verb: string): string {
  const minutes = Math.round(ms / minuteMs);
  if (minutes === 0) return `${verb}on time`;
  const size = Math.abs(minutes);
  return `${verb}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')} ${minutes > 0 ? 'late' : 'early'}`;
}

/** `RO0391` is called RO391. */
export function flightCode({ flight, callSign }: DerivedFlight): string {
  const [, airline, number] = /^([A-Z0-9]{2})0*(\d{1,4}[A-Z]?)$/.exec(flight ?? '') ?? [];
  return airline && number ? airline + number : (flight ?? callSign ?? '');
}
