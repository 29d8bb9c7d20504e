import { type ReactElement, useEffect, useState } from 'react';
import { utcClock, utcDay } from '../lib/time.ts';
import styles from './UtcClock.module.css';

/** Calls at each full second, so that all clocks of the page turn together. Returns the epoch ms. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const turn = (): void => {
      const at = Date.now();
      setNow(at);
      timer = window.setTimeout(turn, 1000 - (at % 1000) + 5);
    };
    turn();
    // A page that slept shows the right time at once, not at the end of a throttled timer.
    document.addEventListener('visibilitychange', turn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
    };
  }, []);
  return now;
}

/** The live UTC clock of the header (NAV-17). `form`: `full` with the day, `short` with UTC, `phone` with Z. */
export function UtcClock({ form }: { form: 'full' | 'short' | 'phone' }): ReactElement {
  const now = useSecond();
  return (
    <time className={styles.clock} dateTime={new Date(now).toISOString()} data-testid="utc-clock">
      <strong>
        {utcClock(now)}
        {form === 'phone' ? 'Z' : ''}
      </strong>
      {form === 'phone' ? null : <span> UTC{form === 'full' ? `, ${utcDay(now)}` : ''}</span>}
    </time>
  );
}
