import { type ReactElement, useMemo } from 'react';
import { PlaceMap } from '../../../charts/small-map/PlaceMap.tsx';
import { placeWords } from '../../../charts/small-map/position-view.ts';
import type { AnyRow } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Message.module.css';

/** Half of the map. */
const leastDeg = 3;

/** Position that the message contains, on a small map. null = none. */
export function MessagePlace({ row: { lat, lon, alt } }: { readonly row: AnyRow }): ReactElement | null {
  const place = useMemo(() => (typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null), [lat, lon]);
  const aircraft = useMemo(
    () =>
      place === null
        ? []
        : [{ ...place, icao: '', angle: null, altitudeFt: typeof alt === 'number' ? alt : null, isOnGround: null }],
    [place, alt],
  );
  if (place === null) return null;
  return (
    <div className={styles.place}>
      <PlaceMap
        place={place}
        label={`Position in the message: ${placeWords(place)}`}
        aircraft={aircraft}
        leastDeg={leastDeg}
        isLive
        hasSquare={false}
      />
    </div>
  );
}
