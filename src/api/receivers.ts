/** Receivers of the server with their state. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Receivers } from '../../contract/entities/receivers.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { send } from './send.ts';

export const receiversKey = [api.receivers.all.id];

export function receiversQuery(): UseQueryOptions<ApiResponse<Receivers>> {
  return {
    ...resource<Receivers>({
      key: receiversKey,
      request: (config) => send(api.receivers.all, config),
      read: (body) => api.receivers.all.response.parse(body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.receivers.all },
    }),
    meta: { errorTitle: 'The receivers could not be loaded' },
  };
}
