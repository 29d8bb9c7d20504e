/** 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS' (STAT-15). Without a live response it shows a dash. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { activeWithinS } from '../../../contract/feeding.ts';
import type { ApiResponse } from '../../api/resource.ts';
import { activeNumberQuery, type StationRow } from '../../api/stations.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { ageText, utcShort } from '../../lib/time.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import styles from './Statistics.module.css';
import { stationCounts } from './station-counts.ts';

const refreshMs = 60_000;
const namedAtMost = 3;
const activeWithin = ageText(activeWithinS * 1000);

export function ActiveStations({
  stations,
}: {
  stations: ApiResponse<readonly StationRow[]> | undefined;
}): ReactElement {
  const { data, isError } = useQuery({ ...activeNumberQuery(), refetchInterval: refreshMs });
  const count = isError ? null : (data?.count ?? null);
  const others = stations?.source === 'live' && count !== null ? stationCounts(stations.value, count) : null;
  return (
    <>
      <div className={styles.activeWords}>
        <h2 tabIndex={-1}>
          {specTexts.statistics.activeStations} {count ?? specTexts.statistics.noActive}
        </h2>
        <p className={styles.dim}>
          Active: at least one message received
          {data ? ` since ${utcShort(data.dataAt - activeWithinS * 1000)}` : ` in the last ${activeWithin}`}.
          {stations ? ` Registered: ${counted(stations.value.length, 'station')}.` : ''}
        </p>
        <p className={styles.dim}>
          <Link to="/stationStatus">Station status</Link> counts silent stations by the limit of each station.
        </p>
      </div>
      <div className={styles.badges}>
        {count === null ? null : (
          <StateBadge kind={count > 0 ? 'live' : 'warn'} word={`${formatCount(count)} active`} />
        )}
        {others && others.inactive.length > 0 ? (
          <StateBadge kind="failed" word={countText(others.inactive, `not active in ${activeWithin}`)} />
        ) : null}
        {others && others.never.length > 0 ? (
          <StateBadge kind="idle" word={countText(others.never, 'never active')} />
        ) : null}
      </div>
    </>
  );
}

/** `2 not active in 4 h: 1013, 1017`. */
function countText(ids: readonly string[], what: string): string {
  const named = ids.slice(0, namedAtMost).join(', ');
  return `${formatCount(ids.length)} ${what}: ${named}${ids.length > namedAtMost ? ' …' : ''}`;
}
