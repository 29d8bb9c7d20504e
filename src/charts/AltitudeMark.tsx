import type { ReactElement } from 'react';
import styles from './AltitudeMark.module.css';
import { altitudeBands, bandOf, type InBand } from './altitude-bands.ts';

/** A square in the colour of the altitude. The altitude in words is next to it. */
export function AltitudeMark({ of }: { readonly of: InBand }): ReactElement | null {
  const band = altitudeBands[bandOf(of)];
  if (!band) return null;
  return <i className={styles.mark} style={{ background: `var(--dl-${band.token})` }} aria-hidden="true" />;
}
