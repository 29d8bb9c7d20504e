/** Age of the data on screen, reported by the screen and shown in the header. Cleared on each navigation. */
import { useEffect } from 'react';
import { useValue, valueStore } from './value-store.ts';

/** `at` = epoch ms, server time of the data on screen. `why` = why it is not live. null = the screen has no data. */
export type DataAge = {
  source: 'live' | 'stored' | 'failed' | 'loading';
  at: number | null;
  why?: string | null;
} | null;

const store = valueStore<DataAge>(null);

/** Reports the age of a screen. Equal reports notify no one, so effects need no guard. */
export function reportDataAge(age: DataAge): void {
  const now = store.get();
  const isSame = now?.source === age?.source && now?.at === age?.at && (now?.why ?? null) === (age?.why ?? null);
  if (!isSame || (now === null) !== (age === null)) store.set(age);
}

/** For a screen with one query: its data with age, or the reason for no data. */
export function useReportedAge(query: {
  readonly data:
    | { readonly source: 'live' | 'stored'; readonly dataAt: number; readonly why: string | null }
    | undefined;
  readonly error: unknown;
}): void {
  const source = query.data?.source ?? (query.error ? 'failed' : 'loading');
  const [at, why] = [query.data?.dataAt ?? null, query.data?.why ?? null];
  useEffect(() => reportDataAge({ source, at, why }), [source, at, why]);
  useEffect(() => () => reportDataAge(null), []);
}

export function useDataAge(): DataAge {
  return useValue(store);
}

/** Older stored data is stale: drained colour, dashed outline. */
export const staleAfterMs = 15 * 60_000;
