/**
 * The query client of one session: errors to the one dialog, retries to the connection, small boot queries to localStorage.
 * Must not: outlive its session (Shell makes one per epoch and clears it), or keep lists (they live in Dexie, house rule 3).
 */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/react-query-persist-client';
import { ApiError, EndedSession } from '../api/api-error.ts';
import { connection } from '../api/connection.ts';
import { closeError, openError } from '../ui/notices.ts';

declare module '@tanstack/react-query' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: the library is extended through interfaces only
  interface Register {
    queryMeta: {
      /** Title of the error dialog, such as the list's own sentence. */
      errorTitle?: string;
      /** The screen tells the failure itself, and a dialog would be too much (C51: feeder search). */
      isQuiet?: boolean;
      /** Kept for the next start of this user: small things only. */
      persist?: boolean;
    };
    mutationMeta: { errorTitle?: string; isQuiet?: boolean };
  }
}

type PersistedClient = Parameters<typeof persistQueryClient>[0]['queryClient'];
const persistKey = 'downlink-boot:';
const dayMs = 24 * 3600_000;

/** Is this an answer of the server that a person must hear of? Not: not reached (the bar says so), session over, dropped results. */
export function isAnswered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.unreached === null && error.status !== 401;
}
/** `500, request 7f3a-19c2`, as far as it is known. */
export function supportText(error: ApiError): string {
  const id = (error as { requestId?: string | null }).requestId;
  return [error.status, id ? `request ${id}` : null].filter((part) => part !== null).join(', ');
}

function tell(error: unknown, title: string | undefined, retry?: () => void): void {
  if (!isAnswered(error)) return;
  openError({
    ...(title ? { title } : {}),
    message: error.message,
    support: supportText(error),
    ...(retry ? { retry } : {}),
  });
}

/** One client for one epoch of one user. A query that goes on failing opens the dialog once, until it succeeds again (C51). */
export function createSessionClient(userId: string): { client: QueryClient; stop(): void } {
  const failing = new Set<string>();
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (query.meta?.isQuiet || error instanceof EndedSession || !isAnswered(error)) return;
        const isNew = !failing.has(query.queryHash);
        failing.add(query.queryHash);
        if (isNew) tell(error, query.meta?.errorTitle, () => void client.refetchQueries({ queryKey: query.queryKey }));
      },
      onSuccess: (_data, query) => void failing.delete(query.queryHash),
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (!mutation.meta?.isQuiet) tell(error, mutation.meta?.errorTitle);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // An answered error is an answer; a server that was not reached is tried by connection.ts, for all queries at once.
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

function persistBoot(client: QueryClient, userId: string): () => void {
  try {
    const persister = createSyncStoragePersister({ storage: localStorage, key: persistKey + userId });
    const [stop] = persistQueryClient({
      // The persist packages bring a core of their own, whose private parts differ by type only.
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
    return () => undefined; // storage refused: the app goes on without
  }
}

/** At the end of every session: what was kept for the next start is taken away. */
export function forgetBoot(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(persistKey)) localStorage.removeItem(key);
  } catch {
    // storage refused: nothing was kept
  }
}
