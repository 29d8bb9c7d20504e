/** Aircraft by distance: name, altitude, distance. */
import type { ReactElement } from 'react';
import type { NearAircraft } from '../../contract/entities/places.ts';
import { altitudeText } from '../lib/altitude-text.ts';
import { oneLine } from '../lib/format.ts';
import { Measure } from './Measure.tsx';
import { ObjectLink } from './ObjectLink.tsx';
import styles from './ObjectPage.module.css';
import { useUnits } from './units-choice.ts';

type Props = { readonly aircraft: readonly NearAircraft[]; readonly label: string; readonly hasDistance?: boolean };

export function NearList({ aircraft, label, hasDistance = true }: Props): ReactElement {
  const units = useUnits();
  return (
    <ul className={styles.rows} aria-label={label}>
      {aircraft.map(({ icao, tail, callsign, altitudeFt, isOnGround, distanceNmi }) => (
        <li key={icao}>
          <span className={styles.mono}>
            <ObjectLink to="tail" id={tail ?? icao} />
          </span>
          <span className={styles.mono}>{callsign ? oneLine(callsign) : ''}</span>
          <span>{hasDistance ? (altitudeText({ altitudeFt, isOnGround }, units) ?? '') : ''}</span>
          <span className={styles.dim}>{hasDistance ? <Measure of="distance" value={distanceNmi} /> : ''}</span>
        </li>
      ))}
    </ul>
  );
}
