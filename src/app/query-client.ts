/**
 * Query client of one session: errors go to the one dialog, small boot queries to localStorage.
 * Lists are stored in Dexie only (invariant 3).
 * Own file: defaults of all queries and their store.
 */

import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/react-query-persist-client';
import { dayMs } from '../../contract/durations.ts';
import { ApiError, supportText } from '../data/api-error.ts';
import { connection } from '../data/connection.ts';
import { type EntryId, readEntry, removeEntry, writeEntry } from '../session/personal-entries.ts';
import { EndedSession } from '../session/session-signal.ts';
import { closeError, openError } from '../ui/notices.ts';

declare module '@tanstack/react-query' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: the library is extended through interfaces only
  interface Register {
    queryMeta: {
      /** Title of the error dialog, such as the list's own sentence. */
      errorTitle?: string;
      /** The screen shows the failure itself, without a dialog (C51: feeder search). */
      isQuiet?: boolean;
      /** Stored for the next start of this user: small data only. */
      persist?: boolean;
    };
    mutationMeta: { errorTitle?: string; isQuiet?: boolean };
  }
}

type PersistedClient = Parameters<typeof persistQueryClient>[0]['queryClient'];

/** Whether a user must see this error. Not for an unreachable server (see the connection bar), an ended session, or dropped results. */
export function isReportable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.unreached === null && error.status !== 401;
}
function reportError(error: unknown, title: string | undefined, retry?: () => void): void {
  if (!isReportable(error)) return;
  openError({
    title:
      title ?? (error.status !== null && error.status >= 500 ? 'The server failed' : 'The server refused the request'),
    message: error.message,
    support: supportText(error),
    ...(retry ? { retry } : {}),
  });
}

/** One client per epoch of a user. Queries of a screen that fail for one reason open the dialog once until they succeed again (C51). */
export function createSessionClient(userId: string): { client: QueryClient; stop(): void } {
  /** Messages by hash of the query. */
  const failing = new Map<string, string>();
  const failingShown = (): Query[] =>
    client.getQueryCache().findAll({ type: 'active', predicate: ({ queryHash }) => failing.has(queryHash) });
  const retry = (): void => {
    const queries = failingShown();
    // The user requested the retry: a further failure is reported.
    for (const { queryHash } of queries) failing.delete(queryHash);
    void client.refetchQueries({ predicate: (query) => queries.includes(query) });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // Nothing has failed where a server lacks a call: the screen shows that.
        if (query.meta?.isQuiet || error instanceof EndedSession || !isReportable(error) || error.isLacking) return;
        const isReported =
          failing.has(query.queryHash) ||
          failingShown().some(({ queryHash }) => failing.get(queryHash) === error.message);
        failing.set(query.queryHash, error.message);
        if (!isReported) reportError(error, query.meta?.errorTitle, retry);
      },
      onSuccess: (_data, query) => void failing.delete(query.queryHash),
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (!mutation.meta?.isQuiet) reportError(error, mutation.meta?.errorTitle);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Error responses are final. connection.ts retries an unreachable server, for all queries at once.
        retry: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        gcTime: 5 * 60_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  const stopRetry = connection.onRetry(() => void client.invalidateQueries({ refetchType: 'active' }));
  const stopPersist = persistBoot(client, userId);
  return {
    client,
    stop() {
      stopRetry();
      stopPersist();
      void client.cancelQueries();
      client.clear();
      closeError();
    },
  };
}

const bootEntry = (userId: string): EntryId => ({ kind: 'downlink-boot', userId });
/** Removed at the end of the session. */
export const forgetBoot = (userId: string): void => removeEntry(bootEntry(userId));

function persistBoot(client: QueryClient, userId: string): () => void {
  try {
    const entry = bootEntry(userId);
    // The persister writes up to a second later, possibly after the session.
    const storage = {
      getItem: () => readEntry(entry),
      setItem: (_key: string, text: string) => writeEntry(entry, text),
      removeItem: () => removeEntry(entry),
    };
    const persister = createSyncStoragePersister({ storage });
    const [stop] = persistQueryClient({
      // The persist packages have their own query core, which differs in private types only.
      queryClient: client as unknown as PersistedClient,
      persister,
      maxAge: dayMs,
      buster: __APP_VERSION__,
      dehydrateOptions: {
        shouldDehydrateQuery: (query) => query.meta?.persist === true && query.state.status === 'success',
        shouldDehydrateMutation: () => false,
      },
    });
    return stop;
  } catch {
    return () => undefined; // storage refused: works without
  }
}
