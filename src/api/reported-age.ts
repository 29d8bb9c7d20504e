/** Age of one query's data, reported for the badge in the header. */
import { useEffect } from 'react';
import { reportDataAge } from '../ui/data-age.ts';
import { isNotFound } from './api-error.ts';
import { clockOffsetMs } from './server-clock.ts';

/** For a screen with one query: its data with age, or the reason for no data. "Not found" is a live response. */
export function useReportedAge(query: {
  readonly data:
    | { readonly source: 'live' | 'stored'; readonly dataAt: number; readonly why: string | null }
    | undefined;
  readonly error: unknown;
  readonly errorUpdatedAt: number;
}): void {
  const { data, error, errorUpdatedAt } = query;
  const isMissing = !data && isNotFound(error);
  const source = data?.source ?? (isMissing ? 'live' : error ? 'failed' : 'loading');
  const at = data?.dataAt ?? (isMissing ? errorUpdatedAt + clockOffsetMs() : null);
  const why = data?.why ?? null;
  useEffect(() => reportDataAge({ source, at, why }), [source, at, why]);
  useEffect(() => () => reportDataAge(null), []);
}
