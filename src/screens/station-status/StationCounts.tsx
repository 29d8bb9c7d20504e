import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type HealthState, healthStates, type StationHealth } from '../../../contract/entities/station-health.ts';
import { activeWithinS, silentDefinition } from '../../../contract/feeding.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { ageText } from '../../lib/time.ts';
import { useAudience } from '../../session/use-session.ts';
import styles from './StationList.module.css';

/** Stations by status, and the limit behind it. */
export function StationCounts({ stations }: { stations: readonly StationHealth[] }): ReactElement {
  return (
    <>
      <Counts stations={stations} />
      <CountedBy />
    </>
  );
}

const stateCounts: Readonly<Record<HealthState, string>> = {
  silent: 'silent',
  late: 'late',
  partly: 'feeding in part',
  never: 'never heard',
  feeding: 'feeding',
};
/** `13 stations: 2 silent, 11 feeding`. */
function Counts({ stations }: { stations: readonly StationHealth[] }): ReactElement {
  const words = healthStates.flatMap((state) => {
    const count = stations.filter((station) => station.state === state).length;
    return count > 0 ? [`${formatCount(count)} ${stateCounts[state]}`] : [];
  });
  return <p className={styles.counts}>{`${counted(stations.length, 'station')}: ${words.join(', ')}`}</p>;
}

/** The limit behind the counts, and the screen that uses another one. */
function CountedBy(): ReactElement {
  const audience = useAudience();
  return (
    <p className={styles.countedBy}>
      {silentDefinition}
      {audience === 'admin' || audience === 'parser' ? (
        <>
          {' '}
          <Link to="/statistics">Statistics</Link> counts the stations active in the last{' '}
          {ageText(activeWithinS * 1000)}.
        </>
      ) : null}
    </p>
  );
}
