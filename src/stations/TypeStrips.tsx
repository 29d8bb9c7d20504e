/** Feeding by message type: 24 hours, seven days and the causes of gaps, also as text. */
import { type ReactElement, useId, useState } from 'react';
import { hourMs } from '../../contract/durations.ts';
import {
  recentHours,
  type SilenceReason,
  type StationFacts,
  type TypeHealth,
} from '../../contract/entities/station-health.ts';
import { feedingDefinition, feedingSlotS } from '../../contract/feeding.ts';
import { parseInstant } from '../../contract/params.ts';
import { type StripCell, StripChart, StripMark, type StripPattern } from '../charts/StripChart.tsx';
import { formatNumber, measured, noValue } from '../lib/format.ts';
import { utcDay, utcMoment, utcShort, windowLabel } from '../lib/time.ts';
import shared from '../ui/shared.module.css';
import { hourReasons } from './station-text.ts';
import styles from './stations.module.css';

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
        <p className={shared.dim}>No message of this station was received in the last seven days.</p>
      ) : (
        <div className={styles.strips}>
          <span />
          <span className={`${shared.dim} ${styles.span}`}>Last 24 h</span>
          <span className={`${shared.dim} ${styles.span}`}>7 days</span>
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
        <p className={`${shared.dim} ${styles.share}`}>{percent(share24h)}</p>
      </div>
      <div>
        <StripChart label={`${type}, seven days, by the day`} cells={dayCells(strip)} onRead={onRead} />
        <p className={`${shared.dim} ${styles.share}`}>{percent(share7d)}</p>
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

// ---- hours and days as strip cells, gaps as text

const slotsPerHour = 6;
const reasonPatterns: Readonly<Record<SilenceReason, StripPattern>> = {
  noSign: 'cross',
  noFrames: 'rising',
  notDecoded: 'dots',
  noUpload: 'upright',
  noKey: 'upright',
  untold: 'plain',
};
const noReason = 'no message';

/** `hoursFrom` = epoch ms of the first hour. `now` ends the last. */
export type Strip<T = TypeHealth> = { readonly type: T; readonly hoursFrom: number; readonly now: number };
type Hours = Pick<TypeHealth, 'slots' | 'reasons'>;
const percentText = (share: number): string => `${formatNumber(share * 100, 0)} %`;

/** For the current hour only the elapsed part counts. */
function partsOf({ hoursFrom, now }: Strip<Hours>, index: number): number {
  const begins = hoursFrom + index * hourMs;
  return Math.min(slotsPerHour, Math.max(1, Math.ceil((now - begins) / (hourMs / slotsPerHour))));
}

/** The last 24 hours. */
export function hourCells(strip: Strip<Hours>): StripCell[] {
  const { slots, reasons } = strip.type;
  const first = Math.max(0, slots.length - recentHours);
  return slots.slice(first).map((fed, at) => {
    const index = first + at;
    const begins = strip.hoursFrom + index * hourMs;
    const when = `${utcShort(begins)} to ${utcShort(begins + hourMs)}`;
    if (fed === null) return { share: null, pattern: null, text: `${when}: before the station existed` };
    const reason = reasons[index] ?? null;
    const share = Math.min(1, fed / partsOf(strip, index));
    // A quiet type is no gap while its hour has just begun.
    if (fed === 0 && !reason && strip.now - begins < feedingSlotS * 1000)
      return { share: null, pattern: null, text: `${when}: no message yet` };
    const why = fed === 0 ? `, ${reason ? hourReasons[reason] : noReason}` : '';
    return {
      share,
      pattern: reason && reasonPatterns[reason],
      text: `${when}: fed ${percentText(share)} of the hour${why}`,
    };
  });
}

/** The seven days, each 24 hours, ending with the current hour. */
export function dayCells(strip: Strip): StripCell[] {
  const { slots, reasons } = strip.type;
  const days = Math.ceil(slots.length / recentHours);
  return Array.from({ length: days }, (_, day) => {
    const first = day * recentHours;
    const hours = slots.slice(first, first + recentHours);
    const when = `${windowLabel(recentHours)} from ${utcShort(strip.hoursFrom + first * hourMs)}, ${utcDay(strip.hoursFrom + first * hourMs)}`;
    const known = hours.filter((fed) => fed !== null);
    if (known.length === 0) return { share: null, pattern: null, text: `${when}: before the station existed` };
    const parts = hours.reduce<number>((sum, fed, at) => sum + (fed === null ? 0 : partsOf(strip, first + at)), 0);
    const share = Math.min(1, known.reduce((sum, fed) => sum + fed, 0) / parts);
    const why = reasonsOf(reasons.slice(first, first + recentHours));
    const [most] = why;
    return {
      share,
      pattern: share === 0 && most ? reasonPatterns[most.reason] : null,
      text: `${when}: fed ${percentText(share)}${why.map(({ reason, hours: count }) => `, ${hourReasons[reason]} ${measured(count, 'h')}`).join('')}`,
    };
  });
}

/** Causes and their number of hours, most frequent first. */
export function reasonsOf(reasons: readonly (SilenceReason | null)[]): { reason: SilenceReason; hours: number }[] {
  const counts = new Map<SilenceReason, number>();
  for (const reason of reasons) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, hours]) => ({ reason, hours })).sort((a, b) => b.hours - a.hours);
}

type Gap = { readonly from: number; readonly to: number; readonly why: string };
/** Consecutive hours without a message with the same cause, newest first. */
export function gapsOf({ type: { slots, reasons }, hoursFrom, now }: Strip): Gap[] {
  const gaps: Gap[] = [];
  slots.forEach((fed, index) => {
    if (fed !== 0) return;
    const reason = reasons[index] ?? null;
    const why = reason ? hourReasons[reason] : noReason;
    const from = hoursFrom + index * hourMs;
    const to = Math.min(now, from + hourMs);
    const before = gaps.at(-1);
    if (before?.to === from && before.why === why) gaps[gaps.length - 1] = { ...before, to };
    else gaps.push({ from, to, why });
  });
  return gaps.reverse();
}
