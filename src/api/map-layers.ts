/** The base layers of this server, stored for the next start. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { BaseLayer } from '../../contract/base-layers.ts';
import { send } from './send.ts';

const staleMs = 10 * 60_000;

export function mapLayersQuery(): UseQueryOptions<readonly BaseLayer[]> {
  return {
    queryKey: ['map-layers'],
    queryFn: async ({ signal }) => (await send(api.map.layers, { cause: 'poll', signal })).layers,
    staleTime: staleMs,
    refetchOnReconnect: true,
    meta: { isQuiet: true, persist: true },
  };
}
