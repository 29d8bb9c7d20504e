/**
 * Which aircraft and which airline a message meets, as a rule in plain words (docs/decisions/0017). The database says the same in SQL
 * (store/meeting-sql.ts); a property test holds the two equal. Must not: know the database, or a field beyond those that the rule looks at.
 */
import { foldCase } from '../../contract/filters.ts';

export type Heard = { readonly tail: string | null; readonly icao: string | null; readonly flight: string | null };
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

/** Tails are written with dots on the left, with hyphens or without: what is left without them, or null. */
export function tailKey(tail: string | null): string | null {
  return (
    foldCase(tail ?? '')
      .replace(/^\.+/, '')
      .replaceAll('-', '') || null
  );
}

/** What stands before the flight's number: three letters are an ICAO code, two characters (one of them a letter) an IATA code; else null. */
export function airlineCode(flight: string | null): string | null {
  return /^([a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])/.exec(foldCase(flight ?? ''))?.[0] ?? null;
}

/** The one with the message's address; where nobody has it, the one with its tail, of several the newest entry. */
export function aircraftOf<A extends KnownAircraft>(heard: Heard, all: readonly A[]): A | null {
  const byAddress = all.find(({ modeS }) => modeS !== null && heard.icao !== null && same(modeS, heard.icao));
  if (byAddress) return byAddress;
  const key = tailKey(heard.tail);
  const byTail = all.filter(({ registration }) => key !== null && tailKey(registration) === key);
  return byTail.sort((a, b) => b.aircraftId - a.aircraftId)[0] ?? null;
}

/** The one with the code of the flight, of several one that still flies, then the oldest entry; where nobody has it, the aircraft's. */
export function airlineOf<L extends KnownAirline>(
  heard: Heard,
  met: KnownAircraft | null,
  all: readonly L[],
): L | null {
  const code = airlineCode(heard.flight);
  const byCode = all.filter(({ iata, icao }) => [iata, icao].some((one) => one !== null && same(one, code ?? '')));
  const first = byCode.sort((a, b) => Number(b.isActive) - Number(a.isActive) || a.airlineId - b.airlineId)[0];
  return first ?? all.find(({ airlineId }) => airlineId === met?.airlineId) ?? null;
}

/** The address that the message was sent from, else that of the aircraft. */
export const modeSOf = (heard: Heard, met: KnownAircraft | null): string | null => heard.icao ?? met?.modeS ?? null;

const same = (a: string, b: string): boolean => foldCase(a) === foldCase(b);
