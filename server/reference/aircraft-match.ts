/** Matches a message to its aircraft and airline (decision 12). A property test checks it against messages/aircraft-match-sql.ts. */
import { airlineCode, tailKey } from '../../contract/airline-code.ts';
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
  readonly operatorName: string | null;
  readonly operatorIata: string | null;
  readonly operatorIcao: string | null;
};
export type KnownAirline = {
  readonly airlineId: number;
  readonly airlineName: string;
  readonly iata: string | null;
  readonly icao: string | null;
  /** Two letters of its flights in ACARS, where they are not its IATA code, or that of another airline, too. */
  readonly acarsCode: string | null;
  readonly isActive: boolean;
};

/** The aircraft with the message's address. Without one, the one with its tail, of several the newest entry. */
export function aircraftOf<A extends KnownAircraft>(received: ReceivedIdentity, all: readonly A[]): A | null {
  const byAddress = all.find(({ modeS }) => modeS !== null && received.icao !== null && same(modeS, received.icao));
  if (byAddress) return byAddress;
  const key = tailKey(received.tail);
  const byTail = all.filter(({ registration }) => key !== null && tailKey(registration) === key);
  return byTail.sort((a, b) => b.aircraftId - a.aircraftId)[0] ?? null;
}

/** Business aviation and test flights. */
const noAirlines = ['gs', 'xa', 'xx'];

/**
 * The airline meant by a code before a flight number. Certain = it operates, and no other one does under its three letters, or has or had
 * its two letters. An airline without three letters flies under those of another one, or is an invented one: lists contain such.
 */
function ownerOf<L extends KnownAirline>(code: string, all: readonly L[]): { airline: L; isCertain: boolean } | null {
  const isOf = (one: string | null): boolean => one !== null && same(one, code);
  const owners = all.filter(({ iata, icao, acarsCode }) => [iata, icao, acarsCode].some(isOf));
  const [airline] = owners.toSorted(
    (a, b) =>
      Number(isOf(b.acarsCode)) - Number(isOf(a.acarsCode)) ||
      Number(b.isActive) - Number(a.isActive) ||
      a.airlineId - b.airlineId,
  );
  if (!airline) return null;
  const names = (some: readonly L[]): number => new Set(some.map(({ airlineName }) => foldCase(airlineName))).size;
  const codes = new Set(owners.map(({ icao, airlineId }) => (icao === null ? String(airlineId) : foldCase(icao))));
  const isCertain =
    code.length > 2
      ? names(owners.filter(({ isActive }) => isActive)) === 1
      : (codes.size === 1 || names(owners) === 1) &&
        owners.some(({ isActive, icao }) => isActive && /^[a-z]{3}$/i.test(icao ?? '')) &&
        !noAirlines.includes(code);
  return { airline, isCertain };
}

/**
 * The airline with the three letters before the flight number, otherwise that of the aircraft. Two letters count only if the
 * operator of the aircraft is unknown: airlines share and inherit them.
 */
export function airlineOf<L extends KnownAirline>(
  received: ReceivedIdentity,
  met: KnownAircraft | null,
  all: readonly L[],
): { readonly airline: L | null; readonly isCertain: boolean } {
  const code = airlineCode(received.flight, received.tail);
  const owner = code === null ? null : ownerOf(code, all);
  const isOperated =
    met !== null &&
    [met.airlineId, met.operatorName, met.operatorIata, met.operatorIcao].some((known) => known !== null);
  if (owner && (code?.length === 3 || !isOperated)) return owner;
  return { airline: all.find(({ airlineId }) => airlineId === met?.airlineId) ?? null, isCertain: true };
}

const same = (a: string, b: string): boolean => foldCase(a) === foldCase(b);
