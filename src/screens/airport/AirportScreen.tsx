/** /airport/:icao: arrivals and departures as reported by aircraft, weather, aircraft there and on the way, messages that name it. */

import { IconMap, IconPlane } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import type { AirportMovement, AirportPage } from '../../../contract/entities/places.ts';
import { parseInstant } from '../../../contract/params.ts';
import { NearList } from '../../charts/NearList.tsx';
import { PlaceMap } from '../../charts/small-map/PlaceMap.tsx';
import type { ApiResponse } from '../../data/resource.ts';
import { airportPageQuery } from '../../data/resources.ts';
import { useNow } from '../../data/use-now.ts';
import { coordinatesText, formatCount, oneLine } from '../../lib/format.ts';
import { nextSunEvent } from '../../lib/sun.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { isoDay, utcDay, utcMoment, utcShort } from '../../lib/time.ts';
import { measureText, type Units } from '../../lib/units.ts';
import { AirportWeather } from '../../objects/AirportWeather.tsx';
import { FlightLink, ObjectLink, StationLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { AirportCode } from '../../objects/object-cells.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { WatchButton } from '../../objects/WatchButton.tsx';
import { Wire } from '../../objects/Wire.tsx';
import { useAudience } from '../../session/use-session.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './AirportScreen.module.css';

const refreshMs = 30_000;
const tickMs = 5000;
/** Half of the map, degrees of latitude. */
const minDeg = 0.6;

export default function AirportScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const icao = id.toUpperCase();
  const query = useQuery({
    ...airportPageQuery(icao),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return (
    <ObjectPage
      query={query}
      queryKey={airportPageQuery(icao).queryKey}
      title={`Airport ${oneLine(icao)}`}
      notFound={<Link to="/airports">All airports</Link>}
    >
      {(response) => <Airport key={icao} response={response} />}
    </ObjectPage>
  );
}

function Airport({ response }: { response: ApiResponse<AirportPage> }): ReactElement {
  const now = useNow(tickMs);
  const { distance } = useUnits();
  const { dataAt } = response;
  const { icao, lat, lon, arrived, departed, approaching, present, around, atis, messages, since } = response.value;
  const isNow = isCurrent(response, now, cachedMs + freshMs);
  const at = { now, dataAt, isNow };
  const place = useMemo(() => ({ lat, lon }), [lat, lon]);
  const sinceMs = since === null ? null : parseInstant(since);
  const period = sinceMs === null ? '24 h' : `since ${utcMoment(sinceMs, now)}`;
  const atisAt = atis && parseInstant(atis.at);
  return (
    <>
      <Head airport={response.value} now={now} />
      {isNow ? null : <p className={page.asOf}>{asOfText(dataAt, now)}. The current traffic is unknown.</p>}
      <div className={styles.parts}>
        <div className={styles.now}>
          <Panel title="Weather">
            <div className={styles.weather}>
              <AirportWeather icao={icao} now={now} />
              <p>
                {atis && atisAt !== null ? (
                  <>
                    <strong>ATIS{atis.letter ? ` ${atis.letter}` : ''}</strong> received {utcMoment(atisAt, now)}
                    {atis.stationId ? (
                      <>
                        {' '}
                        by <StationLink id={atis.stationId} />
                      </>
                    ) : null}
                  </>
                ) : (
                  <span className={shared.dim}>No ATIS received in 24 h.</span>
                )}
              </p>
            </div>
          </Panel>
        </div>
        <div className={styles.main}>
          <Movements title="Arrived" way="from" movements={arrived} note={period} now={now} isOld={!isNow} />
          <Movements title="Departed" way="to" movements={departed} note={period} now={now} isOld={!isNow} />
          <div className={styles.wire}>
            <Wire
              wire={messages}
              isNow={isNow}
              isStored={response.source === 'stored'}
              title="Messages about this airport"
              none={say('noMessageOfAirport', at)}
              isShort
            />
          </div>
        </div>
        <div className={shared.shrinkingColumn}>
          <Panel
            title="Map"
            note={`${formatCount(around.length)} aircraft within ${measureText(distance, 60)}`}
            isOld={!isNow}
          >
            <PlaceMap
              place={place}
              label={`Map around ${icao} with ${formatCount(around.length)} aircraft`}
              aircraft={around}
              minDeg={minDeg}
              isLive={isNow}
            />
          </Panel>
          <Approaching aircraft={approaching} {...at} />
          <Panel title={say('onTheGround', at)} note={`${formatCount(present.length)} aircraft`} isOld={!isNow}>
            {present.length === 0 ? (
              <p className={panel.none}>{say('noPositionOnGround', at)}</p>
            ) : (
              <NearList aircraft={present} label="Aircraft on the ground" hasDistance={false} />
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}

/** The server caches a response for a minute; the next request follows half a minute later. */
const cachedMs = 60_000;
const freshMs = 90_000;

function Head({ airport, now }: { airport: AirportPage; now: number }): ReactElement {
  const audience = useAudience();
  const { altitude } = useUnits();
  const { icao, iata, name, city, elevationFt, lat, lon } = airport;
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  const view = { z: '9', lat: lat.toFixed(4), lon: lon.toFixed(4), airport: icao };
  const minute = Math.floor(now / 60_000);
  const sun = useMemo(() => nextSunEvent(minute * 60_000, { lat, lon }), [minute, lat, lon]);
  const facts = [
    city && oneLine(city),
    coordinatesText(airport, 3),
    elevationFt === null ? null : measureText(altitude, elevationFt),
    sun && `${sun.what} ${utcShort(sun.at)}`,
  ];
  return (
    <div className={page.head}>
      <h1 className={page.title}>
        {icao} {iata ? <span className={shared.dim}>{iata}</span> : null}
      </h1>
      <span>{oneLine(name)}</span>
      <span className={shared.dim}>{facts.filter(Boolean).join(' · ')}</span>
      <nav className={page.ways} aria-label={`Airport ${icao}`}>
        <WatchButton object={{ kind: 'airport', id: icao }} name={`airport ${icao}`} />
        <Link to="/airports" search={{ airportICAO: icao } as never} className={page.way}>
          <IconPlane size={16} aria-hidden="true" /> In the list
        </Link>
        <Link to={map} search={view as never} className={page.way}>
          <IconMap size={16} aria-hidden="true" /> On the map
        </Link>
      </nav>
    </div>
  );
}

type ApproachingProps = ReportTime & { readonly aircraft: AirportPage['approaching'] };

/** Aircraft that named this airport as their destination. */
function Approaching({ aircraft, ...at }: ApproachingProps): ReactElement {
  const units = useUnits();
  return (
    <Panel title={say('onTheWayHere', at)} isOld={!at.isNow}>
      {aircraft.length === 0 ? (
        <p className={panel.none}>No aircraft named this airport as its destination.</p>
      ) : (
        <ul className={page.rows} aria-label="On the way here">
          {aircraft.map((one) => (
            <li key={`${one.tail} ${one.icao} ${one.flight}`}>
              <span className={shared.mono}>
                <ObjectLink to="tail" id={one.tail ?? one.icao} />
              </span>
              <span className={shared.mono}>
                <FlightLink tail={one.tail} flight={one.flight} at={one.reportedAt} />
              </span>
              <span className={shared.dim}>{expectedText(one, at.now, units)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** `about 17:36Z, 120 nmi`: by distance and speed. Else when the aircraft reported it. */
function expectedText(
  { expectedAt, reportedAt, distanceNmi }: AirportPage['approaching'][number],
  now: number,
  units: Units,
): string {
  const [expectedMs, reportedMs] = [expectedAt === null ? null : parseInstant(expectedAt), parseInstant(reportedAt)];
  const distance = distanceNmi === null ? '' : `, ${measureText(units.distance, distanceNmi)}`;
  if (expectedMs !== null) return `about ${utcShort(expectedMs)}${distance}`;
  return `reported ${reportedMs === null ? '' : utcMoment(reportedMs, now)}${distance}`;
}

type Props = {
  readonly title: string;
  readonly way: 'from' | 'to';
  readonly movements: readonly AirportMovement[];
  readonly note: string;
  readonly now: number;
  readonly isOld: boolean;
};

/** Rows shown before the others are requested. */
const first = 14;
/** What the aircraft reported. */
const evidence: Readonly<Record<AirportMovement['what'], string>> = {
  out: 'left the gate',
  off: 'took off',
  on: 'landed',
  in: 'at the gate',
};

/** Arrivals or departures of 24 hours, with the report that proves each. */
function Movements({ title, way, movements, note, now, isOld }: Props): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? movements : movements.slice(0, first);
  return (
    <Panel title={title} note={`reported by aircraft, ${note}`} isOld={isOld}>
      {movements.length === 0 ? (
        <p className={panel.none}>No reports from aircraft.</p>
      ) : (
        <ul className={`${page.rows} ${styles.movements}`} aria-label={title}>
          {shown.map(({ id, at, what, tail, flight, other }, index) => {
            const atMs = parseInstant(at) ?? 0;
            const before = parseInstant(shown[index - 1]?.at ?? '') ?? now;
            return (
              <li key={id}>
                {isoDay(before) === isoDay(atMs) ? null : <span className={styles.day}>{utcDay(atMs)}</span>}
                <time dateTime={at}>{utcShort(atMs)}</time>
                <span className={shared.mono}>
                  <FlightLink tail={tail} flight={flight} at={at} />
                </span>
                <span className={shared.mono}>
                  <ObjectLink to="tail" id={tail} />
                </span>
                <span>
                  <span className={styles.way}>{way} </span>
                  {other === null ? 'unknown' : <AirportCode code={other} />}
                </span>
                <abbr className={shared.dim} title={evidence[what]}>
                  {what}
                </abbr>
              </li>
            );
          })}
        </ul>
      )}
      {movements.length > first ? (
        <p className={panel.none}>
          <PlainButton look="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${first}` : `Show all ${movements.length}`}
          </PlainButton>
        </p>
      ) : null}
    </Panel>
  );
}
