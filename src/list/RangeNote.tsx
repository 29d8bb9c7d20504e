import type { ReactElement } from 'react';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './ListScreen.module.css';

/** The list was reset to its own window (OVW-04). */
export function RangeNote({ onFollow }: { onFollow: () => void }): ReactElement {
  return (
    <p className={styles.missing} role="status">
      This list does not follow the range.{' '}
      <PlainButton look="subtle" onClick={onFollow}>
        Follow again
      </PlainButton>
    </p>
  );
}
