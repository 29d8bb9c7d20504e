/** Top left of the map: search, notices of missing tiles and outdated positions. */
import type { ReactElement, ReactNode } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { toGlZoom } from '../gl-zoom.ts';
import { PastNotice } from '../past/PastNotice.tsx';
import { usePast } from '../past/past-context.tsx';
import { useFleet } from '../positions/fleet-store.ts';
import { noLivePositionsText, storedPositionsText } from '../positions/no-live-positions.ts';
import { MapSearch } from '../search/MapSearch.tsx';
import { useGoTo } from '../search/use-go-to.ts';
import { useGlMap } from '../use-gl-map.ts';
import styles from './MapControls.module.css';

const tickMs = 5000;
const flyMs = 600;

type MapNoticesProps = {
  readonly ofMap: string | null;
  /** Legend of a phone. */
  readonly children: ReactNode;
};

export function MapNotices({ ofMap, children }: MapNoticesProps): ReactElement {
  const map = useGlMap();
  // Without motion where the user prefers it reduced.
  const goTo = useGoTo(({ lat, lon, zoom }) =>
    map.flyTo({ center: [lon, lat], zoom: toGlZoom(zoom), duration: flyMs }, { isElsewhere: true }),
  );
  const fleet = useFleet();
  const { past } = usePast();
  const now = useNow(tickMs);
  const still = past ? null : (storedPositionsText(fleet, now) ?? noLivePositionsText(fleet.list, now));
  // Always mounted: a live region that appears with its text is not read.
  return (
    <div className={styles.notices}>
      <MapSearch onGo={goTo} />
      {children}
      <PastNotice now={now} />
      <p role="status" data-uncovered>
        {still}
      </p>
      <p role="status" data-uncovered>
        {ofMap}
      </p>
    </div>
  );
}
