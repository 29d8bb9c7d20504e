/** Races the live response of a query against the stored one, which a late live response replaces. */
import { hashKey, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { ApiError, type UnreachableReason, unreachedText } from './api-error.ts';
import { connection } from './connection.ts';
import { policy } from './offline/policy.ts';
import { reportWait } from './waiting.ts';

/** `why` = why this is the stored copy; null = live, or requested as stored. */
export type Origin = { readonly source: 'live' | 'stored'; readonly why: UnreachableReason | 'slow' | null };

/** The server is unreachable, and nothing of the request is stored. */
export class NothingStored extends Error {
  override readonly name = 'NothingStored';
  readonly why: UnreachableReason;
  constructor(why: UnreachableReason) {
    super(`${unreachedText(why)} Nothing of it is stored on this device.`);
    this.why = why;
  }
}

type Ways<V> = {
  /** `poll` = data is shown already. */
  live(how: { readonly cause: 'user' | 'poll'; readonly session: AbortSignal }): Promise<V>;
  stored(session: AbortSignal): Promise<V | null>;
};

/** Pending live responses by query: a second request is not sent. */
const awaited = sessionScoped(() => new Map<string, Promise<unknown>>());
/** Refusals that arrived after the stored copy was shown, by query: its next run, which starts at once, throws them. */
const lateRefusals = sessionScoped(() => new Map<string, unknown>());

/** @throws what the server refused with; NothingStored; EndedSession */
export async function liveOrStored<V extends Origin>(
  { client, queryKey, signal }: QueryFunctionContext,
  ways: Ways<V>,
): Promise<V> {
  const session = sessionSignal();
  const query = hashKey(queryKey);
  const refusals = lateRefusals.get();
  if (refusals.has(query)) {
    const refusal = refusals.get(query);
    refusals.delete(query);
    throw refusal;
  }
  const cause = client.getQueryData(queryKey) === undefined ? 'user' : 'poll';
  const result = await race({
    live: () => once(query, signal, () => ways.live({ cause, session })),
    stored: () => ways.stored(session),
    unreached: (error) => (error instanceof ApiError ? error.unreached : null),
    slowMs: unreachedNow() === null ? policy.slowMs : policy.slowAgainMs,
    slow: () => connection.slow(),
    waiting: (wait) => reportWait(query, wait),
    late: (response) => takeLate(client, queryKey, session, response),
  });
  if (result.from === 'nothing') throw new NothingStored(result.why);
  return result.from === 'live' ? result.value : { ...result.value, why: result.why };
}

/** Replaces the stored copy by what arrived later. */
function takeLate<V extends Origin>(
  client: QueryClient,
  queryKey: readonly unknown[],
  session: AbortSignal,
  response: LateResult<V, UnreachableReason>,
): void {
  if (!isRunning(session)) return;
  const shown = client.getQueryData<V>(queryKey);
  if (shown?.source !== 'stored') return;
  if (response.kind === 'succeeded') client.setQueryData(queryKey, response.value);
  if (response.kind === 'unreachable') client.setQueryData(queryKey, { ...shown, why: response.why });
  // A refusal that is not on screen is dropped: the next visit requests again.
  const isShown = client.getQueryCache().find({ queryKey, exact: true })?.isActive() === true;
  if (response.kind === 'failed' && response.error instanceof ApiError && isShown) {
    lateRefusals.get().set(hashKey(queryKey), response.error);
    void client.refetchQueries({ queryKey, exact: true, type: 'active' });
  }
}

/** The pending request of this query, else a new one. */
function once<V>(query: string, signal: AbortSignal, start: () => Promise<V>): Promise<V> {
  const pending = awaited.get();
  const underWay = pending.get(query);
  if (underWay) return underWay as Promise<V>;
  const forget = (): void => {
    if (pending.get(query) === started) pending.delete(query);
  };
  const started = start().finally(forget);
  pending.set(query, started);
  signal.addEventListener('abort', forget);
  return started;
}

export function unreachedNow(): UnreachableReason | null {
  const { state } = connection.get();
  return state === 'reached' || state === 'slow' ? null : state;
}

// ---- the race itself

type RaceResult<V, W> =
  | { readonly from: 'live'; readonly value: V }
  | { readonly from: 'stored'; readonly value: V; readonly why: W | 'slow' }
  /** Unreachable, and nothing is stored. */
  | { readonly from: 'nothing'; readonly why: W };
export type LateResult<V, W> =
  | { readonly kind: 'succeeded'; readonly value: V }
  | { readonly kind: 'unreachable'; readonly why: W }
  /** Refused, or aborted. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Waits for `live`. After `slowMs` returns the stored copy, if there is one, and reports the end of `live` to `late`.
 * An error for which `unreached` returns null is thrown, or reported to `late`.
 */
export async function race<V, W>(race: {
  live(): Promise<V>;
  stored(): Promise<V | null>;
  unreached(error: unknown): W | null;
  readonly slowMs: number;
  /** Called once when `live` is slow, whether or not anything is stored. The returned function is called at its end. */
  slow(): () => void;
  late(response: LateResult<V, W>): void;
  /** What it waits for, from `slowMs` on or from a failure; null = it has ended. */
  waiting(wait: { readonly server: 'slow' | W; readonly isReading: boolean } | null): void;
}): Promise<RaceResult<V, W>> {
  let server: 'slow' | W | null = null;
  let reading: Promise<V | null> | null = null;
  let isRead = false;
  const report = (): void => void (server !== null && race.waiting({ server, isReading: reading !== null && !isRead }));
  /** One reading serves both: a store that needs long is read once. */
  const read = (): Promise<V | null> => {
    reading ??= race.stored().finally(() => {
      isRead = true;
      report();
    });
    return reading;
  };
  const settled: Promise<LateResult<V, W>> = race.live().then(
    (value) => ({ kind: 'succeeded', value }),
    (error: unknown) => {
      const why = race.unreached(error);
      return why === null ? { kind: 'failed', error } : { kind: 'unreachable', why };
    },
  );
  try {
    if ((await firstOf(settled, race.slowMs)) === 'slow') {
      void settled.then(race.slow());
      server = 'slow';
      // An unreadable copy does not end the wait for the live response.
      const stored = read().catch(() => null);
      report();
      const value = await Promise.race([stored, settled.then(() => null)]);
      if (value !== null) {
        // One task later, so that the copy is shown before it is replaced.
        settled.then((response) => setTimeout(() => race.late(response)));
        return { from: 'stored', value, why: 'slow' };
      }
    }
    const response = await settled;
    if (response.kind === 'succeeded') return { from: 'live', value: response.value };
    if (response.kind === 'failed') throw response.error;
    server = response.why;
    const stored = read();
    report();
    const value = await stored;
    return value === null ? { from: 'nothing', why: response.why } : { from: 'stored', value, why: response.why };
  } finally {
    server = null;
    race.waiting(null);
  }
}

async function firstOf<T>(work: Promise<T>, waitMs: number): Promise<T | 'slow'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), waitMs);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clearTimeout(timer);
  }
}
