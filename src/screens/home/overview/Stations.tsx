/** Stations of the overview: silent first with the cause, each with its ranges and the last 24 hours. */
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId } from 'react';
import type { BriefStation, Overview } from '../../../../contract/entities/overview.ts';
import { healthStates } from '../../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../../contract/params.ts';
import { StripChart } from '../../../charts/StripChart.tsx';
import { formatCount } from '../../../lib/format.ts';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { useUnits } from '../../../objects/units-choice.ts';
import { RangeRose } from '../../../stations/RangeRose.tsx';
import { rangeText, rimOf } from '../../../stations/rose-shape.ts';
import { StateIcon } from '../../../stations/StateIcon.tsx';
import { intervalText, reasonText, verdictText } from '../../../stations/station-text.ts';
import { hourCells } from '../../../stations/type-strips.ts';
import styles from './Stations.module.css';

/** One scale for all roses, unless something is farther. */
const leastRimNmi = 300;

type Props = {
  readonly stations: Overview['stations'];
  /** Time of the response. */
  readonly dataAt: number;
  readonly isNow: boolean;
};

export function Stations({ stations, dataAt, isNow }: Props): ReactElement {
  const heading = useId();
  const { counts, first } = stations;
  return (
    <section className={styles.panel} aria-labelledby={heading} data-old={!isNow || undefined}>
      <div className={styles.head}>
        <h2 id={heading}>Stations</h2>
        <Link to="/stationStatus" className={styles.all}>
          Station status
        </Link>
      </div>
      {first.length === 0 ? (
        <p className={styles.none}>No stations of your account. An administrator assigns feeders.</p>
      ) : (
        <ul className={styles.stations}>
          {first.map((station) => (
            <li key={station.stationId} className={styles.station} data-state={station.state}>
              <OneStation station={station} dataAt={dataAt} isNow={isNow} />
            </li>
          ))}
        </ul>
      )}
      {othersText(counts, first) ? (
        <p className={styles.others}>
          <Link to="/stationStatus">{othersText(counts, first)}</Link>
        </p>
      ) : null}
    </section>
  );
}

const stateWords = {
  silent: 'silent',
  late: 'late',
  partly: 'feeding without a type',
  never: 'without data',
  feeding: 'feeding',
} as const;

/** `14 more, all feeding`, `16 more: 2 silent, 14 feeding`. */
function othersText(counts: Overview['stations']['counts'], first: readonly BriefStation[]): string | null {
  const left = healthStates.flatMap((state) => {
    const more = counts[state] - first.filter((one) => one.state === state).length;
    return more > 0 ? [{ state, more }] : [];
  });
  const [only] = left;
  if (!only) return null;
  const total = formatCount(left.reduce((sum, { more }) => sum + more, 0));
  if (left.length === 1) return `${total} more, all ${stateWords[only.state]}`;
  return `${total} more: ${left.map(({ state, more }) => `${formatCount(more)} ${stateWords[state]}`).join(', ')}`;
}

function OneStation({
  station,
  dataAt,
  isNow,
}: {
  station: BriefStation;
  dataAt: number;
  isNow: boolean;
}): ReactElement {
  const { stationId, city, state, reason, types, hoursFrom, range, usualEveryS } = station;
  const units = useUnits();
  const why = reasonText(state, reason);
  const day = range?.sectors.map(({ nowNmi }) => nowNmi) ?? [];
  const usual = range?.sectors.map(({ usualNmi }) => usualNmi) ?? [];
  return (
    <>
      <RangeRose day={day} usual={usual} rimNmi={rimOf(leastRimNmi, day, usual)} className={styles.rose} />
      <div className={styles.facts}>
        <p className={styles.name}>
          <ObjectLink to="station" id={stationId} isOwn /> <span className={styles.city}>{city}</span>
          <span className={styles.state}>
            <StateIcon state={state} size={16} /> {verdictText(station, isNow, dataAt)}
          </span>
        </p>
        <p className={why ? styles.why : styles.calm}>
          {why ?? [rangeText(day, units), intervalText(usualEveryS)].filter(Boolean).join('. ')}
        </p>
        {types.map((type) => (
          <div key={type.type} className={styles.strip}>
            <span aria-hidden="true">{type.type}</span>
            <StripChart
              label={`${stationId}, ${type.type}, last 24 hours`}
              cells={hourCells({ type, hoursFrom: parseInstant(hoursFrom) ?? dataAt, now: dataAt })}
              onRead={() => {}}
            />
          </div>
        ))}
      </div>
    </>
  );
}
