/** Age of the data on screen, reported by the screen and shown in the header. Cleared on each navigation. */
import { useValue, valueStore } from './value-store.ts';

/** `at` = epoch ms, server time of the data on screen. `why` = why it is not live. `past` = a chosen time. null = the screen has no data. */
export type DataAge = {
  source: 'live' | 'stored' | 'failed' | 'loading' | 'past';
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

/** Calls `then` once, as soon as a screen shows data or why there are none. */
export function onFirstData(then: () => void): void {
  const stop = store.subscribe(() => {
    const age = store.get();
    if (age === null || age.source === 'loading') return;
    stop();
    then();
  });
}

export function useDataAge(): DataAge {
  return useValue(store);
}

/** Older stored data is stale: drained colour, dashed outline. */
export const staleAfterMs = 15 * 60_000;
