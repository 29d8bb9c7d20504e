import { IconCheck, IconClock, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { PathStep, SilenceReason, StationFacts, StationHealth } from '../../contract/entities/station-health.ts';
import { parseInstant } from '../../contract/params.ts';
import type { ReportTime } from '../lib/tense.ts';
import { utcClock, utcDay } from '../lib/time.ts';
import { evidenceText, stepNames, stepStateWords } from './station-text.ts';
import styles from './stations.module.css';

/** The step at which messages are lost, if known. Later steps receive nothing and have no fault of their own. */
const lostAt: Readonly<Record<SilenceReason, PathStep>> = {
  noSign: 'upload',
  noFrames: 'radio',
  notDecoded: 'decoder',
  noUpload: 'upload',
  noKey: 'upload',
  untold: 'stored',
};
type Look = 'ok' | 'late' | 'broken' | 'nothing' | 'unknown';
const icons: Readonly<Record<Look, ReactElement>> = {
  ok: <IconCheck size={16} aria-hidden="true" />,
  late: <IconClock size={16} aria-hidden="true" />,
  broken: <IconX size={16} aria-hidden="true" />,
  nothing: <IconMinus size={16} aria-hidden="true" />,
  unknown: <IconQuestionMark size={16} aria-hidden="true" />,
};

/** Radio, decoder, upload, stored, counted: each with the time of its newest evidence. */
type Props = ReportTime & {
  readonly station: StationHealth;
  readonly facts: StationFacts;
  /** The steps side by side, their evidence for screen readers only. */
  readonly isRow?: boolean;
  readonly heading?: 'h2' | 'h3';
};
export function MessagePath(props: Props): ReactElement {
  const { station, facts, now, dataAt, isNow, isRow = false, heading: Heading = 'h3' } = props;
  const culprit = station.state === 'feeding' || station.state === 'partly' ? null : lostAt[station.reason ?? 'untold'];
  return (
    <section className={styles.path} data-row={isRow || undefined} aria-label="Path of a message">
      <Heading>Path of a message</Heading>
      <ol>
        {facts.path.map(({ step, state, at, by }) => {
          const look: Look = state !== 'lost' ? state : step === culprit ? 'broken' : 'nothing';
          return (
            <li key={step} data-look={look}>
              <span className={styles.light}>{icons[look]}</span>
              <p className={styles.words}>
                <strong>{stepNames[step]}</strong> <span className="dl-hidden">{stepStateWords[state]}, </span>
                <span className={isRow ? 'dl-hidden' : styles.note}>
                  {evidenceText(step, by, state, station.reason, { now, dataAt, isNow })}
                </span>
              </p>
              {at === null ? null : <When at={parseInstant(at)} dataAt={dataAt} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The time, with the date if it is not today. */
function When({ at, dataAt }: { at: number | null; dataAt: number }): ReactElement | null {
  if (at === null) return null;
  const isToday = utcDay(at) === utcDay(dataAt);
  return (
    <time className={styles.when} dateTime={new Date(at).toISOString()}>
      {isToday ? null : <span>{utcDay(at)} </span>}
      {utcClock(at)}Z
    </time>
  );
}
