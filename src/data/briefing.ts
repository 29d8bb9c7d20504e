/** The briefing of one aircraft (ADD-briefing) with its stored copy. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type Briefing, briefing } from '../../contract/entities/briefing.ts';
import { readKnown } from '../../contract/known-values.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

export function briefingQuery(tail: string): UseQueryOptions<ApiResponse<Briefing>> {
  const id = tail.trim().toUpperCase().replace(/^\.+/, '');
  return {
    ...resource<Briefing>({
      key: [api.tail.briefing.id, id],
      request: (config) => send(api.tail.briefing, { path: { id }, ...config }, readAny),
      read: (body) => readKnown(briefing, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.tail.briefing, variant: id },
    }),
    // The screen reports it in place: other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}
