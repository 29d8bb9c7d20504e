/** Aircraft with its airline. Own file: loaded with the first expanded row. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { oneLine } from '../../lib/format.ts';
import { dayText } from '../../lib/time.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import styles from './AircraftDetail.module.css';
import { aircraftOf, airlinePath, flightsOf, flightsPath } from './reference-cells.tsx';

export default function AircraftDetail({ row }: { readonly row: AnyRow }): ReactElement {
  const { aircraftId, registration, modeS, airline, operator, manufactureDate } = aircraftOf(row);
  const codes = [operator?.iata, operator?.icao].filter((code) => code).join(', ');
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <dt>Manufactured</dt>
        <dd>{manufactureDate ? dayText(manufactureDate) : '–'}</dd>
        <dt>Operator’s codes</dt>
        <dd>{codes === '' ? '–' : oneLine(codes)}</dd>
      </dl>
      <p className={styles.links}>
        <Link to={flightsPath(aircraftId)}>{flightsOf(registration)}</Link>
        <ObjectLink to="tail" id={registration || modeS}>
          Last days of {oneLine(registration || (modeS ?? ''))}
        </ObjectLink>
        {airline ? <Link to={airlinePath(airline.airlineId)}>Aircraft of {oneLine(airline.airlineName)}</Link> : null}
      </p>
    </div>
  );
}
