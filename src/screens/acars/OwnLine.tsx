/** Above the list of a user without a start page: the way to the overview, the open faults of its company, the stations that it feeds. Own file: loaded later. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { faultCountsQuery } from '../../data/faults.ts';
import { overviewQuery } from '../../data/resources.ts';
import { useNow } from '../../data/use-now.ts';
import { formatCount } from '../../lib/format.ts';
import { say } from '../../lib/tense.ts';
import { useAudience } from '../../session/use-session.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { standingText } from '../../stations/standing.ts';
import { isCurrent, reasonText } from '../../stations/station-text.ts';
import styles from './OwnLine.module.css';

const tickMs = 10_000;
const refreshMs = 60_000;
const faultHours = 24;

export function OwnLine(): ReactElement {
  const isCompany = useAudience() === 'companyUser';
  const now = useNow(tickMs);
  const { data } = useQuery({ ...overviewQuery(), refetchInterval: refreshMs, meta: { isQuiet: true } });
  // The line is always there, so that the rows below stay in place.
  if (!data)
    return (
      <div className={styles.line}>
        <Start isCompany={isCompany} />
      </div>
    );
  const at = { now, dataAt: data.dataAt, isNow: isCurrent(data, now) };
  const { counts, first } = data.value.stations;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const [worst] = first;
  return (
    <div className={styles.line} data-old={!at.isNow || undefined}>
      <Start isCompany={isCompany} />
      {worst ? (
        <p className={styles.part} data-state={worst.state}>
          <StateIcon state={worst.state} size={18} />
          <Link to={`/station/${worst.stationId}`}>{`Station ${worst.stationId}`}</Link>
          <span>
            <strong>{standingText(worst, at)}</strong>
            {reasonText(worst.state, worst.reason, at) ? `. ${reasonText(worst.state, worst.reason, at)}` : ''}
          </span>
        </p>
      ) : null}
      {all > 1 ? (
        <Link to="/stationStatus" className={styles.part}>
          {say('feedingOf', at, formatCount(counts.feeding + counts.partly), formatCount(all))}
        </Link>
      ) : null}
    </div>
  );
}

/** No count of aircraft: the messages that a user sees need not be of its company. */
function Start({ isCompany }: { isCompany: boolean }): ReactElement {
  return (
    <p className={styles.part}>
      <Link to="/overview">Overview</Link>
      {isCompany ? <OpenFaults /> : null}
    </p>
  );
}

function OpenFaults(): ReactNode {
  const { data } = useQuery({ ...faultCountsQuery(faultHours), refetchInterval: refreshMs });
  if (!data) return null;
  const { open } = data.value.states;
  return (
    <Link to="/faults" search={{ state: 'open' } as never}>
      {`${formatCount(open)} open ${open === 1 ? 'fault' : 'faults'} in 24 h`}
    </Link>
  );
}
