/** The overview of the user (ADD-overview). */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type Overview, overview } from '../../contract/entities/overview.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

export type OverviewResponse = ApiResponse<Overview>;

export function overviewQuery(): UseQueryOptions<OverviewResponse> {
  return {
    ...resource<Overview>({
      key: [api.overview.mine.id],
      // Part of start screens, on which it may load late: no activity of the user (C05b).
      request: ({ signal }) => send(api.overview.mine, { cause: 'poll', signal }, readAny),
      read: (body) => overview.parse(body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.overview.mine },
    }),
    // The screen reports it in place: it is part of start screens, and other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}
