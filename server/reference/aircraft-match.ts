/** Matches a message to its aircraft and airline (decision 17). A property test checks it against messages/aircraft-match-sql.ts. */
import { airlineCode } from '../../contract/airline-code.ts';
import { foldCase } from '../../contract/filters.ts';

export type ReceivedIdentity = {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
};
export type KnownAircraft = {
  readonly aircraftId: number;
  readonly registration: string;
  readonly modeS: string | null;
  readonly airlineId: number | null;
};
export type KnownAirline = {
  readonly airlineId: number;
  readonly iata: string | null;
  readonly icao: string | null;
  readonly isActive: boolean;
};

/** Tails are written with leading dots, with hyphens or without: the remaining characters, or null. */
export function tailKey(tail: string | null): string | null {
  return (
    foldCase(tail ?? '')
      .replace(/^\.+/, '')
      .replaceAll('-', '') || null
  );
}

/** The aircraft with the message's address. Without one, the one with its tail, of several the newest entry. */
export function aircraftOf<A extends KnownAircraft>(received: ReceivedIdentity, all: readonly A[]): A | null {
  const byAddress = all.find(({ modeS }) => modeS !== null && received.icao !== null && same(modeS, received.icao));
  if (byAddress) return byAddress;
  const key = tailKey(received.tail);
  const byTail = all.filter(({ registration }) => key !== null && tailKey(registration) === key);
  return byTail.sort((a, b) => b.aircraftId - a.aircraftId)[0] ?? null;
}

/** The airline with the flight's code, of several an active one, then the oldest entry. Without one, the aircraft's. */
export function airlineOf<L extends KnownAirline>(
  received: ReceivedIdentity,
  met: KnownAircraft | null,
  all: readonly L[],
): L | null {
  const code = airlineCode(received.flight);
  const byCode = all.filter(({ iata, icao }) => [iata, icao].some((one) => one !== null && same(one, code ?? '')));
  const first = byCode.sort((a, b) => Number(b.isActive) - Number(a.isActive) || a.airlineId - b.airlineId)[0];
  return first ?? all.find(({ airlineId }) => airlineId === met?.airlineId) ?? null;
}

const same = (a: string, b: string): boolean => foldCase(a) === foldCase(b);
