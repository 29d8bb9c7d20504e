import type { ReactElement } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useMapShare } from '../map-context.ts';
import styles from './Filter.module.css';
import { useFilterShare } from './filter-context.tsx';

/** How many aircraft the filter or the altitudes of OpenSky leave, with the way back. */
export function FilterStatus(): ReactElement | null {
  const { source } = useMapShare().address;
  const { conditions, fleet, isEveryAltitude, showAll } = useFilterShare();
  if (conditions === 0 && (source !== 'opensky' || isEveryAltitude)) return null;
  return (
    <div className={styles.status} data-uncovered>
      {conditions === 0 ? null : `${formatCount(fleet.shown)} of ${formatCount(fleet.all)} shown`}
      <PlainButton look="subtle" onClick={showAll}>
        Show all aircraft
      </PlainButton>
    </div>
  );
}
