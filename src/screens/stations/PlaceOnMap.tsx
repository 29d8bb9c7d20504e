/** Map below latitude and longitude. Its code and outlines load when it is shown. */
import { type ReactElement, type ReactNode, Suspense, useMemo } from 'react';
import { degreesFault, readDegrees, stationLimits } from '../../../contract/station-rules.ts';
import type { Place } from '../../charts/small-map/view.ts';
import type { FormHandle } from '../../form/use-form.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { placeSection } from './station.form.ts';
import styles from './stations.module.css';

// Offline and never loaded before, the form works without its map.
const PositionMap = lazyPart(() => import('./PositionMap.tsx'), NoMap);

function NoMap(): ReactElement {
  return <p className={styles.hint}>The map could not be loaded.</p>;
}

/** Values as typed. Without `onPick` the position is read-only. */
export function PlaceOnMap(props: {
  readonly latitude: string;
  readonly longitude: string;
  readonly onPick?: (place: Place) => void;
}): ReactElement {
  const { latitude, longitude } = props;
  const place = useMemo(() => placeOf(latitude, longitude), [latitude, longitude]);
  return (
    <div className={styles.place}>
      <Suspense fallback={<div className={styles.mapBox} />}>
        <PositionMap place={place} {...(props.onPick ? { onPick: props.onPick } : {})} />
      </Suspense>
    </div>
  );
}

/** Null if it is not a valid position. */
function placeOf(latitude: string, longitude: string): Place | null {
  const [lat, lon] = [readDegrees(latitude), readDegrees(longitude)];
  if (lat === null || degreesFault(lat, stationLimits.latitude)) return null;
  return lon === null || degreesFault(lon, stationLimits.longitude) ? null : { lat, lon };
}

/** For the forms: a position picked on the map is written to the two fields. */
export const placeBelow: Readonly<Record<string, (handle: FormHandle) => ReactNode>> = {
  [placeSection]: ({ values, set }) => (
    <PlaceOnMap
      latitude={values.latitude ?? ''}
      longitude={values.longitude ?? ''}
      onPick={({ lat, lon }) => {
        set('latitude', String(lat));
        set('longitude', String(lon));
      }}
    />
  ),
};
