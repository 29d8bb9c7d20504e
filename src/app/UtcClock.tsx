import type { ReactElement } from 'react';
import { minuteMs } from '../../contract/durations.ts';
import { utcClock, utcDay } from '../lib/time.ts';
import { useAtSecond } from '../lib/use-second.ts';
import { SecondText } from '../ui/SecondText.tsx';
import styles from './UtcClock.module.css';

/** The live UTC clock of the header (NAV-17). `form`: `full` with the day, `short` with UTC, `phone` with Z. */
export function UtcClock({ form }: { form: 'full' | 'short' | 'phone' }): ReactElement {
  const minute = useAtSecond((now) => Math.floor(now / minuteMs) * minuteMs);
  return (
    <time className={styles.clock} dateTime={new Date(minute).toISOString()} data-testid="utc-clock">
      <strong>
        <SecondText read={form === 'phone' ? clockZ : utcClock} />
      </strong>
      {form === 'phone' ? null : <span> UTC{form === 'full' ? `, ${utcDay(minute)}` : ''}</span>}
    </time>
  );
}

const clockZ = (ms: number): string => `${utcClock(ms)}Z`;
