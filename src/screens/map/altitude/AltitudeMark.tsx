/** Altitude colour, climb and emergency code of an aircraft, next to its texts. */
import type { ReactElement } from 'react';
import { bandOf } from '../../../charts/aircraft-bands.ts';
import { altitudeBands } from '../../../charts/altitude-bands.ts';
import { type Aircraft, climbOf, emergencyText } from '../positions/aircraft.ts';
import styles from './AltitudeMark.module.css';

type Of = { readonly aircraft: Aircraft };

/** The altitude in words is next to it. */
export function AltitudeMark({ aircraft }: Of): ReactElement | null {
  const band = altitudeBands[bandOf(aircraft)];
  if (!band) return null;
  return <i className={styles.mark} style={{ background: `var(--dl-${band.token})` }} aria-hidden="true" />;
}

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
