/**
 * Feeding by message type: the last 24 hours by the hour, the seven days by the day, and why hours are empty; the same as text.
 * Must not: reckon percentages (the server does, by contract/feeding.ts).
 */
import { type ReactElement, useId, useState } from 'react';
import type { SilenceReason, StationFacts, TypeHealth } from '../../../contract/entities/station-health.ts';
import { feedingDefinition } from '../../../contract/feeding.ts';
import { parseInstant } from '../../../contract/params.ts';
import { StripChart, StripMark } from '../../charts/StripChart.tsx';
import { formatNumber, noValue } from '../../lib/format.ts';
import { hourReasons, sinceText } from './station-words.ts';
import styles from './TypeStrips.module.css';
import { dayCells, gapsOf, hourCells, reasonPatterns, reasonsOf, type Strip } from './type-strips.ts';

const percent = (share: number | null): string => (share === null ? noValue : `${formatNumber(share, 1)} %`);

export function TypeStrips({ facts, dataAt }: { facts: StationFacts; dataAt: number }): ReactElement {
  const [read, setRead] = useState<string | null>(null);
  const heading = useId();
  const hoursFrom = parseInstant(facts.hoursFrom) ?? dataAt;
  const occurring = reasonsOf(facts.types.flatMap(({ reasons }) => reasons));
  return (
    <section className={styles.feeding} aria-labelledby={heading}>
      <h3 id={heading}>Feeding</h3>
      {facts.types.length === 0 ? (
        <p className={styles.dim}>No message of this station was received in the last seven days.</p>
      ) : (
        <div className={styles.strips}>
          <span />
          <span className={styles.span}>Last 24 h</span>
          <span className={styles.span}>7 days</span>
          {facts.types.map((type) => (
            <OneType key={type.type} strip={{ type, hoursFrom, now: dataAt }} onRead={setRead} />
          ))}
        </div>
      )}
      {facts.types.length === 0 ? null : (
        <p className={styles.read} aria-hidden="true">
          {read ?? 'Height: share of the time with messages. Touch a bar to read it.'}
        </p>
      )}
      <Legend reasons={occurring} />
      <Gaps types={facts.types} hoursFrom={hoursFrom} dataAt={dataAt} />
      <details className={styles.more}>
        <summary>How feeding is counted</summary>
        <p>{feedingDefinition}</p>
      </details>
    </section>
  );
}

function OneType({ strip, onRead }: { strip: Strip; onRead: (text: string | null) => void }): ReactElement {
  const { type, share24h, share7d } = strip.type;
  return (
    <>
      <strong className={styles.type}>{type}</strong>
      <div>
        <StripChart label={`${type}, last 24 hours, by the hour`} cells={hourCells(strip)} onRead={onRead} />
        <p className={styles.share}>{percent(share24h)}</p>
      </div>
      <div>
        <StripChart label={`${type}, seven days, by the day`} cells={dayCells(strip)} onRead={onRead} />
        <p className={styles.share}>{percent(share7d)}</p>
      </div>
    </>
  );
}

/** Only what occurs: a legend of what is not there hides what is. */
function Legend({ reasons }: { reasons: readonly { reason: SilenceReason; hours: number }[] }): ReactElement | null {
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label="Why hours are empty">
      {reasons.map(({ reason }) => (
        <li key={reason}>
          <StripMark pattern={reasonPatterns[reason]} />
          {hourReasons[reason]}
        </li>
      ))}
    </ul>
  );
}

const mostGaps = 30;
function Gaps(props: { types: readonly TypeHealth[]; hoursFrom: number; dataAt: number }): ReactElement | null {
  const { types, hoursFrom, dataAt } = props;
  const gaps = types.map((type) => ({ type: type.type, gaps: gapsOf({ type, hoursFrom, now: dataAt }) }));
  const withGaps = gaps.filter((one) => one.gaps.length > 0);
  if (withGaps.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>Hours without messages, as text</summary>
      {withGaps.map(({ type, gaps: some }) => (
        <div key={type}>
          <h4>{type}</h4>
          <ul>
            {some.slice(0, mostGaps).map(({ from, to, why }) => (
              <li key={from}>
                {sinceText(from, dataAt)} to {sinceText(to, dataAt)}: {why}
              </li>
            ))}
          </ul>
          {some.length > mostGaps ? <p>And {some.length - mostGaps} more.</p> : null}
        </div>
      ))}
    </details>
  );
}
