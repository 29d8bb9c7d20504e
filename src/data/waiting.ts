/** What a query without data waits for, and its sentences: late is not unreachable, and not read yet is not empty (decision 33). */
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionScoped } from '../session/session-scoped.ts';
import { useValue } from '../ui/value-store.ts';
import { type UnreachableReason, unreachedClause } from './api-error.ts';
import { policy } from './offline/policy.ts';
import { storageError } from './offline/storage-errors.ts';

/** `server` = 'slow' while the request runs. `isReading`: the store has not answered yet. */
export type Wait = { readonly server: 'slow' | UnreachableReason; readonly isReading: boolean };

const waits = sessionScoped((): ReadonlyMap<string, Wait> => new Map());

/** `query` = its hash. null = it waits no longer. */
export function reportWait(query: string, wait: Wait | null): void {
  const now = new Map(waits.get());
  if (wait) now.set(query, wait);
  else if (!now.delete(query)) return;
  waits.set(now);
}

/** null = nothing is late yet. */
export function useWaitText(queryKey: QueryKey): string | null {
  const wait = useValue(waits).get(hashKey(queryKey));
  return wait ? waitText(wait) : null;
}

/** For a request whose response is not stored. null = it is not late, or does not run. */
export function useLateText(isWaiting: boolean): string | null {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), policy.slowMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate ? waitText({ server: 'slow', isReading: false }) : null;
}

export function waitText({ server, isReading }: Wait): string {
  const reading = 'Data stored on this device is still being read.';
  if (server !== 'slow') return `${unreachedClause[server]}. ${reading}`;
  return `The server has not answered yet. ${isReading ? reading : 'The request continues.'}`;
}

/** `what` = 'this list', 'these charts'. */
export function nothingStoredText(why: UnreachableReason, what: string): string {
  const verb = what.startsWith('these ') ? 'are' : 'is';
  if (storageError.get()?.kind === 'wedged')
    return `${unreachedClause[why]}, and data stored on this device cannot be opened.`;
  return `${unreachedClause[why]} and ${what} ${verb} not stored yet.`;
}
