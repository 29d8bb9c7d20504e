/** Aircraft by distance: name, altitude, distance. */
import type { ReactElement } from 'react';
import type { NearAircraft } from '../../contract/entities/places.ts';
import { altitudeText } from '../lib/altitude-text.ts';
import { oneLine } from '../lib/format.ts';
import { Measure } from '../objects/Measure.tsx';
import { ObjectLink } from '../objects/ObjectLink.tsx';
import page from '../objects/ObjectPage.module.css';
import { useUnits } from '../objects/units-choice.ts';
import shared from '../ui/shared.module.css';
import { AltitudeMark } from './AltitudeMark.tsx';
import styles from './NearList.module.css';

type Props = { readonly aircraft: readonly NearAircraft[]; readonly label: string; readonly hasDistance?: boolean };

export function NearList({ aircraft, label, hasDistance = true }: Props): ReactElement {
  const units = useUnits();
  return (
    <ul className={`${page.rows} ${styles.rows}`} aria-label={label} data-short={!hasDistance || undefined}>
      {aircraft.map(({ icao, tail, callsign, altitudeFt, isOnGround, distanceNmi }) => (
        <li key={icao}>
          <span className={shared.mono}>
            <ObjectLink to="tail" id={tail ?? icao} />
          </span>
          <span className={shared.mono}>{callsign ? oneLine(callsign) : ''}</span>
          {hasDistance ? (
            <>
              <span>
                <AltitudeMark of={{ altitudeFt, isOnGround }} />
                {altitudeText({ altitudeFt, isOnGround }, units)}
              </span>
              <span className={shared.dim}>
                <Measure of="distance" value={distanceNmi} />
              </span>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
