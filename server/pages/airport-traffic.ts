/** Arrivals, departures and approaching aircraft of an airport, from messages that name it. Own file: pure, tested with texts. */
import { hourMs } from '../../contract/durations.ts';
import type { AirportMovement } from '../../contract/entities/places.ts';
import { writeInstant } from '../../contract/params.ts';
import { instantOf } from '../../decoder/instants.ts';
import { readMovementText } from '../../decoder/movement-texts.ts';

/** A message, each once. `at` = epoch ms. `text` of all its blocks. */
export type TrafficMessage = {
  readonly id: string;
  readonly at: number;
  readonly tail: string | null;
  readonly flight: string | null;
  readonly icao: string | null;
  readonly label: string | null;
  readonly text: string | null;
};
/** `reportedAt` = epoch ms. */
export type Approaching = Pick<TrafficMessage, 'tail' | 'flight' | 'icao'> & {
  readonly from: string | null;
  readonly reportedAt: number;
};
export type Traffic = {
  readonly arrived: readonly AirportMovement[];
  readonly departed: readonly AirportMovement[];
  readonly approaching: readonly Approaching[];
};

/** Two reports of one flight at one airport, like on and in, are closer than two flights. */
const sameFlightMs = 3 * hourMs;
/** No flight is announced longer before its arrival. */
const approachMs = 12 * hourMs;

type Dated = AirportMovement & { readonly atMs: number };

/** `codes` = the codes of the airport in texts. Messages in any order. Results: newest first. */
export function airportTraffic(messages: readonly TrafficMessage[], codes: readonly string[], now: number): Traffic {
  const isHere = (code: string | null): boolean => code !== null && codes.includes(code);
  const arrived: Dated[] = [];
  const departed: Dated[] = [];
  const coming = new Map<string, Approaching>();
  const landed = new Map<string, Landing>();
  for (const message of messages.toSorted((a, b) => a.at - b.at)) {
    const { at, label, text } = message;
    const report = readMovementText(label, text);
    const aircraft = message.tail ?? message.icao ?? message.flight;
    const movement = report?.movement;
    const atMs = movement ? instantOf(movement.minuteOfDay, at) : null;
    if (report && movement && atMs !== null) {
      const isEnd = movement.what === 'on' || movement.what === 'in';
      if (isEnd && isHere(report.to)) addMovement(arrived, dated(message, movement.what, atMs, report.from));
      if (!isEnd && isHere(report.from)) addMovement(departed, dated(message, movement.what, atMs, report.to));
      if (isEnd && aircraft !== null) coming.delete(aircraft);
    }
    if (aircraft === null) continue;
    const isOver = movement?.what === 'on' || movement?.what === 'in';
    if (isOver) landed.set(aircraft, { at, from: report?.from ?? null });
    else if (movement) landed.delete(aircraft);
    if (isOver || now - at > approachMs) continue;
    if (isHere(report?.to ?? null)) {
      if (isAfter(landed.get(aircraft), at, report?.from ?? null)) continue;
      const { tail, flight, icao } = message;
      const before = coming.get(aircraft);
      coming.set(aircraft, {
        tail,
        flight: flight ?? before?.flight ?? null,
        icao: icao ?? before?.icao ?? null,
        from: report?.from ?? before?.from ?? null,
        reportedAt: at,
      });
    } else if (isHere(report?.from ?? null)) coming.delete(aircraft);
  }
  return {
    arrived: newestFirst(arrived),
    departed: newestFirst(departed),
    approaching: [...coming.values()].sort((a, b) => b.reportedAt - a.reportedAt),
  };
}

type Landing = { readonly at: number; readonly from: string | null };
/** A report of a flight that has landed: sent at the gate, or received earlier by a receiver with another clock. */
function isAfter(landing: Landing | undefined, at: number, from: string | null): boolean {
  if (!landing || at - landing.at > sameFlightMs) return false;
  // A code of IATA and one of ICAO may be one airport.
  return from === null || landing.from === null || from === landing.from || from.length !== landing.from.length;
}

const dated = (
  { id, tail, flight }: TrafficMessage,
  what: AirportMovement['what'],
  atMs: number,
  other: string | null,
): Dated => ({ id, at: writeInstant(atMs), atMs, what, tail, flight, other });

/** Later in the course of a flight: in replaces on, off replaces out. A repeated report changes nothing. */
const rank: Readonly<Record<AirportMovement['what'], number>> = { out: 0, off: 1, on: 0, in: 1 };

function addMovement(movements: Dated[], one: Dated): void {
  const at = movements.findIndex(
    (known) =>
      (known.tail ?? known.flight) === (one.tail ?? one.flight) &&
      known.other === one.other &&
      Math.abs(known.atMs - one.atMs) < sameFlightMs,
  );
  const known = movements[at];
  if (!known) movements.push(one);
  else if (rank[one.what] > rank[known.what]) movements[at] = { ...one, flight: one.flight ?? known.flight };
}

const newestFirst = (movements: readonly Dated[]): AirportMovement[] =>
  movements.toSorted((a, b) => b.atMs - a.atMs).map(({ atMs: _, ...movement }) => movement);
