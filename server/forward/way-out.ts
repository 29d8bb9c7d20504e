/** What every kind of destination does. */
import type { ConnectionState } from '../radio/connection-state.ts';
import type { OutCounts } from './outbox.ts';

export type WayOut = {
  /** Never waits. Counted in `counts`. */
  send(item: Buffer): void;
  /** Sends what is queued, for a moment. */
  stop(): Promise<void>;
};
export type WayOutParts = { readonly counts: OutCounts; readonly state: ConnectionState };
export type RetryLimits = {
  readonly connectMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
};
export const usualRetries: RetryLimits = { connectMs: 10_000, firstRetryMs: 1000, longestRetryMs: 30_000 };
/** Maximum time to send what is queued at shutdown. */
export const endMs = 500;

/** The next pause, and its length at random: servers that restart are not called by all at once. */
export const nextRetryMs = (retryMs: number, { firstRetryMs, longestRetryMs }: RetryLimits): number =>
  retryMs === 0 ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs);
export const spread = (retryMs: number): number => retryMs * (0.75 + Math.random() / 2);
