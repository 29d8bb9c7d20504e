/** One station of the list as a line: status, name, rates, 48 half hours. Silent and degraded ones also with cause and link. Own file: what each row draws. */
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, memo, type ReactElement } from 'react';
import { dayMs } from '../../../contract/durations.ts';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { formatCount, formatNumber, noValue } from '../../lib/format.ts';
import type { ReportTime } from '../../lib/tense.ts';
import { ageText, utcDay, utcShort } from '../../lib/time.ts';
import { amountText, type Unit } from '../../lib/units.ts';
import { useUnits } from '../../objects/units-choice.ts';
import { useAudience } from '../../session/use-session.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { causeText, firstCheck, isOfKey, type Standing, standingOf, standingText } from '../../stations/standing.ts';
import { placeText } from './StationPanel.tsx';
import styles from './StationStatus.module.css';

type Props = ReportTime & {
  readonly id: string;
  readonly station: StationHealth;
  /** Its index in the list. */
  readonly index: number;
  readonly isOpen: boolean;
  /** Tab stops at one row. Arrow keys continue from there. */
  readonly isStop: boolean;
  readonly highlight: 'on' | 'fading' | null;
  readonly onToggle: (stationId: string) => void;
  readonly onKeyDown: (event: KeyboardEvent, index: number) => void;
};

const hasCause = (standing: Standing): boolean => standing === 'silent' || standing === 'degraded';

/** Renders only when its values change, not while scrolling. */
export const StationRow = memo(function StationRow(props: Props): ReactElement {
  const { station, isNow, now, dataAt } = props;
  const at = { isNow, now, dataAt };
  const { distance } = useUnits();
  const standing = standingOf(station);
  const isUrgent = hasCause(standing);
  const cause = isUrgent ? causeText(station, at, distance) : null;
  const types = station.brief?.types.join(', ') ?? '';
  return (
    <div
      className={styles.line}
      data-standing={standing}
      data-old={!isNow || undefined}
      data-highlight={props.highlight ?? undefined}
    >
      <h2 className={styles.heading}>
        <button
          type="button"
          id={props.id}
          className={styles.row}
          aria-expanded={props.isOpen}
          tabIndex={props.isStop ? 0 : -1}
          onClick={() => props.onToggle(station.stationId)}
          onKeyDown={(event) => props.onKeyDown(event, props.index)}
        >
          {standing === 'healthy' ? (
            <IconCheck size={16} className={styles.sign} aria-hidden="true" />
          ) : (
            <StateIcon state={standing === 'degraded' ? 'partly' : station.state} size={18} />
          )}
          <span className={styles.name}>
            <span className="dl-hidden">Station </span>
            <strong>{station.stationId}</strong> {placeText(station)}
            {isUrgent && types ? <span className={styles.below}>{types}</span> : null}
          </span>
          {isUrgent ? (
            <span className={styles.cause}>
              <strong>{standingText(station, at)}</strong>
              {cause ? `. ${cause}` : '.'}
            </span>
          ) : (
            <>
              <span className={standing === 'healthy' ? 'dl-hidden' : styles.idle}>{standingText(station, at)}</span>
              {standing === 'healthy' ? <span className={styles.types}>{types}</span> : null}
            </>
          )}
          <Numbers station={station} distance={distance} isShort={standing === 'degraded'} />
          <DayStrip halfHours={station.brief?.halfHours ?? []} />
          <span className={styles.last}>{lastText(station, at)}</span>
        </button>
      </h2>
      {isUrgent ? <FirstCheck station={station} /> : null}
    </div>
  );
});

/** The age. Of a stored response the time, or the day without its year: the column has no room for both. */
function lastText({ lastMessageAt }: StationHealth, { isNow, now }: ReportTime): string {
  const at = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  if (at === null) return '';
  if (isNow) return ageText(now - at);
  return now - at > dayMs ? utcDay(at).replace(/ \d+$/, '') : utcShort(at);
}

/** To the page that answers it. The key is changed by Admins only. */
function FirstCheck({ station }: { station: StationHealth }): ReactElement {
  const isAdmin = useAudience() === 'admin';
  const { id, stationId, reason } = station;
  const words = firstCheck(station);
  if (isAdmin && isOfKey(reason))
    return (
      <Link to={`/stationDetails/${id}`} className={styles.check}>
        {words}
      </Link>
    );
  return (
    <Link to={`/station/${stationId}`} className={styles.check}>
      {words}
    </Link>
  );
}

const rateText = (perMin: number): string =>
  perMin < 10 && perMin % 1 !== 0 ? formatNumber(perMin, 1) : formatCount(Math.round(perMin));

function Numbers(props: { station: StationHealth; distance: Unit; isShort: boolean }): ReactElement {
  const { station, distance } = props;
  const { perMin = null, usualPerMin = null, rangeNmi = null, usualRangeNmi = null } = station.brief ?? {};
  return (
    <>
      <Pair
        value={perMin === null ? null : rateText(perMin)}
        usual={usualPerMin === null ? null : rateText(usualPerMin)}
        unit="messages per minute"
        place={styles.rate}
      />
      <Pair
        value={rangeNmi === null ? null : amountText(distance, rangeNmi)}
        usual={usualRangeNmi === null ? null : amountText(distance, usualRangeNmi)}
        unit={distance.word}
        place={styles.range}
      />
    </>
  );
}

/** The value, and the usual one in grey. */
function Pair(props: {
  value: string | null;
  usual: string | null;
  unit: string;
  place: string | undefined;
}): ReactElement {
  const { value, usual, unit, place } = props;
  return (
    <span className={place}>
      <span>
        {value ?? noValue}
        {value === null ? null : <span className="dl-hidden"> {unit}</span>}
      </span>
      <span className={styles.usual}>
        {usual === null ? null : (
          <>
            <span className="dl-hidden">, usually </span>
            {usual}
          </>
        )}
      </span>
    </span>
  );
}

const cellPx = 5;
const barPx = 4;
const heightPx = 18;

/** A day by the half hour: height = share of the usual count, dashed = no message. Its gaps are read as a number of hours. */
function DayStrip({ halfHours }: { halfHours: readonly (number | null)[] }): ReactElement {
  const gaps = halfHours.filter((share) => share === 0).length;
  const bar = (share: number, at: number): string => {
    const height = Math.max(2, Math.min(1, share / fullShare) * heightPx);
    return `M${at * cellPx} ${heightPx}v${-height}h${barPx}v${height}z`;
  };
  const bars = (isLow: boolean): string =>
    halfHours.map((share, at) => (share && share < lowShare === isLow ? bar(share, at) : '')).join('');
  return (
    <span className={styles.strip}>
      <svg viewBox={`0 0 ${halfHours.length * cellPx} ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.bars} d={bars(false)} />
        <path className={styles.lowBars} d={bars(true)} />
        <path
          className={styles.gaps}
          d={halfHours
            .map((share, at) => (share === 0 ? `M${at * cellPx + 0.5} 0.5h${barPx}v${heightPx - 1}h${-barPx}z` : ''))
            .join('')}
        />
      </svg>
      {gaps > 0 ? <span className="dl-hidden">, no message in {formatNumber(gaps / 2, 1)} of 24 h</span> : null}
    </span>
  );
}
/** A usual half hour is four fifths high: more than usual is seen. */
const fullShare = 1.25;
const lowShare = 0.4;
