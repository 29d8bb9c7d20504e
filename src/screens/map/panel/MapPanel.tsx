/**
 * The list of what is in view, beside the map or, on a phone, below it.
 * Must not: need the map: it works from the address where there is no WebGL.
 */
import type { ReactElement } from 'react';
import styles from '../MapScreen.module.css';

export function MapPanel(): ReactElement {
  return (
    <aside className={styles.panel} aria-label="In view">
      <h2>In view</h2>
    </aside>
  );
}
