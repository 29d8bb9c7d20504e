/** The state of the connection to the server, and the time of the next retry. The only place that decides it. */
import { listenerSet } from '../lib/listeners.ts';
import { useValue } from '../ui/value-store.ts';
import type { UnreachableReason } from './api-error.ts';

export type Connection = {
  readonly state: 'reached' | UnreachableReason | 'slow';
  /** Epoch ms of the last change of state. */
  readonly since: number;
  readonly lastReachedAt: number | null;
  /** Epoch ms of the next automatic retry; null = none is planned, or one is running. */
  readonly nextTryAt: number | null;
};

const firstWaitMs = 5000;
const longestWaitMs = 30_000;
/** A retry without a result (no screen made a request) is followed by the next. */
const silentTryMs = 10_000;

/** Before retry number `attempt` (from 0): 5 s growing to 30 s. `chance` 0 to 1 spreads it by a fifth, so that devices do not retry together. */
export function retryWaitMs(attempt: number, chance: number): number {
  const base = Math.min(firstWaitMs * 1.6 ** attempt, longestWaitMs);
  return Math.round(Math.min(base * (0.8 + 0.4 * chance), longestWaitMs));
}

// Of the page: the server is up or down for every session.
let current: Connection = { state: 'reached', since: Date.now(), lastReachedAt: null, nextTryAt: null };
let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The planned retry takes place although the server was reached in between. */
let isRetryPending = false;
/** Requests whose response is overdue. */
const overdue = new Set<symbol>();
const listeners = listenerSet();
const retries = listenerSet();

function set(next: Partial<Connection>): void {
  const since = next.state && next.state !== current.state ? Date.now() : current.since;
  current = { ...current, ...next, since };
  listeners.notify();
}
const isHidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden';

function plan(waitMs: number): void {
  isRetryPending = false;
  clearTimeout(timer);
  timer = setTimeout(runRetries, waitMs);
  set({ nextTryAt: Date.now() + waitMs });
}
function runRetries(): void {
  isRetryPending = false;
  clearTimeout(timer);
  timer = undefined;
  // A hidden tab makes no request until it is visible.
  if (isHidden()) {
    set({ nextTryAt: null });
    return;
  }
  attempt += 1;
  set({ nextTryAt: null });
  timer = setTimeout(() => {
    timer = undefined;
    if (isDown()) plan(retryWaitMs(attempt, Math.random()));
  }, silentTryMs);
  retries.notify();
}
/** The server responds, however late. */
export const isReachable = (state: Connection['state']): boolean => state === 'reached' || state === 'slow';
const isDown = (): boolean => !isReachable(current.state);

export const connection = {
  get: (): Connection => current,
  /** The server has responded, and no later request has failed. */
  isUp: (): boolean => current.lastReachedAt !== null && !isDown(),
  subscribe: listeners.add,
  /**
   * The API responded, with any status, to a request of epoch ms `sentAt`. A request from before the network was lost is no evidence of the
   * present state. A response between two retries, such as that of a slow request, leaves those in place that failed: the planned retry repeats them.
   */
  reached(sentAt: number): void {
    if (current.state === 'no-network' && sentAt <= current.since) return;
    isRetryPending ||= isDown() && current.nextTryAt !== null;
    if (!isRetryPending) {
      clearTimeout(timer);
      timer = undefined;
    }
    attempt = 0;
    const lastReachedAt = Date.now();
    const state = overdue.size > 0 ? 'slow' : 'reached';
    // A new time alone is not reported: every response would redraw the app.
    if (current.state === state && current.nextTryAt === null) current = { ...current, lastReachedAt };
    else set({ state, lastReachedAt, nextTryAt: null });
  },
  /** Failures of one round plan one retry. */
  failed(why: UnreachableReason): void {
    const isPlanned = current.nextTryAt !== null;
    if (current.state !== why) set({ state: why });
    if (!isPlanned) plan(retryWaitMs(attempt, Math.random()));
  },
  /**
   * A response is overdue, the request continues. Changes nothing while the server is unreachable. Call the returned function when the request
   * has ended in any way: responses to other requests do not end the state.
   */
  slow(): () => void {
    const request = Symbol('overdue');
    overdue.add(request);
    if (current.state === 'reached') set({ state: 'slow' });
    return () => {
      overdue.delete(request);
      if (overdue.size === 0 && current.state === 'slow') set({ state: 'reached' });
    };
  },
  /** The user selected retry, or the network is back. */
  tryNow(): void {
    if (isDown()) attempt = 0;
    runRetries();
  },
  /** The listener repeats the requests of the screen. Returns the function that unsubscribes. */
  onRetry: retries.add,
  /** Listens to the network events of the device. Call once. */
  start(): void {
    window.addEventListener('online', () => connection.tryNow());
    window.addEventListener('offline', () => connection.failed('no-network'));
    document.addEventListener('visibilitychange', () => {
      if (!isHidden() && isDown() && current.nextTryAt === null && !timer) runRetries();
    });
    if (!navigator.onLine) connection.failed('no-network');
  },
};

/**
 * By the browser's own measurement, as far as it has one: a late response alone does not tell a slow network from a busy server. Its limit for `3g` is a
 * round trip of 270 ms.
 */
export function isNetworkSlow(): boolean {
  const { connection: network } = globalThis.navigator as { readonly connection?: { readonly effectiveType?: string } };
  return network?.effectiveType !== undefined && network.effectiveType !== '4g';
}

export function useConnection(): Connection {
  return useValue(connection);
}
export const useIsReached = (): boolean => isReachable(useConnection().state);
