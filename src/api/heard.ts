/** The receptions of a message (ADD-heard), requested for an expanded row. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { type ApiResponse, callResource } from './resource.ts';

export type MessageReceptions = Reads<typeof api.acarsMessage.heard>;

/** Other stations may report the message later. */
const staleMs = 15_000;

export const receptionsQuery = (id: string): UseQueryOptions<ApiResponse<MessageReceptions>> => ({
  ...callResource(api.acarsMessage.heard, { id }),
  staleTime: staleMs,
  meta: { isQuiet: true },
});
