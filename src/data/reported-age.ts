/** Age of one query's data, reported for the badge in the header. */
import { useEffect } from 'react';
import { reportDataAge } from '../ui/data-age.ts';
import { isNotFound } from './api-error.ts';

/** For a screen with one query: its data with age, or the reason for no data. What was not found has no data, so no age and no failure. */
export function useReportedAge(query: {
  readonly data:
    | { readonly source: 'live' | 'stored'; readonly dataAt: number; readonly why: string | null }
    | undefined;
  readonly error: unknown;
}): void {
  const { data, error } = query;
  const isMissing = !data && isNotFound(error);
  const source = data?.source ?? (error ? 'failed' : 'loading');
  const at = data?.dataAt ?? null;
  const why = data?.why ?? null;
  useEffect(() => reportDataAge(isMissing ? null : { source, at, why }), [isMissing, source, at, why]);
  useEffect(() => () => reportDataAge(null), []);
}
