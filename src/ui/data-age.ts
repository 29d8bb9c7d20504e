/**
 * The age of the data on the screen: the screen reports it, the header's badge shows it.
 * Must not: hold data, ask for data, or remember an age after its screen has gone (the frame clears it on each navigation).
 */
import { useEffect } from 'react';
import { useValue, valueStore } from './value-store.ts';

/** `at` = epoch ms at which the server said what is shown; `why` = why it is not live. null = this screen has no data of its own. */
export type DataAge = {
  source: 'live' | 'stored' | 'failed' | 'loading';
  at: number | null;
  why?: string | null;
} | null;

const store = valueStore<DataAge>(null);

/** Called by a screen whenever its age changes. Equal reports tell nobody, so it may be called in an effect without a guard. */
export function reportDataAge(age: DataAge): void {
  const now = store.get();
  const isSame = now?.source === age?.source && now?.at === age?.at && (now?.why ?? null) === (age?.why ?? null);
  if (!isSame || (now === null) !== (age === null)) store.set(age);
}

/** For a screen with one query of its own: its data with their age, or why there are none. */
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

/** Stored data is stale from this age on: its colour is drained and its outline dashed. */
export const staleAfterMs = 15 * 60_000;
