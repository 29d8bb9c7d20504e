/**
 * The base layers as this server has them. Kept for the next start: small, and needed without network, too.
 * Must not: open a dialog; the map says itself what it lacks.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { BaseLayer } from '../../contract/base-layers.ts';
import { currentEpoch } from '../session/session-store.ts';
import { send } from './send.ts';

const staleMs = 10 * 60_000;

export function mapLayersQuery(): UseQueryOptions<readonly BaseLayer[]> {
  return {
    queryKey: ['map-layers', currentEpoch()],
    queryFn: async ({ signal }) => (await send(api.map.layers, { cause: 'poll', signal })).layers,
    networkMode: 'always',
    retry: false,
    staleTime: staleMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    meta: { isQuiet: true, persist: true },
  };
}
