import { useEffect, useState } from 'react';
import { serverNow } from './send.ts';

/** Epoch ms of the server's clock, updated every `everyMs` while the page is visible. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = (): void => {
      if (document.visibilityState === 'visible') setNow(serverNow());
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
