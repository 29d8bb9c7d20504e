/** Requests which receivers belong to which station: for the station status, and in the background for filters on stored rows. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Filter } from '../../contract/filters.ts';
import type { StationNames } from '../../contract/station-names.ts';
import { idle } from '../lib/idle.ts';
import { policy } from '../offline/policy.ts';
import { isOfStations, readStationNames, storeStationNames } from '../offline/station-names.ts';
import { isRunning } from '../session/session-signal.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send, serverNow } from './send.ts';

export const stationNamesQuery = (): UseQueryOptions<ApiResponse<readonly StationNames[]>> => ({
  ...resource({
    key: ['station-names'],
    copy: { call: api.station.names },
    request: (config) => send(api.station.names, config, readAny),
    read: readStationNames,
  }),
  staleTime: policy.prefetchEveryMs,
  meta: { isQuiet: true },
});

let tried: { readonly session: AbortSignal; readonly atMs: number } | null = null;

/** After a live page of a list with a station filter. Failures are ignored: the filter then matches the typed name alone. */
export async function refreshStationNames(filters: readonly Filter[], session: AbortSignal): Promise<void> {
  if (!filters.some(isOfStations)) return;
  if (tried?.session === session && Date.now() - tried.atMs < policy.prefetchEveryMs) return;
  tried = { session, atMs: Date.now() };
  await idle();
  if (!isRunning(session)) return;
  await send(api.station.names, { cause: 'poll' }, readAny)
    .then((body) => storeStationNames(body, serverNow(), session))
    .catch(() => undefined);
}
