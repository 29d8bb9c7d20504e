import { useEffect, useState } from 'react';
import { serverNow } from './send.ts';

/** Epoch ms of the server's clock, anew each `everyMs` while somebody looks: ages go on between two answers. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNow(serverNow());
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
