/**
 * Messages between tabs: a session ended, or the record changed. They contain no session data,
 * only make a tab read the record again, and unknown shapes are ignored (ASVS 3.5.5).
 */
import { isOutReason } from './parse-session.ts';
import type { OutReason } from './session.ts';

export type TabMessage =
  | { readonly type: 'ended'; readonly sid: string; readonly reason: OutReason }
  | { readonly type: 'changed' };

/** The message, or null for another shape. */
export function parseTabMessage(value: unknown): TabMessage | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  if (value.type === 'changed') return { type: 'changed' };
  if (value.type !== 'ended' || !('sid' in value) || typeof value.sid !== 'string') return null;
  if (value.sid.length === 0 || value.sid.length > 64 || !('reason' in value) || !isOutReason(value.reason))
    return null;
  return { type: 'ended', sid: value.sid, reason: value.reason };
}

/** Opens the channel to the other tabs. Falls back to the storage event without BroadcastChannel. */
export function openTabs(
  onMessage: (message: TabMessage) => void,
  mirrorKey: string,
): { post(message: TabMessage): void } {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('downlink-session');
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = parseTabMessage(event.data);
    if (message) onMessage(message);
  });
  window.addEventListener('storage', (event) => {
    if (event.key === mirrorKey || event.key === null) onMessage({ type: 'changed' });
  });
  return { post: (message) => channel?.postMessage(message) };
}

/** Runs `work` in one tab at a time. Runs it without a lock if Web Locks are missing (insecure context), or the lock is taken for too long. */
export async function withLock<T>(name: string, work: () => Promise<T>, waitMs = 2000): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  let hasStarted = false;
  const once = (): Promise<T> => {
    hasStarted = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(waitMs) }, once);
  } catch (error) {
    if (hasStarted) throw error;
    return work();
  }
}
