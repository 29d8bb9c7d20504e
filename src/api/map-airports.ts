/**
 * Airports for the map (API-30, MAP-11): from the server, else out of the airports that the device holds.
 * Must not: decide when to ask (one request each time the map comes to rest, MAP-10), or keep what was answered: the device has them all.
 */
import type { QueryClient, QueryFunctionContext, UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type Airport, type MapAirport, mapAirport } from '../../contract/entities/reference.ts';
import { tolerantRow } from '../../contract/kinds.ts';
import { type Bounds, boundsQuery, isPlace, isWithin } from '../lib/bounds.ts';
import { isCurrent } from '../offline/database.ts';
import { policy } from '../offline/policy.ts';
import { wholeRows } from '../offline/whole-lists.ts';
import { type LateAnswer, withOfflineCopy } from '../offline/with-offline-copy.ts';
import { currentEpoch } from '../session/session-store.ts';
import { ApiError, type Unreached } from './api-error.ts';
import { connection } from './connection.ts';
import { sendForAny, serverNow } from './send.ts';

export type AirportSet = 'large' | 'largeAndMedium' | 'all';
/** `bounds` null = the map does not know them yet: airports of the whole world are asked for. */
export type AirportQuestion = { readonly set: AirportSet; readonly bounds: Bounds | null };
export type MapAirports = {
  readonly airports: readonly MapAirport[];
  readonly source: 'live' | 'stored';
  /** Epoch ms at which the server said so. */
  readonly dataAt: number;
};

export function mapAirportsQuery(question: AirportQuestion): UseQueryOptions<MapAirports> {
  const epoch = currentEpoch();
  return {
    queryKey: ['map-airports', epoch, question],
    queryFn: (context) => liveOrStored(question, epoch, context),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    meta: { isQuiet: true },
  };
}

async function liveOrStored(
  question: AirportQuestion,
  epoch: number,
  { client, queryKey, signal }: QueryFunctionContext,
): Promise<MapAirports> {
  const { state } = connection.get();
  const copied = await withOfflineCopy<MapAirports, MapAirports, Unreached | 'failed'>({
    live: () => live(question, signal),
    stored: () => stored(question),
    // An answer that is no airports is as good as none: those of the device are true.
    unreached: (error) => (error instanceof ApiError ? (error.unreached ?? 'failed') : null),
    slowMs: state === 'reached' || state === 'slow' ? policy.slowMs : policy.slowAgainMs,
    slow: () => connection.slow(),
    late: (answer) => takeLate(client, queryKey, epoch, answer),
  });
  if (copied.from === 'nothing') throw new Error('No airports: the server did not tell them, and none are stored.');
  return copied.value;
}

function takeLate(
  client: QueryClient,
  queryKey: readonly unknown[],
  epoch: number,
  answer: LateAnswer<MapAirports, unknown>,
): void {
  if (isCurrent(epoch) && answer.kind === 'answered') client.setQueryData(queryKey, answer.value);
}

const calls = {
  large: api.airport.large,
  largeAndMedium: api.airport.largeAndMedium,
  all: api.airport.all,
} as const;

async function live({ set, bounds }: AirportQuestion, signal: AbortSignal): Promise<MapAirports> {
  const query = bounds ? boundsQuery(bounds) : {};
  const body = await sendForAny(calls[set], { query, cause: 'poll', signal });
  return { airports: readMapAirports(body), source: 'live', dataAt: serverNow() };
}

/** Pure. Every airport that has a place, whatever else it lacks (MAP-17). */
export function readMapAirports(body: unknown): readonly MapAirport[] {
  const rows = typeof body === 'object' && body !== null ? (body as { airports?: unknown }).airports : null;
  return (Array.isArray(rows) ? rows : [])
    .filter((row) => isPlace(row?.latitudeDeg, row?.longitudeDeg))
    .map((row) => tolerantRow(mapAirport, row));
}

async function stored(question: AirportQuestion): Promise<MapAirports | null> {
  const held = await wholeRows({ endpoint: api.airport.list, scope: {} });
  if (!held) return null;
  const airports = airportsWithin(held.rows as unknown as readonly Airport[], question);
  return { airports, source: 'stored', dataAt: held.storedAt };
}

const typesOf: Readonly<Record<AirportSet, ReadonlySet<string> | null>> = {
  large: new Set(['large_airport']),
  largeAndMedium: new Set(['large_airport', 'medium_airport']),
  all: null,
};

/** Pure. What the server would answer. */
export function airportsWithin(rows: readonly Airport[], { set, bounds }: AirportQuestion): readonly MapAirport[] {
  const types = typesOf[set];
  return rows.filter(
    (row) =>
      (types === null || types.has(row.airportType)) &&
      isPlace(row.latitudeDeg, row.longitudeDeg) &&
      (bounds === null || isWithin(bounds, row.latitudeDeg, row.longitudeDeg)),
  );
}
