import type { ReactElement } from 'react';
import styles from './DemoMark.module.css';

/** Says on every screen that what is shown is made up. Needs no Mantine. */
export function DemoMark(): ReactElement {
  return (
    <span className={styles.mark} title="This server holds demo accounts and made-up messages.">
      Demo
    </span>
  );
}
