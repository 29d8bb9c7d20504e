/** The record of the aircraft with a 24 bit address (API-23, C112), else the stored one. Other servers return another shape. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Aircraft } from '../../contract/entities/reference.ts';
import { storedRowsOf } from '../offline/stored-pages.ts';
import { type ApiResponse, type Found, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

const staleMs = 5 * 60_000;

/** `value` = the body, whatever its shape; null = the server has no such aircraft. */
export function aircraftByIcaoQuery(icao24: string): UseQueryOptions<ApiResponse<unknown>> {
  return {
    ...resource<unknown>({
      key: ['aircraft-by-icao', icao24],
      request: ({ signal }) => send(api.aircraft.byIcao, { query: { icao24 }, cause: 'user', signal }, readAny),
      read: (body) => body,
      copy: { store: () => undefined, find: (session) => storedAircraft(icao24, session) },
    }),
    staleTime: staleMs,
    meta: { isQuiet: true },
  };
}

async function storedAircraft(icao24: string, session: AbortSignal): Promise<Found<unknown> | null> {
  const stored = await storedRowsOf({ endpoint: api.aircraft.list, scope: {} }, session);
  const rows = (stored?.rows ?? []) as unknown as readonly Aircraft[];
  const aircraft = rows.find((row) => row.modeS?.toUpperCase() === icao24.toUpperCase());
  return aircraft && stored
    ? { value: aircraft, dataAt: Math.max(...stored.pages.map(({ storedAt }) => storedAt)) }
    : null;
}
