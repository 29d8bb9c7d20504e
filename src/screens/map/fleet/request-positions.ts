/** The three position calls, by source (C111): of a view, and worldwide. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import type { Endpoint, QueryText } from '../../../../contract/endpoint.ts';
import { columnsType } from '../../../../contract/position-columns.ts';
import { ApiError } from '../../../data/api-error.ts';
import { readTagged, readThirdParty, type Tagged } from '../../../data/response.ts';
import { send, serverNow } from '../../../data/send.ts';
import { type Bounds, boundsQuery } from '../../../lib/bounds.ts';
import type { PositionSource } from '../map-address.ts';
import { companyQuery } from '../map-context.ts';
import { type AltitudeBandM, firstAltitudeBand } from '../viewport.ts';
import type { Fix } from './aircraft.ts';
import { fleetKey, fleetStore } from './fleet-store.ts';
import { type ColumnState, readColumns, readPositions } from './read-positions.ts';

export type PositionCriteria = {
  readonly source: PositionSource;
  /** On the company's map only (MAP-08). */
  readonly company: string | null;
  readonly bounds: Bounds;
  /** OpenSky only (MAP-12, MAP-13). */
  readonly altitudeBand: AltitudeBandM;
};
type RequestOptions = { readonly cause: 'user' | 'poll'; readonly signal: AbortSignal };
/** `criteria` = the request as a text. `etag` = version of the response, for the next request. `columns` = null of a server that sends rows. */
export type PositionsResponse = {
  readonly criteria: string;
  readonly etag: string | null;
  readonly fixes: readonly Fix[];
  readonly columns: ColumnState | null;
};

/** `before` = previous response. Throws ApiError. An invalid response counts as unreachable. */
export async function requestPositions(
  criteria: PositionCriteria,
  before: PositionsResponse | null,
  options: RequestOptions,
): Promise<PositionsResponse> {
  const requested = JSON.stringify(criteria);
  const known = before?.criteria === requested ? before : null;
  const response = await responseOf(criteria, known?.etag ?? null, options);
  if (response === 'unchanged' && known) return known;
  if (response === 'unchanged') throw new ApiError({ unreached: 'mismatch' });
  const { etag, body } = response;
  const base = known?.columns && known.etag !== null ? { ...known.columns, tag: known.etag } : null;
  const columns = readColumns(body, base);
  // It continues a response that is not the known one: requested again without a version.
  if (columns === 'other' && known) return requestPositions(criteria, null, options);
  if (columns === 'other') throw new ApiError({ unreached: 'mismatch' });
  const fixes = columns?.fixes ?? readPositions(body);
  if (fixes === null) throw new ApiError({ unreached: 'mismatch' });
  return { criteria: requested, etag, fixes, columns };
}

async function responseOf(
  { source, company, bounds, altitudeBand }: PositionCriteria,
  knownTag: string | null,
  options: RequestOptions,
): Promise<Tagged | 'unchanged'> {
  const thirdParty = async <E extends Endpoint>(endpoint: E, query: QueryText<E>): Promise<Tagged> => {
    const call = { query, ...options, isThirdParty: true } as const;
    return { etag: null, body: await send(endpoint, call, readThirdParty) };
  };
  const { lat1, lat2, lon1, lon2 } = boundsQuery(bounds);
  if (source === 'states') return thirdParty(api.map.states, { lamin: lat1, lomin: lon1, lamax: lat2, lomax: lon2 });
  if (source === 'opensky') {
    const query = {
      latitude1: lat1,
      latitude2: lat2,
      longitude1: lon1,
      longitude2: lon2,
      baro_altitude1: String(altitudeBand.minM),
      baro_altitude2: String(altitudeBand.maxM),
    };
    return thirdParty(api.map.openSky, query);
  }
  const query = { lat1, lat2, lon1, lon2, ...companyQuery(company) };
  const tag = knownTag === null ? {} : { ifNoneMatch: knownTag };
  return send(api.map.currentLocation, { query, ...options, ...tag, prefers: columnsType }, readTagged);
}

// ---- Worldwide, for search and "Show all aircraft": polls cover the viewport only

const world: Bounds = { north: 90, south: -90, east: 180, west: -180 };
const refreshMs = 15_000;

type Fleet = { readonly source: PositionSource; readonly company: string | null };

/** The fleet store contains them before the map moves there. @throws ApiError */
export async function fetchAllPositions({ source, company }: Fleet, signal?: AbortSignal): Promise<readonly Fix[]> {
  const name = fleetKey(source, company);
  const criteria = { source, company, bounds: world, altitudeBand: firstAltitudeBand };
  const { fixes } = await requestPositions(criteria, null, {
    cause: 'user',
    signal: signal ?? new AbortController().signal,
  });
  fleetStore.take(name, fixes, { at: serverNow() });
  return fixes;
}

/**
 * While `isSearched`, the fleet covers the world. Returns whether the first response is missing. Only for the own receivers: other services count or charge such requests.
 * Errors are ignored: the search then covers the known fleet.
 */
export function useAllPositions({ source, company }: Fleet, isSearched: boolean): boolean {
  return useQuery({
    queryKey: ['all-positions', fleetKey(source, company)],
    queryFn: async ({ signal }) => (await fetchAllPositions({ source, company }, signal)).length,
    enabled: isSearched && source === 'receivers',
    refetchInterval: refreshMs,
    staleTime: refreshMs,
    gcTime: 0,
    meta: { isQuiet: true },
  }).isLoading;
}
