import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import styles from './Frame.module.css';
import { rowOfPath } from './route-table.ts';

/** In place of a screen that a later step brings, for those who may open it. */
export function NotBuiltYet(): ReactElement {
  const row = useLocation({ select: (location) => rowOfPath(location.pathname) });
  return (
    <div className={styles.unmatched}>
      <h1>{row?.title}</h1>
      <p>This screen is not built yet.</p>
    </div>
  );
}
