/** Overview (sections of one response): is anything broken, the shape of 24 hours, then sky, messages and stations. */

import { IconAlertOctagonFilled, IconChevronRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useId } from 'react';
import type { BriefStation, Overview as OverviewData } from '../../../contract/entities/overview.ts';
import { type HealthState, healthStates } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { StripChart } from '../../charts/StripChart.tsx';
import { useNoticeCount } from '../../data/notice-count.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { type OverviewResponse, overviewQuery } from '../../data/resources.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { type ReportTime, type SentenceName, say } from '../../lib/tense.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { Loading } from '../../objects/ObjectPage.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { Wire } from '../../objects/Wire.tsx';
import { useAudience } from '../../session/use-session.ts';
import { NoStation } from '../../stations/NoStation.tsx';
import { RangeRose } from '../../stations/RangeRose.tsx';
import { rangeText, rimOf } from '../../stations/rose-shape.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { asOfText, intervalText, isCurrent, reasonText, verdictText } from '../../stations/station-text.ts';
import statusTone from '../../stations/stations.module.css';
import { hourCells } from '../../stations/TypeStrips.tsx';
import { Later } from '../../ui/Later.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Overview.module.css';
import { TimeBand } from './TimeBand.tsx';

const Sky = lazyPart(() => import('./Sky.tsx'));
const AircraftReceived = lazyPart(() => import('./AircraftReceived.tsx'));
const refreshMs = 60_000;
const tickMs = 10_000;
/** Silent stations above the band of a narrow screen. */
const mostSilent = 3;

type OverviewProps = {
  /** h1 on its own screen, h2 below the cards of a start screen. */
  readonly heading: 'h1' | 'h2';
  /** What a pull moves, null until it is drawn. */
  readonly scroller: HTMLElement | null;
  /** The screen lists silent stations above. */
  readonly isSilenceListed?: boolean;
};

export function Overview(props: OverviewProps): ReactElement {
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
    <section className={shared.shrinkingColumn} aria-labelledby={id}>
      <PullToRefresh scroller={props.scroller} onRefresh={() => void query.refetch()} />
      <div className={styles.top}>
        <Heading id={id}>Overview</Heading>
        {query.data ? <Verdict response={query.data} /> : null}
      </div>
      {query.data ? (
        <Parts response={query.data} isSilenceListed={props.isSilenceListed ?? false} />
      ) : query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading of={overviewQuery().queryKey} className={page.coming} />
      )}
    </section>
  );
}

/** A response of the last minute and a half is current: the next one is requested each minute. */
function Parts({ response, isSilenceListed }: { response: OverviewResponse; isSilenceListed: boolean }): ReactElement {
  const now = useNow(tickMs);
  const audience = useAudience();
  const { dataAt, source } = response;
  const { band, stations, wire } = response.value;
  const isNow = isCurrent(response, now);
  const hasStations = band.stations > 0;
  return (
    <>
      {isNow ? null : <p className={page.asOf}>{asOfText(dataAt, now)}. The current state is unknown.</p>}
      {isSilenceListed ? null : <Silent response={response} now={now} isNow={isNow} />}
      <div className={styles.parts}>
        <div className={styles.band}>
          {hasStations || band.countedSince !== null ? (
            <TimeBand band={band} now={isNow ? dataAt : now} isNow={isNow} />
          ) : (
            <NoBand now={now} dataAt={dataAt} isNow={isNow} />
          )}
        </div>
        <div className={styles.sky}>
          <Later room={<div className={styles.skyComing} />}>
            {() => (
              <Suspense fallback={<div className={styles.skyComing} />}>
                {audience === 'companyUser' ? <AircraftReceived /> : <Sky />}
              </Suspense>
            )}
          </Later>
        </div>
        <div className={styles.wire}>
          <Later room={<div className={styles.listComing} />}>
            {() => (
              <Wire
                wire={wire}
                none={<NoMessages now={now} dataAt={dataAt} isNow={isNow} />}
                isNow={isNow}
                isStored={source === 'stored'}
                first={<NewNotices />}
              />
            )}
          </Later>
        </div>
        <div className={styles.stations}>
          <Later room={<div className={styles.listComing} />}>
            {() => <Stations stations={stations} now={now} dataAt={dataAt} isNow={isNow} />}
          </Later>
        </div>
      </div>
    </>
  );
}

/** In the wire: what the rules of the user told since the last visit. */
function NewNotices(): ReactNode {
  const count = useNoticeCount();
  if (!count || count.new === 0) return null;
  const emergencies = count.emergencies > 0 ? `, ${counted(count.emergencies, 'emergency', 'emergencies')}` : '';
  return (
    <p className={`${styles.notices} ${panel.touchLinks}`} data-emergency={count.emergencies > 0 || undefined}>
      <Link to="/notices">{`${counted(count.new, 'new notice')}${emergencies}`}</Link>
    </p>
  );
}

/** A red line if anything is broken, else how many feed. */
function Verdict({ response }: { response: OverviewResponse }): ReactNode {
  const now = useNow(tickMs);
  const { counts, first } = response.value.stations;
  const isNow = isCurrent(response, now);
  const at = { now, dataAt: response.dataAt, isNow };
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  const feeding = say('feedingOf', at, formatCount(counts.feeding + counts.partly), formatCount(all));
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
          className={`${statusTone.tone} ${styles.verdict}`}
          data-state={silent > 0 ? 'silent' : isNone ? 'never' : 'feeding'}
          data-old={!isNow || undefined}
        >
          <Icon size={16} aria-hidden="true" />
          <span>
            {silent > 0
              ? say('stationsSilent', at, counted(silent, 'station'), `${numbers.join(', ')}${more}`)
              : feeding}
          </span>
        </Link>
      </div>
      {silent > 0 ? <span className={shared.dim}>{feeding}</span> : null}
    </>
  );
}

