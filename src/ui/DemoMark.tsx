import type { ReactElement } from 'react';
import styles from './DemoMark.module.css';

/** Shown on every screen of a demo server. Needs no Mantine. */
export function DemoMark(): ReactElement {
  return (
    <span className={styles.mark} title="Demo server with generated messages and public demo accounts.">
      Demo
    </span>
  );
}
