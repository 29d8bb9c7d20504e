/**
 * What services behind the server tell of an airport: weather (API-32) and routes (API-31). Both calls carry the session's bearer (C56); the keys
 * of the services are the server's.
 * Must not: read a body (the screen does, tolerantly), or take a service that fails for a server that is not reached.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { oneLine } from '../lib/format.ts';
import { currentEpoch } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { sendAside, serverNow } from './send.ts';

/** `at` = epoch ms at which it was told. */
export type ServiceAnswer = { readonly body: unknown; readonly at: number };

const weatherStaleMs = 5 * 60_000;
const routesStaleMs = 60 * 60_000;

const common = {
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isQuiet: true },
} as const;

export function weatherQuery(icao: string): UseQueryOptions<ServiceAnswer> {
  return {
    queryKey: ['metar', currentEpoch(), icao],
    queryFn: async ({ signal }) => ({
      body: await sendAside(api.map.metar, { path: { icao }, cause: 'user', signal }),
      at: serverNow(),
    }),
    staleTime: weatherStaleMs,
    ...common,
  };
}

export function routesQuery(icao: string): UseQueryOptions<ServiceAnswer> {
  return {
    queryKey: ['airport-routes', currentEpoch(), icao],
    queryFn: async ({ signal }) => ({
      body: await sendAside(api.map.routes, { path: { icao }, cause: 'user', signal }),
      at: serverNow(),
    }),
    staleTime: routesStaleMs,
    ...common,
  };
}

/** Only these go out (and only these have weather). */
export const isIcaoCode = (code: string | null): code is string => code !== null && /^[A-Z0-9]{3,4}$/.test(code);

/**
 * Why there is nothing, as a sentence for the person: the server's own where it tells one (`Weather is limited until 14:50 UTC.`), else that `what`
 * is not available.
 */
export function whyUnavailable(error: unknown, what: string): string {
  const said = error instanceof ApiError && error.unreached === null ? (error.body?.message ?? '') : '';
  return /\b(not available|limited until)\b/i.test(said) ? oneLine(said) : `${what} not available.`;
}
