/**
 * What is known of the aircraft with a 24 bit address (API-23, C112), else what the device holds of it.
 * Must not: trust the shape of the answer: other servers have their own.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Aircraft } from '../../contract/entities/reference.ts';
import { heldOf } from '../offline/stored-pages.ts';
import { currentEpoch } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { sendForAny } from './send.ts';

const staleMs = 5 * 60_000;

/** `body` = whatever the server said; null = it knows none. */
export type AircraftAnswer = { readonly body: unknown; readonly source: 'live' | 'stored' };

export function aircraftByIcaoQuery(icao24: string): UseQueryOptions<AircraftAnswer> {
  return {
    queryKey: ['aircraft-by-icao', currentEpoch(), icao24],
    queryFn: async ({ signal }) => {
      try {
        const body = await sendForAny(api.aircraft.byIcao, { query: { icao24 }, cause: 'user', signal });
        return { body, source: 'live' };
      } catch (error) {
        const held = error instanceof ApiError && error.unreached ? await heldAircraft(icao24) : null;
        if (held === null) throw error;
        return { body: held, source: 'stored' };
      }
    },
    networkMode: 'always',
    retry: false,
    staleTime: staleMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isQuiet: true },
  };
}

async function heldAircraft(icao24: string): Promise<Aircraft | null> {
  const held = await heldOf({ endpoint: api.aircraft.list, scope: {} });
  const rows = (held?.rows ?? []) as unknown as readonly Aircraft[];
  return rows.find((row) => row.modeS?.toUpperCase() === icao24.toUpperCase()) ?? null;
}
