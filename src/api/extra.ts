/** What the receiver sent with a message beyond its columns (ADD-extra), requested when it is opened. It never changes. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { type ApiResponse, callResource } from './resource.ts';

type MessageExtra = Reads<typeof api.acarsMessage.extra>;

export const extraQuery = (id: string): UseQueryOptions<ApiResponse<MessageExtra>> => ({
  ...callResource(api.acarsMessage.extra, { id }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isQuiet: true },
});
