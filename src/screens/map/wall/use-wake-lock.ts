import { useEffect } from 'react';

/** The screen stays on, where the browser supports it. A hidden page loses the lock. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !navigator.wakeLock) return;
      // Refused on a low battery: the screen then turns off as usual.
      const made = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) void made?.release();
      else lock = made;
    };
    const renew = (): void => void hold();
    renew();
    document.addEventListener('visibilitychange', renew);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', renew);
      void lock?.release();
    };
  }, []);
}
