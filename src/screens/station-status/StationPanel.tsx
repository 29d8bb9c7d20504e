/** One station: status, checks, message path, hours, readings, details. On a phone what a host needs is on the first screen. */
import { IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type {
  HealthState,
  SilenceReason,
  StationFacts,
  StationHealth,
} from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { useIsReached } from '../../data/connection.ts';
import { stationPageQuery } from '../../data/resources.ts';
import { serverNow } from '../../data/send.ts';
import { type StationHealthResponse, stationHealthQuery } from '../../data/station-health.ts';
import { useNow } from '../../data/use-now.ts';
import { basePath } from '../../lib/base-path.ts';
import { upTo } from '../../lib/breakpoints.ts';
import { formatCount, noValue, oneLine } from '../../lib/format.ts';
import type { ReportTime } from '../../lib/tense.ts';
import { ageText, utcClock, utcMoment } from '../../lib/time.ts';
import { useMedia } from '../../lib/use-media.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { rawListPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { MessagePath } from '../../stations/MessagePath.tsx';
import { RangeRose } from '../../stations/RangeRose.tsx';
import { hasFinding, RangeBlock, ReadingBlock, ReadingValues } from '../../stations/Readings.tsx';
import { rimOf } from '../../stations/rose-shape.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { standingText } from '../../stations/standing.ts';
import { asOfText, checksOf, intervalText, isCurrent, reasonText, verdictText } from '../../stations/station-text.ts';
import statusTone from '../../stations/stations.module.css';
import { StripNotes, TypeStrips } from '../../stations/TypeStrips.tsx';
import { WhoHelps } from '../../stations/WhoHelps.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import { SilenceNotice } from './SilenceNotice.tsx';
import styles from './StationStatus.module.css';

type PanelProps = ReportTime & { station: StationHealth /** Not a row of a list. */; isAlone?: boolean };

export function StationPanel({ station, isAlone = false, ...at }: PanelProps): ReactElement {
  const { facts, reason, state } = station;
  const isPhone = useMedia(upTo('xs'));
  if (isPhone && facts) return <PhonePanel station={station} facts={facts} isAlone={isAlone} {...at} />;
  return (
    <div className={styles.panel}>
      <div className={styles.overview}>
        <Verdict station={station} isAlone={isAlone} {...at} />
        <Definition station={station} />
        {isQuiet(state) && reason ? <WhatToCheck station={station} reason={reason} {...at} /> : null}
        {facts ? <MessagePath station={station} facts={facts} {...at} /> : null}
        <SilenceNotice station={station} />
      </div>
      {facts ? (
        <>
          <TypeStrips facts={facts} dataAt={at.dataAt} />
          <div>
            <Details station={station} facts={facts} {...at} />
          </div>
        </>
      ) : (
        <p className={styles.block}>Details are not stored on this device.</p>
      )}
    </div>
  );
}

const isQuiet = (state: HealthState): boolean => state === 'silent' || state === 'late' || state === 'never';

type CheckProps = { station: StationHealth; reason: SilenceReason } & ReportTime;

function WhatToCheck({ station, reason, ...at }: CheckProps): ReactElement {
  return (
    <section className={styles.checks}>
      <h3>What to check</h3>
      <ol>
        {checksOf(reason, at).map((check, index) => (
          <li key={check}>
            {check}
            {index === 0 ? <CheckAgain /> : null}
          </li>
        ))}
      </ol>
      <WhoHelps station={station} />
    </section>
  );
}

/** Requests the status now: at the station nobody waits for the next response. */
function CheckAgain(): ReactElement {
  const client = useQueryClient();
  const [checked, setChecked] = useState<'running' | string | null>(null);
  const isReached = useIsReached();
  const check = async (): Promise<void> => {
    setChecked('running');
    await client.refetchQueries({ queryKey: stationHealthQuery(null).queryKey?.slice(0, 1) ?? [], type: 'active' });
    setChecked(`Checked ${utcClock(serverNow())}Z`);
  };
  return (
    <div className={styles.again}>
      <PlainButton
        look="filled"
        disabled={!isReached}
        aria-disabled={checked === 'running'}
        onClick={() => void check()}
      >
        <IconRefresh size={16} aria-hidden="true" />
        Check again
      </PlainButton>
      <p className={shared.smallDim} role="status">
        {isReached ? (checked === 'running' ? 'Checking …' : checked) : 'This needs the server.'}
      </p>
    </div>
  );
}

function Definition({ station: { fineS, lateS } }: { station: StationHealth }): ReactElement {
  return (
    <p className={styles.definition}>
      Feeding: last message within {ageText(fineS * 1000)}. Silent after {ageText(lateS * 1000)}.
    </p>
  );
}

type FactsProps = { station: StationHealth; facts: StationFacts } & ReportTime;

/** Status, hours, path and ranges on one screen. Of a silent station the path, then what to check. Details are one tap away. */
function PhonePanel({ station, facts, isAlone, ...at }: FactsProps & { isAlone: boolean }): ReactElement {
  const audience = useAudience();
  const { stationId, state, reason } = station;
  const path = <MessagePath station={station} facts={facts} isRow {...at} />;
  const isBroken = isQuiet(state);
  return (
    <div className={styles.panel}>
      <Verdict station={station} isAlone={isAlone} {...at} />
      {isBroken ? path : null}
      {isBroken && reason ? <WhatToCheck station={station} reason={reason} {...at} /> : null}
      <TypeStrips facts={facts} dataAt={at.dataAt} isCompact />
      {isBroken ? null : path}
      {isBroken ? null : <Received stationId={stationId} facts={facts} dataAt={at.dataAt} />}
      <SilenceNotice station={station} />
      <details className={styles.details} open={state === 'partly' || hasFinding(facts)}>
        <summary>Gaps, readings and versions</summary>
        <StripNotes facts={facts} dataAt={at.dataAt} />
        <Details station={station} facts={facts} {...at} />
      </details>
      <p className={styles.next}>
        <ObjectLink to="station" id={stationId} isOwn>
          Station page: ranges, aircraft, last messages <IconChevronRight size={16} aria-hidden="true" />
        </ObjectLink>
        <Link to={rawListPath(audience)} search={{ stationId } as never}>
          Messages of this station <IconChevronRight size={16} aria-hidden="true" />
        </Link>
      </p>
      <Definition station={station} />
    </div>
  );
}

/** Ranges, aircraft, and the messages that no other station received. Those are of the page of the station and arrive later. */
function Received({
  stationId,
  facts,
  dataAt,
}: Omit<FactsProps, 'station' | keyof ReportTime> & { stationId: string; dataAt: number }): ReactElement {
  // Without messages in the role, neither is counted.
  const hasMessages = useAudience() !== 'noRole';
  const { data } = useQuery({ ...stationPageQuery(stationId), enabled: hasMessages, meta: { isQuiet: true } });
  const sharing = data?.value.shared;
  const total = sharing ? sharing.alone + sharing.withOne + sharing.withMore : 0;
  const sectors = facts.range?.sectors ?? [];
  const day = sectors.map(({ nowNmi }) => nowNmi);
  const usual = sectors.map(({ usualNmi }) => usualNmi);
  return (
    <>
      <div className={styles.brief}>
        <RangeRose day={day} usual={usual} rimNmi={rimOf(minRimNmi, day, usual)} className={styles.rose} />
        {hasMessages ? (
          <ReadingValues
            facts={facts}
            dataAt={dataAt}
            more={[
              ['Aircraft', data ? [formatCount(data.value.aircraftCount), ''] : null],
              ['Only here', sharing && total > 0 ? [formatCount(sharing.alone), ''] : null],
            ]}
          />
        ) : (
          <ReadingValues facts={facts} dataAt={dataAt} />
        )}
      </div>
      {hasMessages ? (
        <p className={styles.next}>
          <ObjectLink to="station" id={stationId} isOwn>
            Received by this station only
            <span className={shared.dimAtEnd}>
              {total > 0 ? `${formatCount(sharing?.alone ?? 0)} of ${formatCount(total)}` : noValue}
            </span>
            <IconChevronRight size={16} aria-hidden="true" />
          </ObjectLink>
        </p>
      ) : null}
    </>
  );
}
/** Distance at the rim of the rose, unless something is farther. */
const minRimNmi = 50;

function Details({ station, facts, ...at }: FactsProps): ReactElement {
  return (
    <>
      <section className={styles.readings} aria-label="Readings">
        <ReadingBlock kind="temperature" reading={facts.temperature} dataAt={at.dataAt} />
        <ReadingBlock kind="wifi" reading={facts.wifi} dataAt={at.dataAt} />
        <RangeBlock range={facts.range} />
      </section>
      <VersionsBlock facts={facts} now={at.dataAt} />
      <Ways station={station} facts={facts} />
    </>
  );
}

/** Links to further screens, and the address of this station to share. */
function Ways({ station, facts }: { station: StationHealth; facts: StationFacts }): ReactElement {
  const audience = useAudience();
  const address = `${location.origin}${basePath}/stationStatus?stationId=${encodeURIComponent(station.stationId)}`;
  const reportedAt = facts.lastReportAt === null ? null : parseInstant(facts.lastReportAt);
  return (
    <section className={styles.block} aria-label="More of this station">
      {facts.receivers.length > 0 ? (
        <p className={shared.dim}>
          Receivers: <span className={styles.names}>{facts.receivers.join(', ')}</span>
        </p>
      ) : null}
      <p className={`${panel.controlLinks} ${styles.more}`}>
        <ObjectLink to="station" id={station.stationId} isOwn>
          Station page
        </ObjectLink>
        {(audience === 'admin' || audience === 'parser') && reportedAt !== null ? (
          <Link to="/statistics" search={{ stationId: station.stationId } as never}>
            All status reports of {station.stationId}
          </Link>
        ) : null}
        {audience === 'admin' ? <Link to={`/stationDetails/${station.id}`}>Station {station.stationId}</Link> : null}
        <CopyButton text={address}>Copy link to this station</CopyButton>
      </p>
    </section>
  );
}

/** Status with icon and colour, cause, start, and time of the response. */
function Verdict(props: { station: StationHealth; isAlone: boolean } & ReportTime): ReactElement {
  const { station, now, dataAt, isNow } = props;
  const { state, reason, lastMessageAt, usualEveryS, stationId, city, country } = station;
  const lastAt = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  const why = reasonText(state, reason, { now, dataAt, isNow });
  const interval = intervalText(usualEveryS);
  // In a list the row above is the heading, with status, station and icon.
  return (
    <section
      className={`${statusTone.tone} ${styles.verdict}`}
      data-state={state}
      data-old={!isNow || undefined}
      data-testid="verdict"
    >
      {props.isAlone ? <StateIcon state={state} size={36} /> : null}
      <div className={styles.verdictWords}>
        {props.isAlone ? (
          <>
            <h2 className={styles.verdictWord}>
              {(state === 'silent' ? standingText : verdictText)(station, { now, dataAt, isNow })}
            </h2>
            {/* A change of the status is announced, its age is not. */}
            <p role="status" className="dl-hidden">
              {verdictText(station, { now, dataAt, isNow })}
            </p>
            <p className={styles.verdictName}>
              <strong>Station {stationId}</strong>
              {placeText({ city, country }, ', ')}
            </p>
          </>
        ) : null}
        {isNow ? null : <p className={shared.strong}>{asOfText(dataAt, now)}. The current status is unknown.</p>}
        {why ? <p>{why}</p> : null}
        {lastAt === null ? null : (
          <p>
            Last message {utcMoment(lastAt, now)}
            {isNow ? `, ${ageText(now - lastAt)} ago` : ''}
          </p>
        )}
        {interval ? <p>{interval}</p> : null}
      </div>
    </section>
  );
}

/** City or country after `before`. Empty if neither is known. */
export const placeText = ({ city, country }: Pick<StationHealth, 'city' | 'country'>, before = ''): string => {
  const place = city || country;
  return place ? `${before}${oneLine(place)}` : '';
};

const refreshMs = 30_000;

/** `stationId` null = all. With `isEnabled` false nothing is requested. */
export function useStationsHealth(stationId: string | null, isEnabled = true): UseQueryResult<StationHealthResponse> {
  return useQuery({
    ...stationHealthQuery(stationId),
    enabled: isEnabled,
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

const names: Readonly<Record<string, string>> = {
  acars: 'ACARS',
  vdlm2: 'VDLM2',
  adsb: 'ADSB',
  gnss: 'GNSS',
  mqtt: 'MQTT',
  locationApp: 'Location app',
  mainSystem: 'Main system',
  fotaService: 'FOTA service',
  appImage: 'App image',
  hardware: 'Hardware',
};

/** Software versions of the station and recent changes, the first thing to check. */
function VersionsBlock({ facts, now }: { facts: StationFacts; now: number }): ReactElement | null {
  const { versions, lastReportAt } = facts;
  const reportedAt = lastReportAt === null ? null : parseInstant(lastReportAt);
  return (
    <section className={styles.block} aria-label="Versions">
      <h3>Versions</h3>
      {versions.length === 0 ? (
        <p className={shared.dim}>None reported in the last seven days.</p>
      ) : (
        <dl className={styles.versions}>
          {versions.map(({ name, version, changedOn }) => (
            <div key={name}>
              <dt>{names[name] ?? name}</dt>
              <dd>
                {version}
                {changedOn === null ? null : <strong> changed {utcMoment(parseInstant(changedOn) ?? now, now)}</strong>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {reportedAt === null ? null : <p className={shared.dim}>Last status report {utcMoment(reportedAt, now)}</p>}
    </section>
  );
}

/** An expanded station of a long list: its details are requested now. */
export function OpenStation({ station, ...time }: { station: StationHealth } & ReportTime): ReactElement {
  const hasDetails = station.facts !== null;
  const now = useNow(5000);
  const { data, error } = useStationsHealth(station.stationId, !hasDetails);
  const [detailed] = data?.value.stations ?? [];
  if (hasDetails) return <StationPanel station={station} {...time} />;
  if (data && detailed) {
    return <StationPanel station={detailed} now={now} dataAt={data.dataAt} isNow={isCurrent(data, now)} />;
  }
  return data || error ? (
    <StationPanel station={station} {...time} />
  ) : (
    <div className={styles.opening} role="status" aria-label={`Loading station ${station.stationId}`} />
  );
}
