/**
 * 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS' (STAT-15), and which of the stations were not heard since.
 * Must not: show a number of before as one of now; without an answer there is a dash.
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { activeWithinS } from '../../../contract/feeding.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { Kept } from '../../api/kept-query.ts';
import { activeNumberQuery, type StationRow } from '../../api/stations.ts';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcShort } from '../../lib/time.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import styles from './Statistics.module.css';

const refreshMs = 60_000;
const namedAtMost = 3;

export function ActiveStations({ stations }: { stations: Kept<readonly StationRow[]> | undefined }): ReactElement {
  const { data, isError } = useQuery({ ...activeNumberQuery(), refetchInterval: refreshMs });
  const count = isError ? null : (data?.count ?? null);
  const inactive = stations?.source === 'live' ? inactiveOf(stations) : [];
  return (
    <>
      <div className={styles.activeWords}>
        <h2 tabIndex={-1}>
          {specTexts.statistics.activeStations} {count ?? specTexts.statistics.noActive}
        </h2>
        <p className={styles.dim}>
          A station is active when a message that it received is stored since{' '}
          {data ? utcShort(data.dataAt - activeWithinS * 1000) : 'then'}.
          {stations ? ` ${formatCount(stations.value.length)} are registered.` : ''}
        </p>
      </div>
      <div className={styles.badges}>
        {count === null ? null : (
          <StateBadge kind={count > 0 ? 'live' : 'warn'} word={`${formatCount(count)} active`} />
        )}
        {inactive.length > 0 ? <StateBadge kind="failed" word={inactiveText(inactive)} /> : null}
      </div>
    </>
  );
}

/** Those that were heard once, but not within the time. */
function inactiveOf({ value: stations, dataAt }: Kept<readonly StationRow[]>): readonly string[] {
  return stations.flatMap(({ stationId, lastActiveTime }) => {
    const at = lastActiveTime === null ? null : parseInstant(lastActiveTime);
    return at !== null && at < dataAt - activeWithinS * 1000 ? [stationId] : [];
  });
}

function inactiveText(ids: readonly string[]): string {
  const named = ids.slice(0, namedAtMost).join(', ');
  return `${formatCount(ids.length)} not active: ${named}${ids.length > namedAtMost ? ' …' : ''}`;
}
