/** /stationStatus (C68): one station in full, or several with the worst first. */
import { IconAntenna, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { stationNames } from '../../../contract/station-names.ts';
import { NothingStored } from '../../api/race.ts';
import { useReportedAge } from '../../api/reported-age.ts';
import type { StationHealthResponse } from '../../api/station-health.ts';
import { stationNamesQuery } from '../../api/station-names.ts';
import { useNow } from '../../api/use-now.ts';
import { Message } from '../../list/ListStates.tsx';
import { useAudience } from '../../session/use-session.ts';
import { isCurrent } from '../../stations/station-text.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { PlainStations } from './PlainStations.tsx';
import { StationList } from './StationList.tsx';
import { StationPanel } from './StationPanel.tsx';
import styles from './StationStatus.module.css';
import { useHighlight } from './use-highlight.ts';
import { useStationsHealth } from './use-stations-health.ts';

const tickMs = 5000;

export default function StationStatusScreen(): ReactElement {
  const all = useStationsHealth(null);
  const isAdmin = useAudience() === 'admin';
  useReportedAge(all);
  return (
    <div className={styles.screen}>
      <h1>Station status</h1>
      {isAdmin ? (
        <Link to="/receivers" className={styles.way}>
          Receivers and their connections
        </Link>
      ) : null}
      {all.data ? (
        <Stations response={all.data} />
      ) : all.error ? (
        <NotRead error={all.error} onRetry={() => void all.refetch()} />
      ) : (
        <Coming />
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
      <div role="status">{isUnknown ? <Unknown stationId={selectedId} /> : null}</div>
      {plain ? (
        <PlainStations stations={plain} selectedId={selectedId} {...reportTime} />
      ) : only === undefined ? (
        <NoStation />
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

function Unknown({ stationId }: { stationId: string }): ReactElement {
  const audience = useAudience();
  const seesAll = audience === 'admin' || audience === 'parser';
  return (
    <p className={styles.unknown}>
      {seesAll ? `There is no station ${stationId}.` : `You do not feed station ${stationId}.`}
    </p>
  );
}

/** Only how a station gets its feeder. */
function NoStation(): ReactElement {
  const audience = useAudience();
  if (audience === 'admin' || audience === 'parser')
    return (
      <Message icon={<IconAntenna />} title="There are no stations yet." isStatus>
        {audience === 'admin' ? (
          <p>
            <Link to="/addStation">Add a station</Link> and assign its feeder. You both see its status here.
          </p>
        ) : (
          <p>An administrator adds them.</p>
        )}
      </Message>
    );
  return (
    <Message icon={<IconAntenna />} title="Your account feeds no station." isStatus>
      <p>An administrator assigns feeders. Send yours the station number and your username.</p>
    </Message>
  );
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const isUnreached = error instanceof NothingStored;
  return (
    <Message
      icon={<IconPlugConnectedX />}
      title={
        isUnreached
          ? 'The server is unreachable and no station status is stored yet.'
          : 'Station status could not be loaded.'
      }
      isFailure
    >
      <p>{isUnreached ? 'Open this screen once while online to store it.' : <ServerMessage text={error.message} />}</p>
      <p className={styles.actions}>
        <PlainButton look="filled" onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      </p>
    </Message>
  );
}

/** As high as the loaded content. */
function Coming(): ReactElement {
  return (
    <div className={styles.coming} role="status" aria-label="Loading">
      <i className={styles.comingResponse} />
      <i className={styles.comingPath} />
      <i className={styles.comingStrips} />
    </div>
  );
}
