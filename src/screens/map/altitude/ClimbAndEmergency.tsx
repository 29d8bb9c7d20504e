/** Climb and emergency code of an aircraft, next to its texts. */
import type { ReactElement } from 'react';
import { type Aircraft, climbOf, emergencyText } from '../positions/aircraft.ts';
import styles from './ClimbAndEmergency.module.css';

type Of = { readonly aircraft: Aircraft };

export function Climb({ aircraft }: Of): ReactElement | null {
  const climb = climbOf(aircraft);
  if (climb === null) return null;
  return (
    <>
      <span aria-hidden="true"> {climb === 'climbing' ? '↑' : '↓'}</span>
      <span className="dl-hidden">, {climb}</span>
    </>
  );
}

export function Emergency({ aircraft }: Of): ReactElement | null {
  const text = emergencyText(aircraft);
  return text === null ? null : <strong className={styles.emergency}>{text}</strong>;
}
