import type { ReactElement } from 'react';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import type { ReportTime } from '../../stations/report-time.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { asOfText, intervalText, reasonText, verdictText } from '../../stations/station-text.ts';
import styles from './Verdict.module.css';

/** Status with icon and colour, cause, start, and time of the response. */
export function Verdict(props: { station: StationHealth; isAlone: boolean } & ReportTime): ReactElement {
  const { station, now, dataAt, isNow } = props;
  const { state, reason, lastMessageAt, usualEveryS, stationId, city, country } = station;
  const lastAt = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  const why = reasonText(state, reason);
  const interval = intervalText(usualEveryS);
  // In a list the row above is the heading, with status, station and icon.
  return (
    <section className={styles.verdict} data-state={state} data-old={!isNow || undefined} data-testid="verdict">
      {props.isAlone ? <StateIcon state={state} size={36} /> : null}
      <div className={styles.words}>
        {props.isAlone ? (
          <>
            {/* A change of the status is announced, its age is not. */}
            <div role="status">
              <h2 className={styles.word}>{verdictText(station, isNow, dataAt)}</h2>
            </div>
            <p className={styles.name}>
              <strong>Station {stationId}</strong>
              {placeText({ city, country }, ', ')}
            </p>
          </>
        ) : null}
        {isNow ? null : <p className={styles.asOf}>{asOfText(dataAt, now)}. The current status is unknown.</p>}
        {why ? <p>{why}</p> : null}
        {lastAt === null ? null : (
          <p>
            Last message {utcMoment(lastAt, dataAt)}
            {isNow ? `, ${ageText(now - lastAt)} ago` : ''}
          </p>
        )}
        {interval ? <p>{interval}</p> : null}
      </div>
    </section>
  );
}

/** City or country after `before`. Empty if neither is known. */
export const placeText = ({ city, country }: Pick<StationHealth, 'city' | 'country'>, before = ''): string => {
  const place = city || country;
  return place ? `${before}${place}` : '';
};
