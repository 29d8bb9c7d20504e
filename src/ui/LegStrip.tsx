/** The last legs of an aircraft with one fault, oldest left. One sign everywhere. */
import type { ReactElement } from 'react';
import { stripSigns } from '../../contract/entities/faults.ts';
import { stripWords } from '../../decoder/faults/leg-strip.ts';
import styles from './LegStrip.module.css';

const signs = Object.fromEntries(Object.entries(stripSigns).map(([name, sign]) => [sign, name]));

/** `strip` = a sign per leg (contract/entities/faults.ts). */
export function LegStrip({ strip, isLarge = false }: { strip: string; isLarge?: boolean }): ReactElement {
  return (
    <span role="img" aria-label={stripWords(strip)} className={styles.strip} data-large={isLarge || undefined}>
      {[...strip].map((sign, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a leg has no other name than its place
        <i key={at} data-sign={signs[sign] ?? 'flown'} />
      ))}
    </span>
  );
}

const legend = [
  ['warning', 'warning'],
  ['hard', 'hard'],
  ['intermittent', 'intermittent'],
  ['reported', 'not stated'],
  ['flown', 'flown, not reported'],
  ['silent', 'nothing received'],
] as const;

export function LegStripLegend(): ReactElement {
  return (
    <ul className={styles.legend} aria-label="Signs of legs">
      {legend.map(([sign, words]) => (
        <li key={sign}>
          <span className={styles.strip} aria-hidden="true">
            <i data-sign={sign} />
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
