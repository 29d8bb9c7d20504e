/**
 * Reads one station for the screens that show or change it, and tells a failure in the alert of STN-23 (C113: the screen has a text of its own).
 * Must not: offer an old copy, which would be saved over what is newer.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError, EndedSession } from '../../api/api-error.ts';
import { sendForAnyOrNothing } from '../../api/send.ts';
import { currentEpoch } from '../../session/session-store.ts';
import { openError } from '../../ui/notices.ts';
import { readStation, type Station } from './read-station.ts';
import { readingFailed } from './station-errors.ts';

export type StationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** The answer holds no station. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'there'; readonly station: Station };

/** Each screen asks for itself: what one has read is old when the other opens. */
export function useStation(id: string, screen: 'details' | 'update'): StationState {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['station', currentEpoch(), screen, id],
    queryFn: async ({ signal }) =>
      // Wrapped: an answer without a station is an answer.
      ({ station: readStation(await sendForAnyOrNothing(api.station.byId, { path: { id }, signal, cause: 'user' })) }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  });
  useEffect(() => {
    if (!error || error instanceof EndedSession) return;
    console.warn('A station could not be read.', error);
    openError({ title: 'The station could not be read', message: readingFailed(asApiError(error)), isWhole: true });
  }, [error]);
  if (data) return data.station ? { kind: 'there', station: data.station } : { kind: 'missing' };
  if (error && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  return { kind: 'loading' };
}

const asApiError = (error: Error): ApiError => (error instanceof ApiError ? error : new ApiError({ cause: error }));
