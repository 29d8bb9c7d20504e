/** Stations that receive the aircraft: the five with the most messages of 24 hours. */
import { type ReactElement, useId } from 'react';
import type { Tail } from '../../../contract/entities/tail.ts';
import { formatCount, oneLine } from '../../lib/format.ts';
import { StationLink } from '../../objects/StationLink.tsx';
import styles from './Tail.module.css';

export function Receivers({ tail: { stations, dayMessages } }: { tail: Tail }): ReactElement {
  const heading = useId();
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Received by</h2>
        <span className={styles.note}>24 h</span>
      </div>
      {stations.length === 0 ? <p className={styles.none}>No receptions in the last 24 hours.</p> : null}
      <ul className={styles.receivers}>
        {stations.map(({ stationId, isStation, messages, adsbSlots }) => (
          <li key={stationId}>
            <span className={styles.receiver}>
              <StationLink id={isStation ? stationId : null}>{oneLine(stationId)}</StationLink>
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${dayMessages === 0 ? 0 : (100 * messages) / dayMessages}%` }} />
            </span>
            <span className={styles.share}>
              {formatCount(messages)} of {formatCount(dayMessages)}
              {adsbSlots > 0 ? ', ADS-B' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