/** The longest silence with its cause: for its host, and on narrow screens, where the next ones follow, for everyone. */
function Silent({ response, now, isNow }: { response: OverviewResponse; now: number; isNow: boolean }): ReactNode {
  const audience = useAudience();
  const { first, counts } = response.value.stations;
  const isOwn = audience !== 'admin' && audience !== 'parser';
  const shown = first.filter(({ state }) => state === 'silent').slice(0, mostSilent);
  const more = counts.silent - shown.length;
  const time = { now, dataAt: response.dataAt, isNow };
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
            <strong>{`Station ${station.stationId}: ${lower(verdictText(station, time))}`}</strong>
            {reasonText(station.state, station.reason, time)}
          </span>
          <IconChevronRight size={18} aria-hidden="true" />
        </Link>
      ))}
      {more > 0 && shown.length > 0 ? (
        <Link to="/stationStatus" className={styles.moreSilent}>
          {say('moreSilent', time, formatCount(more))}
        </Link>
      ) : null}
    </>
  );
}
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function NoBand(at: ReportTime): ReactElement {
  const audience = useAudience();
  return (
    <section className={styles.panel} aria-label="Last 24 hours">
      <div className={panel.head}>
        <h2>Last 24 hours</h2>
      </div>
      <p className={panel.none}>
        {say(audience === 'admin' || audience === 'parser' ? 'noCounts' : 'noOwnCounts', at)}
      </p>
    </section>
  );
}

function NotRead(props: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <section className={styles.panel} aria-label="Overview not available">
      <NotLoaded what="the overview" className={panel.none} isPart {...props} />
    </section>
  );
}

// ---- stations: silent first with the cause, each with its ranges and the last 24 hours

/** One scale for all roses, unless something is farther. */
const minRimNmi = 300;

/** How messages arrive, for a user who can change it. */
function NoMessages(at: ReportTime): ReactElement {
  return (
    <>
      {say('noMessages', at)} {useAudience() === 'admin' ? <Link to="/receivers">Connect a receiver</Link> : null}
    </>
  );
}

type Props = ReportTime & { readonly stations: OverviewData['stations'] };

function Stations({ stations, ...at }: Props): ReactElement {
  const heading = useId();
  const { counts, first } = stations;
  const others = othersText(counts, first, at);
  return (
    <section className={panel.panel} aria-labelledby={heading} data-old={!at.isNow || undefined}>
      <div className={panel.head}>
        <h2 id={heading}>Stations</h2>
        <Link to="/stationStatus" className={`${shared.atEnd} ${panel.touchLink}`}>
          Station status
        </Link>
      </div>
      {first.length === 0 ? (
        <p className={panel.none}>
          <NoStation {...at} />
        </p>
      ) : (
        <ul className={shared.bareList}>
          {first.map((station) => (
            <li key={station.stationId} className={styles.station} data-state={station.state}>
              <OneStation station={station} {...at} />
            </li>
          ))}
        </ul>
      )}
      {others ? (
        <p className={`${panel.none} ${panel.touchLinks}`}>
          <Link to="/stationStatus">{others}</Link>
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

const stateCounts = {
  silent: 'countSilent',
  late: 'countLate',
  partly: 'countWithoutType',
  never: 'countNoData',
  feeding: 'countFeeding',
} as const satisfies Readonly<Record<HealthState, SentenceName>>;

/** `14 more, all feeding`, `16 more: 2 silent, 14 feeding`. */
function othersText(
  counts: OverviewData['stations']['counts'],
  first: readonly BriefStation[],
  at: ReportTime,
): string | null {
  const left = healthStates.flatMap((state) => {
    const more = counts[state] - first.filter((one) => one.state === state).length;
    return more > 0 ? [{ state, more }] : [];
  });
  const [only] = left;
  if (!only) return null;
  const total = formatCount(left.reduce((sum, { more }) => sum + more, 0));
  if (left.length === 1) return say('moreAll', at, total, stateWords[only.state]);
  return `${total} more: ${left.map(({ state, more }) => say(stateCounts[state], at, formatCount(more))).join(', ')}`;
}

function OneStation({ station, ...at }: ReportTime & { readonly station: BriefStation }): ReactElement {
  const { stationId, city, state, reason, types, hoursFrom, range, usualEveryS } = station;
  const units = useUnits();
  const why = reasonText(state, reason, at);
  const day = range?.sectors.map(({ nowNmi }) => nowNmi) ?? [];
  const usual = range?.sectors.map(({ usualNmi }) => usualNmi) ?? [];
  return (
    <>
      <RangeRose day={day} usual={usual} rimNmi={rimOf(minRimNmi, day, usual)} className={styles.rose} />
      <div className={styles.stationFacts}>
        <p className={`${panel.touchLinks} ${styles.name}`}>
          <ObjectLink to="station" id={stationId} isOwn /> <span className={styles.city}>{oneLine(city ?? '')}</span>
          <span className={styles.state}>
            <StateIcon state={state} size={16} /> {verdictText(station, at)}
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
              cells={hourCells({ type, hoursFrom: parseInstant(hoursFrom) ?? at.dataAt, now: at.dataAt })}
              onRead={() => {}}
            />
          </div>
        ))}
      </div>
    </>
  );
}
