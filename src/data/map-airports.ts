/** Airports for the map (API-30, MAP-11): from the server, else from the last response or the full copy on the device. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type Airport, type MapAirport, mapAirport } from '../../contract/entities/reference.ts';
import { tolerantRow } from '../../contract/kinds.ts';
import { type Bounds, boundsQuery, covers, isPlace, isWithin } from '../lib/bounds.ts';
import { sessionSignal } from '../session/session-signal.ts';
import { ApiError } from './api-error.ts';
import { storedResponse, storeResponse } from './offline/cached-responses.ts';
import { fullCopyRows, fullCopyRowsSoon } from './offline/full-copies.ts';
import { type ApiResponse, type Found, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

export type AirportSet = 'large' | 'largeAndMedium' | 'all';
/** `bounds` null = not known yet: airports of the whole world are requested. */
export type AirportCriteria = { readonly set: AirportSet; readonly bounds: Bounds | null };
export type MapAirports = ApiResponse<readonly MapAirport[]>;

export function mapAirportsQuery(criteria: AirportCriteria): UseQueryOptions<MapAirports> {
  return {
    ...resource({
      key: ['map-airports', criteria],
      request: ({ signal }) => airportsOf(criteria, signal),
      read: readMapAirports,
      copy: {
        store: (response, session) => storeLast(criteria, response, session),
        find: (session) => storedAirports(criteria, session),
      },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    meta: { isQuiet: true },
  };
}

const calls = {
  large: api.airport.large,
  largeAndMedium: api.airport.largeAndMedium,
  all: api.airport.all,
} as const;

async function airportsOf({ set, bounds }: AirportCriteria, signal: AbortSignal): Promise<unknown> {
  const query = bounds ? boundsQuery(bounds) : {};
  try {
    return await send(calls[set], { query, cause: 'poll', signal }, readAny);
  } catch (error) {
    // A refusal is treated as unreachable: stored airports are valid.
    throw error instanceof ApiError
      ? new ApiError({ unreached: error.unreached ?? 'unavailable', cause: error })
      : error;
  }
}

/** The last response, of whatever set. */
const last = { call: api.airport.all } as const;
/** A larger response covers half the world: the full copy follows soon. */
const maxStored = 2000;

function storeLast(
  { set, bounds }: AirportCriteria,
  { value, dataAt }: Found<readonly MapAirport[]>,
  session: AbortSignal,
) {
  if (!bounds || value.length > maxStored) return;
  void storeResponse(last, { value: { set, bounds, airports: value }, storedAt: dataAt }, session);
}

/** `isWhole` = every airport of the request. */
type OfLast = { readonly airports: readonly MapAirport[]; readonly isWhole: boolean };

/** Pure. Airports of the last response in the view. null = it contains none of the view. */
export function airportsOfLast(last: unknown, { set, bounds }: AirportCriteria): OfLast | null {
  const found = last as Partial<Readonly<Record<'set' | 'bounds' | 'airports', unknown>>> | null | undefined;
  if (!bounds || found?.set !== set || !isBounds(found.bounds)) return null;
  const airports = readMapAirports(found).filter((one) => isWithin(bounds, one.latitudeDeg, one.longitudeDeg));
  const isWhole = covers(found.bounds, bounds);
  return isWhole || airports.length > 0 ? { airports, isWhole } : null;
}

const isBounds = (value: unknown): value is Bounds =>
  typeof value === 'object' &&
  value !== null &&
  ['north', 'south', 'east', 'west'].every((side) => Number.isFinite((value as Record<string, unknown>)[side]));

/** Stored airports for the first paint, until `mapAirportsQuery` has data. null = none are stored for this view. */
export function storedAirportsQuery(criteria: AirportCriteria): UseQueryOptions<MapAirports | null> {
  return {
    queryKey: ['stored-map-airports', criteria],
    queryFn: async () => {
      const found = await storedAirports(criteria, sessionSignal());
      return found && { ...found, source: 'stored', why: null };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isQuiet: true },
  };
}

/** Pure. Every airport with a position (MAP-17). */
export function readMapAirports(body: unknown): readonly MapAirport[] {
  const rows = typeof body === 'object' && body !== null ? (body as { airports?: unknown }).airports : null;
  return (Array.isArray(rows) ? rows : [])
    .filter((row) => isPlace(row?.latitudeDeg, row?.longitudeDeg))
    .map((row) => tolerantRow(mapAirport, row));
}

async function storedAirports(
  criteria: AirportCriteria,
  session: AbortSignal,
): Promise<Found<readonly MapAirport[]> | null> {
  // Faster to read than the full copy.
  const response = await storedResponse(last, session);
  const ofLast = response ? airportsOfLast(response.value, criteria) : null;
  const found = response && ofLast ? { value: ofLast.airports, dataAt: response.storedAt } : null;
  if (ofLast?.isWhole) return found;
  const stored = await fullCopyRows({ endpoint: api.airport.list, scope: {} }, session);
  // Airports of a part of the view are better than none.
  if (!stored) return found;
  return { value: airportsWithin(stored.rows as unknown as readonly Airport[], criteria), dataAt: stored.storedAt };
}

const typesOf: Readonly<Record<AirportSet, ReadonlySet<string> | null>> = {
  large: new Set(['large_airport']),
  largeAndMedium: new Set(['large_airport', 'medium_airport']),
  all: null,
};

/** Pure. The rows that the server would return. */
export function airportsWithin(rows: readonly Airport[], { set, bounds }: AirportCriteria): readonly MapAirport[] {
  const types = typesOf[set];
  return rows.filter(
    (row) =>
      (types === null || types.has(row.airportType)) &&
      isPlace(row.latitudeDeg, row.longitudeDeg) &&
      (bounds === null || isWithin(bounds, row.latitudeDeg, row.longitudeDeg)),
  );
}

/** Airports of the whole world by a part of name, city or code: from the full copy, else up to 50 from the server. */
export function foundAirportsQuery(words: string): UseQueryOptions<readonly MapAirport[]> {
  return {
    queryKey: ['found-airports', words.toLowerCase()],
    queryFn: async ({ signal }) => {
      const stored = await fullCopyRowsSoon({ endpoint: api.airport.list, scope: {} });
      if (stored) return airportsWithin(stored.rows as unknown as readonly Airport[], { set: 'all', bounds: null });
      const responses = await Promise.all(
        airportSearches(words).map((query) =>
          send(api.airport.list, { query: { ...query, limit: '50' }, cause: 'user', signal }),
        ),
      );
      return airportsWithin(
        responses.flatMap((response) => response.airports),
        { set: 'all', bounds: null },
      );
    },
    staleTime: 60_000,
    gcTime: 60_000,
    structuralSharing: false,
    meta: { isQuiet: true },
  };
}

/** A code of three or four letters is also a part of names. */
function airportSearches(words: string): readonly Readonly<Record<string, string>>[] {
  const byName = { airportName: words };
  if (/^[a-z0-9]{4}$/i.test(words)) return [{ airportICAO: words }, byName];
  return /^[a-z]{3}$/i.test(words) ? [{ iata: words }, byName] : [byName];
}
