/** /stationStatus (C68): one station in full, or several with the worst first. */
import { IconAntenna, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { stationNames } from '../../../contract/station-names.ts';
import { providerText } from '../../data/api-base.ts';
import { NothingStored } from '../../data/race.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { type PlainStation, type StationHealthResponse, stationHealthQuery } from '../../data/station-health.ts';
import { stationNamesQuery } from '../../data/stations.ts';
import { useNow } from '../../data/use-now.ts';
import { nothingStoredText } from '../../data/waiting.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import { Message } from '../../list/page/ListStates.tsx';
import { NextStep } from '../../objects/NextStep.tsx';
import { Loading } from '../../objects/ObjectPage.tsx';
import { useAudience } from '../../session/use-session.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import shared from '../../ui/shared.module.css';
import { StationList, useHighlight } from './StationList.tsx';
import { placeText, StationPanel, useStationsHealth } from './StationPanel.tsx';
import styles from './StationStatus.module.css';
import { TitleRow } from './TitleRow.tsx';

const tickMs = 5000;

export default function StationStatusScreen(): ReactElement {
  const all = useStationsHealth(null);
  useReportedAge(all);
  return (
    <div className={styles.screen}>
      {all.data ? (
        <Stations response={all.data} />
      ) : all.error ? (
        <>
          <TitleRow />
          <NotRead error={all.error} onRetry={() => void all.refetch()} />
        </>
      ) : (
        <>
          <TitleRow />
          <Loading of={stationHealthQuery(null).queryKey} className={styles.coming}>
            <i className={styles.comingResponse} />
            <i className={styles.comingPath} />
            <i className={styles.comingStrips} />
          </Loading>
        </>
      )}
    </div>
  );
}

function Stations({ response }: { response: StationHealthResponse }): ReactElement {
  const now = useNow(tickMs);
  const search = useSearch({ strict: false }) as { stationId?: string };
  const typed = search.stationId?.trim() || null;
  const names = useQuery(stationNamesQuery());
  const { dataAt } = response;
  const { stations, plain } = response.value;
  const [only] = stations;
  const known: readonly { readonly stationId: string }[] = plain ?? stations;
  // C118: a receiver name means its station.
  const matches = typed === null ? [] : stationNames(typed, names.data?.value ?? []);
  const selectedId = known.find(({ stationId }) => matches.includes(stationId))?.stationId ?? typed;
  const isNameOpen = names.isPending && !/^\d+$/.test(selectedId ?? '');
  const isUnknown =
    !isNameOpen && selectedId !== null && known.length > 0 && !known.some(({ stationId }) => stationId === selectedId);
  const reportTime = { now, dataAt, isNow: isCurrent(response, now) };
  return (
    <>
      {plain || stations.length < 2 ? <TitleRow /> : null}
      <div role="status">{isUnknown ? <Unknown stationId={selectedId} {...reportTime} /> : null}</div>
      {plain ? (
        <PlainStations stations={plain} selectedId={selectedId} {...reportTime} />
      ) : only === undefined ? (
        <NoStation {...reportTime} />
      ) : stations.length === 1 ? (
        <OnlyStation station={only} isSelected={selectedId === only.stationId} {...reportTime} />
      ) : (
        <StationList
          stations={stations}
          names={names.data?.value ?? []}
          selectedId={isUnknown ? null : selectedId}
          {...reportTime}
        />
      )}
    </>
  );
}

type OnlyProps = Parameters<typeof StationPanel>[0] & { isSelected: boolean };

/** A host with one station sees it without a list. */
function OnlyStation({ isSelected, ...panel }: OnlyProps): ReactElement {
  const { station } = panel;
  const place = useRef<HTMLElement>(null);
  const highlight = useHighlight(isSelected ? station.stationId : null);
  useEffect(() => {
    if (isSelected) place.current?.focus();
  }, [isSelected]);
  return (
    <div className={styles.scroller}>
      <article
        ref={place}
        className={styles.only}
        tabIndex={-1}
        aria-label={`Station ${station.stationId}`}
        data-highlight={highlight ?? undefined}
      >
        <StationPanel isAlone {...panel} />
      </article>
    </div>
  );
}

function Unknown({ stationId, ...at }: { stationId: string } & ReportTime): ReactElement {
  const audience = useAudience();
  const seesAll = audience === 'admin' || audience === 'parser';
  return <p className={styles.unknown}>{say(seesAll ? 'noStation' : 'notFedByYou', at, stationId)}</p>;
}

/** Only how a station gets its feeder. */
function NoStation(at: ReportTime): ReactElement {
  const audience = useAudience();
  if (audience === 'admin' || audience === 'parser')
    return (
      <Message icon={<IconAntenna />} title={say('noStations', at)} isStatus>
        {audience === 'admin' ? (
          <p>
            <Link to="/addStation">Add a station</Link> and assign its feeder. You both see its status here.
          </p>
        ) : (
          <p>An administrator adds them. Ask {providerText()}.</p>
        )}
      </Message>
    );
  return (
    <Message icon={<IconAntenna />} title={say('noOwnStation', at)} isStatus>
      <p>
        An administrator assigns feeders. Send {providerText()} the station number and your username.{' '}
        <a href="/docs/receivers">How to connect a receiver</a>
      </p>
    </Message>
  );
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const isUnreached = error instanceof NothingStored;
  return (
    <Message
      icon={<IconPlugConnectedX />}
      title={isUnreached ? nothingStoredText(error.why, 'station status') : 'Station status could not be loaded.'}
      isFailure
    >
      <p>{isUnreached ? 'Open this screen once while online to store it.' : <ServerMessage text={error.message} />}</p>
      <p className={`${shared.buttons} ${styles.actions}`}>
        <PlainButton look="filled" onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
        <NextStep error={error} />
      </p>
    </Message>
  );
}

type Props = ReportTime & { stations: readonly PlainStation[]; selectedId: string | null };

/** Reduced screen for servers without station health. The last message alone never means "feeding". */
function PlainStations({ stations, selectedId, ...time }: Props): ReactElement {
  const byAge = stations.toSorted((a, b) => (a.lastActiveAt ?? 0) - (b.lastActiveAt ?? 0));
  return (
    <div className={styles.plainScroller}>
      <p className={styles.note}>
        This server reports only when each station was last active.
        {time.isNow ? null : <strong> {asOfText(time.dataAt, time.now)}.</strong>}
      </p>
      <ul className={`${shared.bareList} ${styles.list}`}>
        {byAge.map((station) => (
          <PlainRow key={station.stationId} station={station} isSelected={station.stationId === selectedId} {...time} />
        ))}
      </ul>
    </div>
  );
}

function PlainRow({
  station,
  isSelected,
  now,
  dataAt,
  isNow,
}: ReportTime & { station: PlainStation; isSelected: boolean }): ReactElement {
  const row = useRef<HTMLLIElement>(null);
  const highlight = useHighlight(isSelected ? station.stationId : null);
  useEffect(() => {
    if (!isSelected) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isSelected]);
  const { stationId, lastActiveAt, lastReportAt } = station;
  const timeText = (at: number): string => `${utcMoment(at, now)}${isNow ? `, ${ageText(now - at)} ago` : ''}`;
  return (
    <li ref={row} tabIndex={-1} data-highlight={highlight ?? undefined}>
      <strong>Station {stationId}</strong>
      {placeText(station, ', ')}
      <span>
        {lastActiveAt === null ? say('neverActive', { now, dataAt, isNow }) : `Last active ${timeText(lastActiveAt)}`}
      </span>
      {lastReportAt === null ? null : <span>Last status report {timeText(lastReportAt)}</span>}
    </li>
  );
}
