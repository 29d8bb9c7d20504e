/**
 * Reads one station for the screens that show or change it, and tells a failure in the alert of STN-23 (C113: the screen has a text of its own).
 * Must not: offer an old copy to be changed, which would be saved over what is newer.
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError, EndedSession } from '../../api/api-error.ts';
import { type Kept, keptQuery } from '../../api/kept-query.ts';
import { NothingStored } from '../../api/live-or-copy.ts';
import { sendForAnyOrNothing } from '../../api/send.ts';
import { currentEpoch } from '../../session/session-store.ts';
import { useReportedAge } from '../../ui/data-age.ts';
import { openError } from '../../ui/notices.ts';
import { readStation, type Station } from './read-station.ts';
import { readingFailed } from './station-errors.ts';

export type StationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** The answer holds no station. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'there'; readonly station: Station };

const { id: callId } = api.station.byId;
const ask = (id: string, signal?: AbortSignal): Promise<unknown> =>
  sendForAnyOrNothing(api.station.byId, { path: { id }, cause: 'user', ...(signal ? { signal } : {}) });
type Read = { readonly value: Station | null };

/** To be read: without the server as it was told last, with its age. */
export function useStationToRead(id: string): StationState {
  const query = useQuery<Kept<Station | null>>({
    ...keptQuery({
      key: ['station', id],
      id: `${callId} ${id}`,
      ask: (_, signal) => ask(id, signal),
      read: readStation,
    }),
    gcTime: 0,
    meta: { isQuiet: true },
  });
  useReportedAge(query);
  return useToldState(query);
}

/** To be changed: only as it is now. */
export function useStationToChange(id: string): StationState {
  const query = useQuery<Read>({
    queryKey: ['station to change', currentEpoch(), id],
    // Wrapped: an answer without a station is an answer.
    queryFn: async ({ signal }) => ({ value: readStation(await ask(id, signal)) }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  });
  return useToldState(query);
}

/** Of a form that is open already. @throws ApiError, EndedSession */
export async function stationNow(id: string): Promise<Station> {
  const station = readStation(await ask(id));
  if (!station) throw new ApiError({ cause: new Error('The answer holds no station.') });
  return station;
}

function useToldState({ data, error, isFetching, refetch }: UseQueryResult<Read>): StationState {
  useEffect(() => {
    if (!error || error instanceof EndedSession) return;
    console.warn('A station could not be read.', error);
    openError({ title: 'The station could not be read', message: readingFailed(asApiError(error)), isWhole: true });
  }, [error]);
  if (data) return data.value ? { kind: 'there', station: data.value } : { kind: 'missing' };
  if (error && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  return { kind: 'loading' };
}

function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ cause: error, unreached: error instanceof NothingStored ? error.why : null });
}
