/**
 * The small map below latitude and longitude: its code and outlines come when it is shown. Must not: be the only way to say a position.
 */
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo } from 'react';
import { degreesFault, readDegrees, stationLimits } from '../../../contract/station-rules.ts';
import type { FormHandle } from '../../form/use-form.ts';
import type { Place } from './position-view.ts';
import { placeSection } from './station.form.ts';
import styles from './stations.module.css';

// Without a network and never loaded before, the form goes on without its map.
const PositionMap = lazy(() => import('./PositionMap.tsx').catch(() => ({ default: NoMap })));

function NoMap(): ReactElement {
  return <p className={styles.hint}>The map could not be loaded.</p>;
}

/** Texts as they are typed. Without `onPick` the position is only shown. */
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

/** Null while it is no place on earth. */
function placeOf(latitude: string, longitude: string): Place | null {
  const [lat, lon] = [readDegrees(latitude), readDegrees(longitude)];
  if (lat === null || degreesFault(lat, stationLimits.latitude)) return null;
  return lon === null || degreesFault(lon, stationLimits.longitude) ? null : { lat, lon };
}

/** For the forms: a place picked on the map is typed into the two fields. */
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
