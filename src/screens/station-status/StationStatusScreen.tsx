/**
 * /stationStatus (C68): is my station feeding? One station is told at once, several as a list with the worst first.
 * Must not: decide whose stations these are (the server does), or pretend that an older answer is of now.
 */
import { IconAntenna, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { NothingStored } from '../../api/live-or-copy.ts';
import type { StationHealthAnswer } from '../../api/station-health.ts';
import { useNow } from '../../api/use-now.ts';
import { Message } from '../../list/Faces.tsx';
import { useAudience } from '../../session/use-session.ts';
import { useReportedAge } from '../../ui/data-age.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { PlainStations } from './PlainStations.tsx';
import { StationList } from './StationList.tsx';
import { StationPanel } from './StationPanel.tsx';
import styles from './StationStatus.module.css';
import { isOfNow, verdictText } from './station-words.ts';
import { useHighlight } from './use-highlight.ts';
import { useStationsHealth } from './use-stations-health.ts';

const tickMs = 5000;

export default function StationStatusScreen(): ReactElement {
  const all = useStationsHealth(null);
  useReportedAge(all);
  return (
    <div className={styles.screen}>
      <h1>Station status</h1>
      {all.data ? (
        <Stations answer={all.data} />
      ) : all.error ? (
        <NotRead error={all.error} onRetry={() => void all.refetch()} />
      ) : (
        <Coming />
      )}
    </div>
  );
}

function Stations({ answer }: { answer: StationHealthAnswer }): ReactElement {
  const now = useNow(tickMs);
  const search = useSearch({ strict: false }) as { stationId?: string };
  const wanted = search.stationId?.trim() || null;
  const { stations, plain, dataAt } = answer;
  const [only] = stations;
  const known: readonly { readonly stationId: string }[] = plain ?? stations;
  const isUnknown = wanted !== null && known.length > 0 && !known.some(({ stationId }) => stationId === wanted);
  const told = { now, dataAt, isNow: isOfNow(answer, now) };
  return (
    <>
      <div role="status">{isUnknown ? <Unknown stationId={wanted} /> : null}</div>
      {plain ? (
        <PlainStations stations={plain} wanted={wanted} {...told} />
      ) : only === undefined ? (
        <NoStation />
      ) : stations.length === 1 ? (
        <OnlyStation station={only} isWanted={wanted === only.stationId} {...told} />
      ) : (
        <StationList stations={stations} wanted={isUnknown ? null : wanted} {...told} />
      )}
    </>
  );
}

type OnlyProps = Parameters<typeof StationPanel>[0] & { isWanted: boolean };

/** A host with one station sees it at once, without a list around it. */
function OnlyStation({ isWanted, ...panel }: OnlyProps): ReactElement {
  const { station, isNow, dataAt } = panel;
  const place = useRef<HTMLElement>(null);
  const highlight = useHighlight(isWanted ? station.stationId : null);
  useEffect(() => {
    if (isWanted) place.current?.focus();
  }, [isWanted]);
  return (
    <div className={styles.scroller}>
      <article
        ref={place}
        className={styles.only}
        tabIndex={-1}
        aria-label={`Station ${station.stationId}`}
        data-highlight={highlight ?? undefined}
      >
        {/* A change of the answer is read out, its age is not. */}
        <p role="status" className="dl-hidden">
          {verdictText(station, isNow, dataAt)}
        </p>
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
      {seesAll ? `There is no station ${stationId}.` : `Station ${stationId} is none of those that you feed.`}
    </p>
  );
}

/** Nothing but how a station gets its feeder. */
function NoStation(): ReactElement {
  const audience = useAudience();
  if (audience === 'admin' || audience === 'parser')
    return (
      <Message icon={<IconAntenna />} title="There are no stations yet." isStatus>
        {audience === 'admin' ? (
          <p>
            <Link to="/addStation">Add a station</Link> and name its feeder: both then see here whether it feeds.
          </p>
        ) : (
          <p>An administrator adds them.</p>
        )}
      </Message>
    );
  return (
    <Message icon={<IconAntenna />} title="No station is fed by your account." isStatus>
      <p>
        An administrator enters the feeder of a station: tell yours the number of the station and your user name, and it
        shows here.
      </p>
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
          ? 'The server was not reached, and nothing of your stations is stored yet.'
          : 'Could not read the state of the stations from the server!'
      }
      isFailure
    >
      <p>{isUnreached ? 'It is stored on this device once it was seen with the server in reach.' : error.message}</p>
      <p className={styles.actions}>
        <PlainButton look="filled" onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      </p>
    </Message>
  );
}

/** As high as what comes. */
function Coming(): ReactElement {
  return (
    <div className={styles.coming} role="status" aria-label="Loading">
      <i className={styles.comingAnswer} />
      <i className={styles.comingPath} />
      <i className={styles.comingStrips} />
    </div>
  );
}
