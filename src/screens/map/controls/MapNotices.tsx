/**
 * What the map says of itself in its upper left corner: of its tiles, and of positions that stand still.
 * Must not: take the place of the connection bar: why the server is not reached is said there.
 */
import type { ReactElement } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { stillText } from '../positions/still-text.ts';
import styles from './MapControls.module.css';

const tickMs = 5000;

export function MapNotices({ ofMap }: { ofMap: string | null }): ReactElement {
  const still = stillText(useFleet().list, useNow(tickMs));
  // Always there: a live region that comes with its first words is not read.
  return (
    <div className={styles.notices}>
      <p role="status" data-kept-clear>
        {still}
      </p>
      <p role="status" data-kept-clear>
        {ofMap}
      </p>
    </div>
  );
}
