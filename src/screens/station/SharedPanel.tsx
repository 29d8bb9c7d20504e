/** What the station adds: messages that it alone received, and those that others received, too. */
import type { ReactElement } from 'react';
import type { StationPage } from '../../../contract/entities/places.ts';
import { parseInstant } from '../../../contract/params.ts';
import { formatCount, formatNumber, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/Panel.tsx';
import { StationLink } from '../../objects/StationLink.tsx';
import styles from './SharedPanel.module.css';

type Props = { readonly shared: StationPage['shared']; readonly now: number; readonly isOld: boolean };

export function SharedPanel({ shared, now, isOld }: Props): ReactElement {
  const { alone, withOne, withMore, since } = shared;
  const total = alone + withOne + withMore;
  const sinceMs = since === null ? null : parseInstant(since);
  const note = sinceMs === null ? '24 h' : `since ${utcMoment(sinceMs, now)}`;
  if (total === 0)
    return (
      <Panel title="Received by this station only" note={note} isOld={isOld}>
        <p className={page.none}>No message of this period can be compared with other stations.</p>
      </Panel>
    );
  const rows = [
    ['alone', alone],
    ['with one more', withOne],
    ['with two or more', withMore],
  ] as const;
  return (
    <Panel title="Received by this station only" note={note} isOld={isOld}>
      <p className={styles.sum}>
        <strong>{formatCount(alone)}</strong> of {formatCount(total)} messages
      </p>
      <dl className={styles.bars}>
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ width: `${(100 * count) / total}%` }} />
              </span>
              <span>{formatNumber((100 * count) / total, 0)} %</span>
            </dd>
          </div>
        ))}
      </dl>
      {shared.with.length === 0 ? null : (
        <>
          <h3 className={styles.heading}>Received together with</h3>
          <ul className={page.rows} aria-label="Received together with">
            {shared.with.map(({ stationId, city, messages }) => (
              <li key={stationId}>
                <StationLink id={stationId} name={`Station ${stationId}`}>
                  {oneLine(stationId)}
                </StationLink>
                <span>{city ? oneLine(city) : ''}</span>
                <span>{formatCount(messages)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
