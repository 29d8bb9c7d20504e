/** Arrivals or departures of 24 hours, with the report that proves each. */
import { type ReactElement, useState } from 'react';
import type { AirportMovement } from '../../../contract/entities/places.ts';
import { parseInstant } from '../../../contract/params.ts';
import { isoDay, utcDay, utcShort } from '../../lib/time.ts';
import { AirportCode } from '../../objects/airport-cell.tsx';
import { FlightLink } from '../../objects/FlightLink.tsx';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/Panel.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Movements.module.css';

type Props = {
  readonly title: string;
  readonly way: 'from' | 'to';
  readonly movements: readonly AirportMovement[];
  readonly note: string;
  readonly now: number;
  readonly isOld: boolean;
};

/** Rows shown before the others are requested. */
const first = 14;
/** What the aircraft reported. */
const evidence: Readonly<Record<AirportMovement['what'], string>> = {
  out: 'left the gate',
  off: 'took off',
  on: 'landed',
  in: 'at the gate',
};

export function Movements({ title, way, movements, note, now, isOld }: Props): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? movements : movements.slice(0, first);
  return (
    <Panel title={title} note={`reported by aircraft, ${note}`} isOld={isOld}>
      {movements.length === 0 ? (
        <p className={page.none}>No report of an aircraft.</p>
      ) : (
        <ul className={`${page.rows} ${styles.rows}`} aria-label={title}>
          {shown.map(({ id, at, what, tail, flight, other }, index) => {
            const atMs = parseInstant(at) ?? 0;
            const before = parseInstant(shown[index - 1]?.at ?? '') ?? now;
            return (
              <li key={id}>
                {isoDay(before) === isoDay(atMs) ? null : <span className={styles.day}>{utcDay(atMs)}</span>}
                <time dateTime={at}>{utcShort(atMs)}</time>
                <span className={page.mono}>
                  <FlightLink tail={tail} flight={flight} at={at} />
                </span>
                <span className={page.mono}>
                  <ObjectLink to="tail" id={tail} />
                </span>
                <span>
                  <span className={styles.way}>{way} </span>
                  {other === null ? 'unknown' : <AirportCode code={other} />}
                </span>
                <abbr className={page.dim} title={evidence[what]}>
                  {what}
                </abbr>
              </li>
            );
          })}
        </ul>
      )}
      {movements.length > first ? (
        <p className={page.none}>
          <PlainButton look="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${first}` : `Show all ${movements.length}`}
          </PlainButton>
        </p>
      ) : null}
    </Panel>
  );
}
