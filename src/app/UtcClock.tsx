import type { ReactElement } from 'react';
import { utcClock, utcDay } from '../lib/time.ts';
import { useSecond } from '../lib/use-second.ts';
import styles from './UtcClock.module.css';

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
