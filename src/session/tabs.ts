/**
 * What the tabs of one browser tell each other: that a session ended, or that the record changed. Nothing secret travels.
 * Must not: carry a session. A message only makes a tab look at the truth again; an unknown shape is ignored (ASVS 3.5.5).
 */
import { isOutReason } from './parse-session.ts';
import type { OutReason } from './session.ts';

export type TabMessage =
  | { readonly type: 'ended'; readonly sid: string; readonly reason: OutReason }
  | { readonly type: 'changed' };

/** The message, or null when it has another shape. */
export function parseTabMessage(value: unknown): TabMessage | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  if (value.type === 'changed') return { type: 'changed' };
  if (value.type !== 'ended' || !('sid' in value) || typeof value.sid !== 'string') return null;
  if (value.sid.length === 0 || value.sid.length > 64 || !('reason' in value) || !isOutReason(value.reason))
    return null;
  return { type: 'ended', sid: value.sid, reason: value.reason };
}

/** Opens the channel; `tell` reaches the other tabs. Without BroadcastChannel the storage event must do. */
export function openTabs(hear: (message: TabMessage) => void, mirrorKey: string): { tell(message: TabMessage): void } {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('downlink-session');
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = parseTabMessage(event.data);
    if (message) hear(message);
  });
  window.addEventListener('storage', (event) => {
    if (event.key === mirrorKey || event.key === null) hear({ type: 'changed' });
  });
  return { tell: (message) => channel?.postMessage(message) };
}

/** Runs `work` alone among the tabs; where there are no Web Locks (no secure context), or one is held too long, without. */
export async function withLock<T>(name: string, work: () => Promise<T>, waitMs = 2000): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  let hasBegun = false;
  const once = (): Promise<T> => {
    hasBegun = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(waitMs) }, once);
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
}
