import type { ReactElement, ReactNode } from 'react';
import styles from './ToggleChip.module.css';

/** A choice of several in one line, which may be on at once, with the number of what it shows. `count` undefined = none is stated, null = not known yet. */
export function ToggleChip(props: {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly count?: string | null;
  /** Of a chip with an abbreviation. */
  readonly name?: string | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const { isOn, onToggle, count, name, children } = props;
  return (
    <button type="button" className={styles.chip} aria-label={name} aria-pressed={isOn} onClick={onToggle}>
      {children}
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
    </button>
  );
}
