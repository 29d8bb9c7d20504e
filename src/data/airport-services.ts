/** Weather (API-32) and routes (API-31) of an airport from third-party services. Their failure is not an outage of the server (C56). */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { oneLine } from '../lib/format.ts';
import { sessionSignal } from '../session/session-signal.ts';
import { ApiError } from './api-error.ts';
import { responseCopy } from './resource.ts';
import { readThirdParty } from './response.ts';
import { send, serverNow } from './send.ts';

/** `at` = epoch ms of the response. */
type ServiceResponse = { readonly body: unknown; readonly at: number };

const weatherStaleMs = 5 * 60_000;
const routesStaleMs = 60 * 60_000;

export function weatherQuery(icao: string): UseQueryOptions<ServiceResponse> {
  return {
    queryKey: ['metar', icao],
    queryFn: async ({ signal }) => {
      const session = sessionSignal();
      const copy = responseCopy<unknown>({ call: api.map.metar, variant: icao }, (body) => body);
      try {
        const config = { path: { icao }, cause: 'user', signal, isThirdParty: true } as const;
        const body = await send(api.map.metar, config, readThirdParty);
        const dataAt = serverNow();
        copy.store({ body, value: body, dataAt }, session);
        return { body, at: dataAt };
      } catch (error) {
        // A slow service is no slow server: no race. The report contains its time.
        const found =
          error instanceof ApiError && error.unreached !== null ? await copy.find(session, undefined) : null;
        if (!found) throw error;
        return { body: found.value, at: found.dataAt };
      }
    },
    staleTime: weatherStaleMs,
    meta: { isQuiet: true },
  };
}

export function routesQuery(icao: string): UseQueryOptions<ServiceResponse> {
  return {
    queryKey: ['airport-routes', icao],
    queryFn: async ({ signal }) => ({
      body: await send(api.map.routes, { path: { icao }, cause: 'user', signal, isThirdParty: true }, readThirdParty),
      at: serverNow(),
    }),
    staleTime: routesStaleMs,
    meta: { isQuiet: true },
  };
}

/** Only these are requested: no others have weather. */
export const isIcaoCode = (code: string | null): code is string => code !== null && /^[A-Z0-9]{3,4}$/.test(code);

/** The server's reason where it states one (`Weather is limited until 14:50 UTC.`), else that `what` is not available. */
export function whyUnavailable(error: unknown, what: string): string {
  const reason = error instanceof ApiError && error.unreached === null ? (error.body?.message ?? '') : '';
  return /\b(not available|limited until)\b/i.test(reason) ? oneLine(reason) : `${what} not available.`;
}
