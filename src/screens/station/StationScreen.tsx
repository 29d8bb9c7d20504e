/** /station/:number: status first, then ranges, feeding, aircraft, what the station adds, its last messages. */
import { IconAntenna, IconFileText, IconMap, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import type { StationPage } from '../../../contract/entities/places.ts';
import type { StationFacts } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { stationPageQuery } from '../../api/places.ts';
import type { ApiResponse } from '../../api/resource.ts';
import { useNow } from '../../api/use-now.ts';
import { NearList } from '../../charts/NearList.tsx';
import { PlaceMap } from '../../charts/small-map/PlaceMap.tsx';
import { formatCount, oneLine } from '../../lib/format.ts';
import { ageText, utcClock, utcDay, utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { rawListPath } from '../../objects/object-paths.ts';
import { Panel } from '../../objects/Panel.tsx';
import { WatchButton } from '../../objects/WatchButton.tsx';
import { Wire } from '../../objects/Wire.tsx';
import { useAudience } from '../../session/use-session.ts';
import { MessagePath } from '../../stations/MessagePath.tsx';
import { ReadingValues } from '../../stations/Readings.tsx';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { asOfText, checksOf, isCurrent, reasonText, verdictText } from '../../stations/station-text.ts';
import { TypeStrips } from '../../stations/TypeStrips.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { RangePanel } from './RangePanel.tsx';
import { SharedPanel } from './SharedPanel.tsx';
import styles from './StationScreen.module.css';

const refreshMs = 30_000;
const tickMs = 5000;
/** Half of the map without ranges. */
const leastDeg = 1;
const nearest = 10;

export default function StationScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery({
    ...stationPageQuery(id),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const isNumber = /^\d+$/.test(id);
  return (
    <ObjectPage
      query={query}
      title={isNumber ? `Station ${id}` : `Receiver ${oneLine(id)}`}
      notFound={
        <>
          {isNumber ? null : <p>This receiver name belongs to no station. An administrator assigns it to one.</p>}
          <Link to="/stationStatus">All stations</Link>
        </>
      }
    >
      {(response) => <Station key={id} response={response} />}
    </ObjectPage>
  );
}

function Station({ response }: { response: ApiResponse<StationPage> }): ReactElement {
  const now = useNow(tickMs);
  const { dataAt } = response;
  const { station, lat, lon, ranges, aircraft, aircraftCount, shared, link, messages, createdAt } = response.value;
  const { facts, stationId, city } = station;
  const isNow = isCurrent(response, now);
  const at = { now, dataAt, isNow };
  const place = useMemo(() => ({ lat, lon }), [lat, lon]);
  return (
    <>
      <Head response={response} {...at} />
      {isNow ? null : <p className={page.asOf}>{asOfText(dataAt, now)}. The current status is unknown.</p>}
      <WhyAndWhat station={station} isOld={!isNow} />
      <div className={styles.parts}>
        <div className={styles.feeding}>
          {facts ? (
            <div className={styles.panel} data-old={!isNow || undefined}>
              <TypeStrips facts={facts} dataAt={dataAt} isCompact heading="h2" />
              <MessagePath station={station} facts={facts} isRow heading="h2" {...at} />
            </div>
          ) : null}
          <SharedPanel shared={shared} now={now} isOld={!isNow} />
          {link ? <LinkPanel link={link} isOld={!isNow} /> : null}
        </div>
        <div className={styles.range}>
          <RangePanel ranges={ranges} dataAt={dataAt} isOld={!isNow} />
          <Panel
            title={isNow ? 'Received now' : `Received at ${utcMoment(dataAt, now)}`}
            note={`${formatCount(aircraftCount)} aircraft`}
            isOld={!isNow}
          >
            {aircraft.length === 0 ? (
              <p className={page.none}>No position in the last minute.</p>
            ) : (
              <NearList aircraft={aircraft.slice(0, nearest)} label="Nearest aircraft" />
            )}
          </Panel>
        </div>
        <div className={styles.side}>
          <Panel title="Map" note={city ? oneLine(city) : undefined} isOld={!isNow}>
            <PlaceMap
              place={place}
              label={`Map around station ${stationId} with its ranges and ${formatCount(aircraftCount)} aircraft`}
              aircraft={aircraft}
              day={ranges.day}
              usual={ranges.month}
              leastDeg={leastDeg}
              isLive={isNow}
            />
          </Panel>
          {facts ? <Readings facts={facts} createdAt={createdAt} dataAt={dataAt} isOld={!isNow} /> : null}
          <Wire
            wire={messages}
            isNow={isNow}
            isStored={response.source === 'stored'}
            title="Its last messages"
            isShort
          />
        </div>
      </div>
    </>
  );
}

type At = { readonly now: number; readonly dataAt: number; readonly isNow: boolean };

/** Number, place, status with its time, and the ways to other screens. */
function Head({ response, now, dataAt, isNow }: { response: ApiResponse<StationPage> } & At): ReactElement {
  const audience = useAudience();
  const { station, lat, lon } = response.value;
  const { stationId, state, city, country, lastMessageAt } = station;
  const lastAt = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  // A current status of a feeding station is followed by the time alone.
  const isBrief = isNow && state === 'feeding' && lastAt !== null;
  const isAdmin = audience === 'admin';
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  const view = { z: '7', lat: lat.toFixed(4), lon: lon.toFixed(4) };
  return (
    <div className={page.head}>
      <h1 className={page.title}>Station {stationId}</h1>
      <span>{[city, country].flatMap((one) => (one ? [oneLine(one)] : [])).join(', ')}</span>
      <span className={styles.verdict} data-state={state} data-old={!isNow || undefined}>
        <StateIcon state={state} size={16} />
        {/* A change of the status is announced, its age is not. */}
        <strong role="status">
          {verdictText(station, isNow, dataAt)}
          {isNow ? '' : ` at ${utcMoment(dataAt, now)}`}
        </strong>
        {isBrief ? ` ${utcClock(lastAt)}Z, ${ageText(now - lastAt)} ago` : ''}
      </span>
      {lastAt === null || isBrief ? null : (
        <span className={page.facts}>
          Last message {isNow ? `${utcClock(lastAt)}Z, ${ageText(now - lastAt)} ago` : utcMoment(lastAt, now)}
        </span>
      )}
      <nav className={page.ways} aria-label={`Station ${stationId}`}>
        <WatchButton object={{ kind: 'station', id: stationId }} name={`station ${stationId}`} />
        <Link to={rawListPath(audience)} search={{ stationId } as never} className={page.way}>
          <IconMessages size={16} aria-hidden="true" /> Its messages
        </Link>
        {isAdmin ? (
          <Link to={`/stationDetails/${station.id}`} className={page.way}>
            <IconFileText size={16} aria-hidden="true" /> Details
          </Link>
        ) : null}
        {isAdmin ? (
          <Link to="/receivers" className={page.way}>
            <IconAntenna size={16} aria-hidden="true" /> Receivers
          </Link>
        ) : null}
        {audience === 'companyUser' ? null : (
          <Link to={map} search={view as never} className={page.way}>
            <IconMap size={16} aria-hidden="true" /> On the map
          </Link>
        )}
      </nav>
    </div>
  );
}

type ReadingsProps = {
  readonly facts: StationFacts;
  readonly createdAt: string;
  readonly dataAt: number;
  readonly isOld: boolean;
};

/** Values of the station, its receivers and its age. */
function Readings({ facts, createdAt, dataAt, isOld }: ReadingsProps): ReactElement {
  const madeAt = parseInstant(createdAt);
  const { receivers } = facts;
  return (
    <Panel title="Readings" isOld={isOld}>
      <ReadingValues facts={facts} dataAt={dataAt} />
      <p className={page.none}>
        {receivers.length === 0 ? 'Receives under its number.' : `Receivers: ${receivers.map(oneLine).join(', ')}.`}
        {madeAt === null ? '' : ` Station since ${utcDay(madeAt)}.`}
      </p>
    </Panel>
  );
}

type WhyProps = { readonly station: StationPage['station']; readonly isOld: boolean };

/** The cause of a silence, and what to check. */
function WhyAndWhat({ station: { state, reason }, isOld }: WhyProps): ReactElement | null {
  const why = reasonText(state, reason);
  if (why === null) return null;
  return (
    <section className={styles.why} data-state={state} data-old={isOld || undefined} aria-label="Cause">
      <p>
        <strong>{why}</strong>
      </p>
      {reason === null ? null : (
        <>
          <h2>What to check</h2>
          <ol>
            {checksOf[reason].map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
