/** Overview (sections of one response): is anything broken, the shape of 24 hours, then sky, messages and stations. */
import {
  IconAlertOctagonFilled,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useId } from 'react';
import { type OverviewResponse, overviewQuery } from '../../../api/overview.ts';
import { NothingStored } from '../../../api/race.ts';
import { useReportedAge } from '../../../api/reported-age.ts';
import { useNow } from '../../../api/use-now.ts';
import { counted, formatCount } from '../../../lib/format.ts';
import { utcMoment } from '../../../lib/time.ts';
import { Wire } from '../../../objects/Wire.tsx';
import { useAudience } from '../../../session/use-session.ts';
import { StateIcon } from '../../../stations/StateIcon.tsx';
import { asOfText, isCurrent, reasonText, verdictText } from '../../../stations/station-text.ts';
import { Later } from '../../../ui/Later.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { PullToRefresh } from '../../../ui/PullToRefresh.tsx';
import { ServerMessage } from '../../../ui/ServerMessage.tsx';
import styles from './Overview.module.css';
import { Stations } from './Stations.tsx';
import { TimeBand } from './TimeBand.tsx';

const Sky = lazyPart(() => import('./Sky.tsx'));
const refreshMs = 60_000;
const tickMs = 10_000;
/** Silent stations above the band of a narrow screen. */
const mostSilent = 3;

