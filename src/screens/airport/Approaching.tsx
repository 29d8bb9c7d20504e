/** Aircraft that named this airport as their destination. */
import type { ReactElement } from 'react';
import type { AirportPage } from '../../../contract/entities/places.ts';
import { parseInstant } from '../../../contract/params.ts';
import { utcMoment, utcShort } from '../../lib/time.ts';
import { measureText, type Units } from '../../lib/units.ts';
import { FlightLink } from '../../objects/FlightLink.tsx';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/Panel.tsx';
import { useUnits } from '../../objects/units-choice.ts';

type Props = { readonly aircraft: AirportPage['approaching']; readonly now: number; readonly isOld: boolean };

export function Approaching({ aircraft, now, isOld }: Props): ReactElement {
  const units = useUnits();
  return (
    <Panel title="On the way here" isOld={isOld}>
      {aircraft.length === 0 ? (
        <p className={page.none}>No aircraft named this airport as its destination.</p>
      ) : (
        <ul className={page.rows} aria-label="On the way here">
          {aircraft.map((one) => (
            <li key={`${one.tail} ${one.icao} ${one.flight}`}>
              <span className={page.mono}>
                <ObjectLink to="tail" id={one.tail ?? one.icao} />
              </span>
              <span className={page.mono}>
                <FlightLink tail={one.tail} flight={one.flight} at={one.reportedAt} />
              </span>
              <span className={page.dim}>{expectedText(one, now, units)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** `about 17:36Z, 120 nmi`: by distance and speed. Else when the aircraft reported it. */
function expectedText(
  { expectedAt, reportedAt, distanceNmi }: AirportPage['approaching'][number],
  now: number,
  units: Units,
): string {
  const [expectedMs, reportedMs] = [expectedAt === null ? null : parseInstant(expectedAt), parseInstant(reportedAt)];
  const distance = distanceNmi === null ? '' : `, ${measureText(units.distance, distanceNmi)}`;
  if (expectedMs !== null) return `about ${utcShort(expectedMs)}${distance}`;
  return `reported ${reportedMs === null ? '' : utcMoment(reportedMs, now)}${distance}`;
}
