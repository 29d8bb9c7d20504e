/** Current positions of the receivers, OpenSky and the states service: requests and responses (C111). */
import { api } from '../../../contract/api.ts';
import type { Endpoint, QueryText } from '../../../contract/endpoint.ts';
import { columnsType } from '../../../contract/position-columns.ts';
import { ApiError } from '../../data/api-error.ts';
import { companyQuery } from '../../data/company-query.ts';
import { readTagged, readThirdParty, type Tagged } from '../../data/response.ts';
import { send } from '../../data/send.ts';
import { type Bounds, boundsQuery } from '../../lib/bounds.ts';
import type { AltitudeBandM, Fix, PositionSource } from './fix.ts';
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