/** `heading` = h1 on its own screen, h2 below the cards of a start screen. `scroller` = what a pull moves, null until it is drawn. */
export function Overview(props: { heading: 'h1' | 'h2'; scroller: HTMLElement | null }): ReactElement {
  const query = useQuery({
    ...overviewQuery(),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  useReportedAge(query);
  const id = useId();
  const Heading = props.heading;
  return (
    <section className={styles.overview} aria-labelledby={id}>
      <PullToRefresh scroller={props.scroller} onRefresh={() => void query.refetch()} />
      <div className={styles.top}>
        <Heading id={id}>Overview</Heading>
        {query.data ? <Verdict response={query.data} /> : null}
      </div>
      {query.data ? (
        <Parts response={query.data} />
      ) : query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Coming />
      )}
    </section>
  );
}

/** A response of the last minute and a half is current: the next one is requested each minute. */
function Parts({ response }: { response: OverviewResponse }): ReactElement {
  const now = useNow(tickMs);
  const audience = useAudience();
  const { dataAt, source } = response;
  const { band, stations, wire } = response.value;
  const isNow = isCurrent(response, now);
  const hasStations = band.stations > 0;
  return (
    <>
      {isNow ? null : <p className={styles.asOf}>{asOfText(dataAt, now)}. The current state is unknown.</p>}
      <Silent response={response} isNow={isNow} />
      <div className={styles.parts}>
        <div className={styles.band}>
          {hasStations || band.countedSince !== null ? (
            <TimeBand band={band} now={isNow ? dataAt : now} isNow={isNow} />
          ) : (
            <NoBand />
          )}
        </div>
        {audience === 'companyUser' ? null : (
          <div className={styles.sky}>
            <Later room={<div className={styles.skyComing} />}>
              {() => (
                <Suspense fallback={<div className={styles.skyComing} />}>
                  <Sky />
                </Suspense>
              )}
            </Later>
          </div>
        )}
        <div className={styles.wire}>
          <Later room={<div className={styles.listComing} />}>
            {() => <Wire wire={wire} isNow={isNow} isStored={source === 'stored'} />}
          </Later>
        </div>
        <div className={styles.stations}>
          <Later room={<div className={styles.listComing} />}>
            {() => <Stations stations={stations} dataAt={dataAt} isNow={isNow} />}
          </Later>
        </div>
      </div>
    </>
  );
}

/** A red line if anything is broken, else how many feed. */
function Verdict({ response }: { response: OverviewResponse }): ReactNode {
  const now = useNow(tickMs);
  const { counts, first } = response.value.stations;
  const isNow = isCurrent(response, now);
  const then = isNow ? '' : ` at ${utcMoment(response.dataAt, now)}`;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  const feeding = `${formatCount(counts.feeding + counts.partly)} of ${formatCount(all)} ${isNow ? 'feeding' : 'were feeding'}`;
  const { silent } = counts;
  // Stations that have sent nothing yet are neither an error nor a success.
  const isNone = silent === 0 && counts.feeding + counts.partly === 0;
  const Icon = silent > 0 ? IconAlertOctagonFilled : isNone ? IconCircleDashed : IconCircleCheck;
  const numbers = first.filter(({ state }) => state === 'silent').map(({ stationId }) => stationId);
  const more = silent > numbers.length ? ' …' : '';
  return (
    <>
      <div role="status">
        <Link
          to="/stationStatus"
          className={styles.verdict}
          data-silent={silent > 0 || undefined}
          data-none={isNone || undefined}
          data-old={!isNow || undefined}
        >
          <Icon size={16} aria-hidden="true" />
          <span>
            {silent > 0 ? `${silentText(silent, isNow)}${then}: ${numbers.join(', ')}${more}` : `${feeding}${then}`}
          </span>
        </Link>
      </div>
      {silent > 0 ? <span className={styles.feeding}>{feeding}</span> : null}
    </>
  );
}

/** `1 station silent`, `2 stations were silent`. */
const silentText = (silent: number, isNow: boolean): string =>
  `${counted(silent, 'station')} ${isNow ? '' : silent === 1 ? 'was ' : 'were '}silent`;

/** The longest silence with its cause: for its host, and on narrow screens, where the next ones follow, for everyone. */
function Silent({ response, isNow }: { response: OverviewResponse; isNow: boolean }): ReactNode {
  const audience = useAudience();
  const { first, counts } = response.value.stations;
  const isOwn = audience !== 'admin' && audience !== 'parser';
  const shown = first.filter(({ state }) => state === 'silent').slice(0, mostSilent);
  const more = counts.silent - shown.length;
  return (
    <>
      {shown.map((station, at) => (
        <Link
          key={station.stationId}
          to="/stationStatus"
          search={{ stationId: station.stationId } as never}
          className={styles.silent}
          data-own={(isOwn && at === 0) || undefined}
          data-old={!isNow || undefined}
        >
          <StateIcon state={station.state} size={24} />
          <span>
            <strong>{`Station ${station.stationId}: ${lower(verdictText(station, isNow, response.dataAt))}`}</strong>
            {reasonText(station.state, station.reason)}
          </span>
          <IconChevronRight size={18} aria-hidden="true" />
        </Link>
      ))}
      {more > 0 && shown.length > 0 ? (
        <Link to="/stationStatus" className={styles.moreSilent}>{`${formatCount(more)} more silent`}</Link>
      ) : null}
    </>
  );
}
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function NoBand(): ReactElement {
  return (
    <section className={styles.panel} aria-label="Last 24 hours">
      <div className={styles.head}>
        <h2>Last 24 hours</h2>
      </div>
      <p className={styles.none}>Counts are available for your own stations. Your account has none.</p>
    </section>
  );
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const isUnreached = error instanceof NothingStored;
  return (
    <section className={styles.panel} aria-label="Overview not available">
      <p className={styles.none}>
        <IconPlugConnectedX size={16} aria-hidden="true" />{' '}
        {isUnreached ? (
          'The server is unreachable and the overview is not stored yet. Open it once while online to store it.'
        ) : (
          <>
            <strong>The overview could not be loaded.</strong> <ServerMessage text={error.message} />
          </>
        )}
      </p>
      <p className={styles.none}>
        <PlainButton onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      </p>
    </section>
  );
}

/** As high as the loaded content. */
function Coming(): ReactElement {
  return <div className={styles.coming} role="status" aria-label="Loading" />;
}
