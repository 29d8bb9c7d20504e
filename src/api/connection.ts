/**
 * How the server was last reached, and when it is tried again. The one place that knows; screens and bar only show it.
 * Must not: make a request (it calls those who registered with onRetry) or know a session.
 */
import { useSyncExternalStore } from 'react';
import type { Unreached } from './api-error.ts';

export type Connection = {
  readonly state: 'reached' | Unreached | 'slow';
  /** Epoch ms since when it is in this state. */
  readonly since: number;
  readonly lastReachedAt: number | null;
  /** Epoch ms of the next try by itself; null = none is planned, or one is under way. */
  readonly nextTryAt: number | null;
};

const firstWaitMs = 5000;
const longestWaitMs = 30_000;
/** A try that says nothing (no screen asked anything) is followed by the next. */
const silentTryMs = 10_000;

/** How long to wait before try number `attempt` (from 0): 5 s growing to 30 s; `chance` 0 to 1 spreads it by a fifth, so that devices do not knock together. */
export function retryWaitMs(attempt: number, chance: number): number {
  const base = Math.min(firstWaitMs * 1.6 ** attempt, longestWaitMs);
  return Math.round(Math.min(base * (0.8 + 0.4 * chance), longestWaitMs));
}

let current: Connection = { state: 'reached', since: Date.now(), lastReachedAt: null, nextTryAt: null };
let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const retries = new Set<() => void>();

function set(next: Partial<Connection>): void {
  const since = next.state && next.state !== current.state ? Date.now() : current.since;
  current = { ...current, ...next, since };
  for (const listener of [...listeners]) listener();
}
const isHidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden';

function plan(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(knock, waitMs);
  set({ nextTryAt: Date.now() + waitMs });
}
function knock(): void {
  clearTimeout(timer);
  timer = undefined;
  // A hidden tab asks nothing; it knocks as soon as somebody looks.
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
  for (const retry of [...retries]) retry();
}
const isDown = (): boolean => current.state !== 'reached' && current.state !== 'slow';

export const connection = {
  get: (): Connection => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /**
   * An answer of this API came, whatever its status, to a request of epoch ms `sentAt`. One that was sent before the network went, and came
   * just after, tells nothing of now: the next request would be the first to say that there is no network.
   */
  reached(sentAt: number): void {
    if (current.state === 'no-network' && sentAt <= current.since) return;
    clearTimeout(timer);
    timer = undefined;
    attempt = 0;
    const lastReachedAt = Date.now();
    // The instant alone is kept without telling: with each answer the whole app would be drawn again.
    if (current.state === 'reached' && current.nextTryAt === null) current = { ...current, lastReachedAt };
    else set({ state: 'reached', lastReachedAt, nextTryAt: null });
  },
  /** No answer of this API came. Failures of one round plan one try. */
  failed(why: Unreached): void {
    const isPlanned = current.nextTryAt !== null;
    if (current.state !== why) set({ state: why });
    if (!isPlanned) plan(retryWaitMs(attempt, Math.random()));
  },
  /** An answer is overdue; the request goes on. While the server is known to be out of reach nothing changes. */
  slow(): void {
    if (current.state === 'reached') set({ state: 'slow' });
  },
  /** Somebody pressed retry, or the network came back. */
  tryNow(): void {
    if (isDown()) attempt = 0;
    knock();
  },
  /** `fn` asks the server for what is on the screen again. Returns the way to stop. */
  onRetry(fn: () => void): () => void {
    retries.add(fn);
    return () => retries.delete(fn);
  },
  /** Listens to what the device says of its network. Call once. */
  start(): void {
    window.addEventListener('online', () => connection.tryNow());
    window.addEventListener('offline', () => connection.failed('no-network'));
    document.addEventListener('visibilitychange', () => {
      if (!isHidden() && isDown() && current.nextTryAt === null && !timer) knock();
    });
    if (!navigator.onLine) connection.failed('no-network');
  },
};

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}
