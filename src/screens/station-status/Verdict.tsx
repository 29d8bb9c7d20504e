import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockExclamation,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { HealthState, StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ageText } from '../../lib/time.ts';
import type { ToldAt } from './StationPanel.tsx';
import { asOfText, reasonText, rhythmText, sinceText, verdictText } from './station-words.ts';
import styles from './Verdict.module.css';

const icons: Readonly<Record<HealthState, typeof IconCircleDashed>> = {
  feeding: IconCircleCheckFilled,
  partly: IconAlertTriangleFilled,
  late: IconClockExclamation,
  silent: IconAlertOctagonFilled,
  never: IconCircleDashed,
};
export function StateIcon({ state, size }: { state: HealthState; size: number }): ReactElement {
  const Icon = icons[state];
  return <Icon size={size} className={styles.icon} aria-hidden="true" />;
}

/** The answer to the one question: word, icon and colour; why; since when; and of when this is. */
export function Verdict(props: { station: StationHealth; isAlone: boolean } & ToldAt): ReactElement {
  const { station, now, dataAt, isNow } = props;
  const { state, reason, lastMessageAt, usualEveryS, stationId, city, country } = station;
  const lastAt = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  const why = reasonText(state, reason);
  const rhythm = rhythmText(usualEveryS);
  // In a list the row above is the heading.
  const Word = props.isAlone ? 'h2' : 'p';
  return (
    <section className={styles.verdict} data-state={state} data-old={!isNow || undefined} data-testid="verdict">
      <StateIcon state={state} size={36} />
      <div className={styles.words}>
        <Word className={styles.word}>{verdictText(station, isNow, dataAt)}</Word>
        <p className={styles.name}>
          <strong>Station {stationId}</strong>
          {placeText({ city, country }, ', ')}
        </p>
        {isNow ? null : <p className={styles.asOf}>{asOfText(dataAt, now)}. What is so now is not known here.</p>}
        {why ? <p>{why}</p> : null}
        {lastAt === null ? null : (
          <p>
            Last message {sinceText(lastAt, dataAt)}
            {isNow ? `, ${ageText(now - lastAt)} ago` : ''}
          </p>
        )}
        {rhythm ? <p>{rhythm}</p> : null}
      </div>
    </section>
  );
}

/** The city, else the country, after `before`; nothing where neither is known. */
export const placeText = ({ city, country }: Pick<StationHealth, 'city' | 'country'>, before = ''): string => {
  const place = city || country;
  return place ? `${before}${place}` : '';
};
