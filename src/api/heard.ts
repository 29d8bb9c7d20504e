/**
 * Who heard a message (ADD-heard): asked when a row is opened, for that row alone.
 * Must not: open a dialog when it fails; the open row says it in its place.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { currentEpoch } from '../session/session-store.ts';
import { send } from './send.ts';

export type MessageHeard = Reads<typeof api.acarsMessage.heard>;

/** Another station may still report what it heard: a row that is opened again is asked for again after this. */
const staleMs = 15_000;

export function heardQuery(id: string): UseQueryOptions<MessageHeard> {
  return {
    queryKey: ['heard', currentEpoch(), id],
    queryFn: ({ signal }) => send(api.acarsMessage.heard, { path: { id }, cause: 'user', signal }),
    networkMode: 'always',
    retry: false,
    staleTime: staleMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isQuiet: true },
  };
}
