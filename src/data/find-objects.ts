/** Finds aircraft, airlines and users on the server by the word typed into the go-to dialog, and airports while the device has none. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import { fullCopyRowsSoon } from './offline/full-copies.ts';
import { send } from './send.ts';

/** `id` as in the address of its screen. `hint` = its code. */
export type FoundObject = {
  readonly kind: 'airport' | 'aircraft' | 'airline' | 'user';
  readonly id: string;
  readonly name: string;
  readonly hint: string;
};

const maxOfAKind = 3;
/** Shorter words are part of too many names. */
const minNameLength = 3;
const limit = String(maxOfAKind);

/** A failed search is left out: the field has other results. */
export function objectsQuery(audience: Audience, typed: string): UseQueryOptions<readonly FoundObject[]> {
  const word = typed.trim();
  return {
    queryKey: ['find-objects', audience, word.toLowerCase()],
    queryFn: async ({ signal }) => {
      const may = (id: string): boolean => permissionFor(id, audience, true) === 'yes';
      const searches = [
        may(api.airport.list.id) ? airports(word, signal) : [],
        may(api.aircraft.list.id) ? aircraft(word, signal) : [],
        may(api.airline.list.id) && word.length >= minNameLength ? airlines(word, signal) : [],
        may(api.account.usersBySearchString.id) && word.length >= minNameLength ? users(word, signal) : [],
      ];
      const found = await Promise.allSettled(searches);
      return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    },
    enabled: word.length >= 2,
    staleTime: 60_000,
    meta: { isQuiet: true },
  };
}

type AirportText = {
  readonly airportId: number | null;
  readonly airportName: string | null;
  readonly airportIata: string | null;
  readonly airportICAO: string | null;
  readonly city: string | null;
};
async function airports(word: string, signal: AbortSignal): Promise<FoundObject[]> {
  if (await fullCopyRowsSoon({ endpoint: api.airport.list, scope: {} })) return [];
  const requested = /^[a-z]{4}$/i.test(word)
    ? { airportICAO: word }
    : /^[a-z]{3}$/i.test(word)
      ? { iata: word }
      : { airportName: word };
  const response = await send(api.airport.list, { query: { ...requested, limit }, cause: 'user', signal });
  return bestAirports(response.airports, word);
}

/** Pure. Whole codes first, then names and cities that begin with the word, then those that contain it. */
export function bestAirports(rows: readonly AirportText[], word: string): FoundObject[] {
  const text = word.toLowerCase();
  const ranks = [
    ({ airportICAO, airportIata }: AirportText) =>
      airportICAO?.toLowerCase() === text || airportIata?.toLowerCase() === text,
    ({ airportName, city }: AirportText) =>
      airportName?.toLowerCase().startsWith(text) === true || city?.toLowerCase() === text,
    ({ airportName }: AirportText) => airportName?.toLowerCase().includes(text) === true,
  ];
  const found = new Map<number, FoundObject>();
  for (const isMatch of text.length < minNameLength ? ranks.slice(0, 1) : ranks)
    for (const row of rows) {
      if (found.size === maxOfAKind) return [...found.values()];
      const { airportId, airportName, airportICAO, airportIata } = row;
      if (airportId === null || found.has(airportId) || !isMatch(row)) continue;
      const hint = airportICAO ?? airportIata ?? '';
      found.set(airportId, { kind: 'airport', id: String(airportId), name: airportName ?? '', hint });
    }
  return [...found.values()];
}

async function aircraft(word: string, signal: AbortSignal): Promise<FoundObject[]> {
  const requested = /^[0-9a-f]{6}$/i.test(word) ? [{ registration: word }, { modeS: word }] : [{ registration: word }];
  const responses = await Promise.all(
    requested.map((query) => send(api.aircraft.list, { query: { ...query, limit }, cause: 'user', signal })),
  );
  return responses
    .flatMap((response) => response.aircraft)
    .flatMap(({ aircraftId, registration, aircraftType }) =>
      aircraftId === null
        ? []
        : [{ kind: 'aircraft', id: String(aircraftId), name: aircraftType ?? '', hint: registration ?? '' } as const],
    );
}

async function airlines(word: string, signal: AbortSignal): Promise<FoundObject[]> {
  const query = { airlineName: word, fleetDesc: 'true', limit } as const;
  const response = await send(api.airline.list, { query, cause: 'user', signal });
  return response.airlines.flatMap(({ airlineId, airlineName, icao, iata }) =>
    airlineId === null
      ? []
      : [{ kind: 'airline', id: String(airlineId), name: airlineName ?? '', hint: icao ?? iata ?? '' } as const],
  );
}

async function users(word: string, signal: AbortSignal): Promise<FoundObject[]> {
  const hits = await send(api.account.usersBySearchString, { query: { searchString: word }, cause: 'user', signal });
  return hits.slice(0, maxOfAKind).map(({ id, userName, name, surname }) => ({
    kind: 'user',
    id,
    name: `${name} ${surname}`.trim(),
    hint: userName,
  }));
}
