/** Feeding by message type: 24 hours, seven days and the causes of gaps, also as text. */
import { type ReactElement, useId, useState } from 'react';
import type { SilenceReason, StationFacts, TypeHealth } from '../../contract/entities/station-health.ts';
import { feedingDefinition } from '../../contract/feeding.ts';
import { parseInstant } from '../../contract/params.ts';
import { StripChart, StripMark } from '../charts/StripChart.tsx';
import { formatNumber, noValue } from '../lib/format.ts';
import { utcMoment } from '../lib/time.ts';
import { hourReasons } from './station-text.ts';
import styles from './TypeStrips.module.css';
import { dayCells, gapsOf, hourCells, reasonPatterns, reasonsOf, type Strip } from './type-strips.ts';

const percent = (share: number | null): string => (share === null ? noValue : `${formatNumber(share, 1)} %`);

type Props = { facts: StationFacts; dataAt: number };

/** `isCompact`: strips and readout only. Notes are shown elsewhere. */
export function TypeStrips({
  facts,
  dataAt,
  isCompact = false,
  heading: Heading = 'h3',
}: Props & { isCompact?: boolean; heading?: 'h2' | 'h3' }): ReactElement {
  const [read, setRead] = useState<string | null>(null);
  const headingId = useId();
  const hoursFrom = parseInstant(facts.hoursFrom) ?? dataAt;
  const occurring = reasonsOf(facts.types.flatMap(({ reasons }) => reasons));
  return (
    <section className={styles.feeding} data-compact={isCompact || undefined} aria-labelledby={headingId}>
      <Heading id={headingId}>Feeding</Heading>
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
          {read ?? 'Bar height: share of time with messages. Select a bar for details.'}
        </p>
      )}
      <Legend reasons={occurring} />
      {isCompact ? null : <StripNotes facts={facts} dataAt={dataAt} />}
    </section>
  );
}

/** Gaps as text, and the definition. */
export function StripNotes({ facts, dataAt }: Props): ReactElement {
  return (
    <div className={styles.notes}>
      <Gaps types={facts.types} hoursFrom={parseInstant(facts.hoursFrom) ?? dataAt} dataAt={dataAt} />
      <details className={styles.more}>
        <summary>How feeding is counted</summary>
        <p>{feedingDefinition}</p>
      </details>
    </div>
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

/** Only what occurs is in the legend. */
function Legend({ reasons }: { reasons: readonly { reason: SilenceReason; hours: number }[] }): ReactElement | null {
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label="Gaps explained">
      {reasons.map(({ reason }) => (
        <li key={reason}>
          <StripMark pattern={reasonPatterns[reason]} />
          {hourReasons[reason]}
        </li>
      ))}
    </ul>
  );
}

const maxGaps = 30;
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
            {some.slice(0, maxGaps).map(({ from, to, why }) => (
              <li key={from}>
                {utcMoment(from, dataAt)} to {utcMoment(to, dataAt)}: {why}
              </li>
            ))}
          </ul>
          {some.length > maxGaps ? <p>And {some.length - maxGaps} more.</p> : null}
        </div>
      ))}
    </details>
  );
}
