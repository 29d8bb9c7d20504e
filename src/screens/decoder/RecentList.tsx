import type { ReactElement } from 'react';
import { titleOf } from '../../decoding/decoding.ts';
import { oneLine } from '../../lib/format.ts';
import styles from './DecodingScreen.module.css';
import type { RecentDecoding } from './recent.ts';

/** Results of this session. A click restores label, text and result without a request. */
export function RecentList(props: {
  readonly recent: readonly RecentDecoding[];
  readonly onChoose: (one: RecentDecoding) => void;
}): ReactElement | null {
  if (props.recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-label="Decoded in this session">
      <h2>Decoded in this session</h2>
      <ul>
        {props.recent.map((one) => (
          <li key={one.key}>
            <button type="button" className={styles.one} onClick={() => props.onChoose(one)}>
              <code>{oneLine(one.label)}</code>
              <code className={styles.oneText} dir="auto">
                {oneLine(one.text.slice(0, 200))}
              </code>
              <span>{oneLine(titleOf(one.decoding).slice(0, 80))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
