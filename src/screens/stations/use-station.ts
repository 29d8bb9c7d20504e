/** Reads one station live and shows a failure as the alert of STN-23 (C113). Never offer a stored copy to be changed. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { NothingStored } from '../../api/race.ts';
import { useReportedAge } from '../../api/reported-age.ts';
import { type ApiResponse, resource } from '../../api/resource.ts';
import { readOptional } from '../../api/response.ts';
import { send } from '../../api/send.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { openError } from '../../ui/notices.ts';
import { readStation, type Station } from './read-station.ts';
import { readingFailed } from './station-errors.ts';

type StationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** The response contains no station. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'there'; readonly station: Station; readonly isStored: boolean };

const ask = (id: string, signal?: AbortSignal): Promise<unknown> =>
  send(api.station.byId, { path: { id }, cause: 'user', ...(signal ? { signal } : {}) }, readOptional);

/** Live, otherwise the stored copy with its age. A form starts with its own request, not with what the details showed. */
export function useStation(id: string, screen: 'details' | 'form'): StationState {
  const query = useQuery<ApiResponse<Station | null>>({
    ...resource({
      key: ['station', screen, id],
      request: ({ signal }) => ask(id, signal),
      read: readStation,
      copy: { call: api.station.byId, variant: id },
    }),
    gcTime: 0,
    meta: { isQuiet: true },
  });
  useReportedAge(query);
  return useReportedState(query);
}

/** For an open form. @throws ApiError, EndedSession */
export async function stationNow(id: string): Promise<Station> {
  const station = readStation(await ask(id));
  if (!station) throw new ApiError({ cause: new Error('The response contains no station.') });
  return station;
}

function useReportedState({
  data,
  error,
  isFetching,
  refetch,
}: UseQueryResult<ApiResponse<Station | null>>): StationState {
  useEffect(() => {
    if (!error || error instanceof EndedSession) return;
    console.warn('A station could not be loaded.', error);
    openError({ title: 'The station could not be loaded', message: readingFailed(asApiError(error)), isWhole: true });
  }, [error]);
  if (data)
    return data.value
      ? { kind: 'there', station: data.value, isStored: data.source === 'stored' }
      : { kind: 'missing' };
  if (error && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  return { kind: 'loading' };
}

function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ cause: error, unreached: error instanceof NothingStored ? error.why : null });
}
