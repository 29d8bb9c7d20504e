/** Displayed values of a derived flight: airports, duration, status, delay. Pure. */
import { minuteMs } from '../../../contract/durations.ts';
import type { DerivedFlight } from '../../../decoder/derive-flights.ts';

/** `from` and `to` = airports of any source. `divertedTo` = actual destination if messages named another. */
export type FlightEnds<A> = { readonly from: A | null; readonly to: A | null; readonly divertedTo: A | null };
/** The same airports by source: messages, positions near the ground, route of the callsign. */
export type EndSources<A> = {
  readonly reported: { readonly from: A | null; readonly to: A | null; readonly endedAt: A | null };
  readonly seen: { readonly from: A | null; readonly to: A | null };
  /** In order. More than two for a flight with stops. */
  readonly route: readonly A[];
};

/** Routes can be outdated: positions take precedence, and a route never gives a diversion. */
export function endsOf<A extends { readonly airportId: number }>(
  { reported, seen, route }: EndSources<A>,
  hasLanded: boolean,
): FlightEnds<A> {
  const from = reported.from ?? seen.from;
  const leg = legOf(route, from, reported.to ?? seen.to);
  const endedAt = reported.endedAt ?? (hasLanded ? seen.to : null);
  const isDiverted = reported.to !== null && endedAt !== null && endedAt.airportId !== reported.to.airportId;
  return {
    from: from ?? leg?.from ?? null,
    to: reported.to ?? seen.to ?? leg?.to ?? null,
    divertedTo: isDiverted ? endedAt : null,
  };
}

/** With stops one end must be known to identify the leg. */
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

type HoursMinutes = { readonly hours: number; readonly minutes: number };

/** The time of the day, UTC. */
export const timeOfDay = (ms: number | null): HoursMinutes | null =>
  ms === null ? null : { hours: new Date(ms).getUTCHours(), minutes: new Date(ms).getUTCMinutes() };

/** From takeoff to landing. */
export function timeInTheAir({ offMs, onMs }: DerivedFlight): HoursMinutes | null {
  if (offMs === null || onMs === null || onMs < offMs) return null;
  const minutes = Math.round((onMs - offMs) / minuteMs);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Gate departure, otherwise takeoff. */
export const departedMs = (flight: DerivedFlight): number | null => flight.outMs ?? flight.offMs;

/** After this silence the outcome is unknown. */
const silentMs = 60 * minuteMs;

/** null = unknown. */
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

/** Arrival against the timetable, before it departure, in minutes. */
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
