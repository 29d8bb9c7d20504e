import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let nowSecond = 0;

/** One timer for the whole page, so that all clocks tick together. */
function tick(): void {
  clearTimeout(timer);
  nowSecond = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
  // Aimed at the next full second: it neither drifts nor skips.
  timer = setTimeout(tick, 1000 - (Date.now() % 1000));
}

/** Calls at each full second, and when the page is shown again. Returns a function that stops it. */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    // A page that slept shows the right time at once.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Epoch ms of the current second. */
export const secondMs = (): number => (listeners.size === 0 ? Math.floor(Date.now() / 1000) : nowSecond) * 1000;

/** Epoch ms of the current second. The component renders once per second. */
export const useSecond = (): number => useSyncExternalStore(onSecond, secondMs);

/** What `read` returns at each full second. The component renders when that changes, not each second. */
export const useAtSecond = <T extends string | number | boolean | null>(read: (nowMs: number) => T): T =>
  useSyncExternalStore(onSecond, () => read(secondMs()));
