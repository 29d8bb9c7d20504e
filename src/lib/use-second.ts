import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let nowSecond = 0;

/** One timer for the whole page, so that all its clocks turn together. */
function tick(): void {
  clearTimeout(timer);
  nowSecond = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
  // Aimed at the next full second, so that it neither drifts nor skips one.
  timer = setTimeout(tick, 1000 - (Date.now() % 1000));
}

/** Calls at each full second, and when the page is shown again. Returns the way to stop it. */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    // A page that slept shows the right time at once, not at the end of a throttled timer.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Epoch ms of the current whole second; the component renders once a second. */
export function useSecond(): number {
  return (
    useSyncExternalStore(onSecond, () => (listeners.size === 0 ? Math.floor(Date.now() / 1000) : nowSecond)) * 1000
  );
}
