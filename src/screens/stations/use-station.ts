/** Reads one station live and shows a failure as the alert of STN-23 (C113). Never offer a stored copy to be changed. */

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError, isNotFound } from '../../data/api-error.ts';
import { NothingStored } from '../../data/race.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { type ApiResponse, resource } from '../../data/resource.ts';
import { readOptional } from '../../data/response.ts';
import { send } from '../../data/send.ts';
import { useWaitText } from '../../data/waiting.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { openError } from '../../ui/notices.ts';
import { readStation, type Station } from './station-values.ts';

type StationState =
  | { readonly kind: 'loading'; readonly waitText: string | null }
  | { /** null = the station does not exist. */ readonly retry: (() => void) | null; readonly kind: 'failed' }
  /** The response contains no station. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'there'; readonly station: Station; readonly isStored: boolean };

const ask = (id: string, signal?: AbortSignal): Promise<unknown> =>
  send(api.station.byId, { path: { id }, cause: 'user', ...(signal ? { signal } : {}) }, readOptional);

/** Live, otherwise the stored copy with its age. A form starts with its own request, not with what the details showed. */
export function useStation(id: string, screen: 'details' | 'form'): StationState {
  const queryKey = ['station', screen, id];
  const query = useQuery<ApiResponse<Station | null>>({
    ...resource({
      key: queryKey,
      request: ({ signal }) => ask(id, signal),
      read: readStation,
      copy: { call: api.station.byId, variant: id },
    }),
    gcTime: 0,
    meta: { isQuiet: true },
  });
  useReportedAge(query);
  return useReportedState(query, useWaitText(queryKey));
}

/** For an open form. @throws ApiError, EndedSession */
export async function stationNow(id: string): Promise<Station> {
  const station = readStation(await ask(id));
  if (!station) throw new ApiError({ cause: new Error('The response contains no station.') });
  return station;
}

function useReportedState(
  { data, error, isFetching, refetch }: UseQueryResult<ApiResponse<Station | null>>,
  waitText: string | null,
): StationState {
  useEffect(() => {
    if (!error || error instanceof EndedSession) return;
    console.warn('A station could not be loaded.', error);
    openError({ title: 'The station could not be loaded', message: readingFailed(asApiError(error)), isWhole: true });
  }, [error]);
  if (data)
    return data.value
      ? { kind: 'there', station: data.value, isStored: data.source === 'stored' }
      : { kind: 'missing' };
  if (error && !isFetching) return { kind: 'failed', retry: isNotFound(error) ? null : () => void refetch() };
  return { kind: 'loading', waitText };
}

function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ cause: error, unreached: error instanceof NothingStored ? error.why : null });
}

// ---- texts for a station that cannot be loaded or saved (STN-10, STN-23)

const text = specTexts.stations;

/** STN-10. For a response in our own shape the body is its message. */
export function savingFailed(error: ApiError): string {
  const body = (error.body?.message || bodyText(error.text) || error.message).trim().replace(/\.$/, '');
  const status = `${error.status ?? ''} ${error.statusText || standardText(error.status)}`.trim();
  return `${text.errorMessage} ${body}. ${text.errorStatus} ${status}.`;
}

/** STN-23. */
export function readingFailed(error: ApiError): string {
  if (error.unreached || error.status === null) return text.noResponse;
  const lines = whatIsWrong(error);
  return `${text.error} ${lines}\n${text.status} ${error.status}`;
}

function whatIsWrong({ text: body }: ApiError): string {
  const response = parse(body);
  const { errors, title } = (typeof response === 'object' && response !== null ? response : {}) as Record<
    string,
    unknown
  >;
  if (typeof errors === 'object' && errors !== null) {
    const lines = Object.entries(errors).map(([field, messages]) => `${field}: ${[messages].flat().join(', ')}`);
    if (lines.length > 0) return lines.join('\n');
  }
  return typeof title === 'string' && title.trim() !== '' ? title : text.unknownError;
}

/** A JSON string as its text, anything else unchanged. */
function bodyText(body: string): string {
  const value = parse(body);
  return typeof value === 'string' ? value : body;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** HTTP/2 has no status text. */
const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};
const standardText = (status: number | null): string => words[status ?? 0] ?? '';
