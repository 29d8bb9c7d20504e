/** /airport/:icao: arrivals and departures as reported by aircraft, weather, aircraft there and on the way, messages that name it. */
import { IconMap, IconPlane } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import type { AirportPage } from '../../../contract/entities/places.ts';
import { parseInstant } from '../../../contract/params.ts';
import { airportPageQuery } from '../../api/places.ts';
import type { ApiResponse } from '../../api/resource.ts';
import { useNow } from '../../api/use-now.ts';
import { NearList } from '../../charts/NearList.tsx';
import { PlaceMap } from '../../charts/small-map/PlaceMap.tsx';
import { formatCount, formatNumber, oneLine } from '../../lib/format.ts';
import { nextSunEvent } from '../../lib/sun.ts';
import { utcMoment, utcShort } from '../../lib/time.ts';
import { measureText } from '../../lib/units.ts';
import { AirportWeather } from '../../objects/AirportWeather.tsx';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { Panel } from '../../objects/Panel.tsx';
import { StationLink } from '../../objects/StationLink.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { WatchButton } from '../../objects/WatchButton.tsx';
import { Wire } from '../../objects/Wire.tsx';
import { useAudience } from '../../session/use-session.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import styles from './AirportScreen.module.css';
import { Approaching } from './Approaching.tsx';
import { Movements } from './Movements.tsx';

const refreshMs = 30_000;
const tickMs = 5000;
/** Half of the map, degrees of latitude. */
const leastDeg = 0.6;

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
    <ObjectPage query={query} title={`Airport ${oneLine(icao)}`} notFound={<Link to="/airports">All airports</Link>}>
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
  const place = useMemo(() => ({ lat, lon }), [lat, lon]);
  const sinceMs = since === null ? null : parseInstant(since);
  const period = sinceMs === null ? '24 h' : `since ${utcMoment(sinceMs, now)}`;
  const atisAt = atis && parseInstant(atis.at);
  return (
    <>
      <Head airport={response.value} now={now} />
      {isNow ? null : <p className={page.asOf}>{asOfText(dataAt, now)}. The current traffic is unknown.</p>}
      <div className={styles.parts}>
        <div className={styles.main}>
          <Movements title="Arrived" way="from" movements={arrived} note={period} now={now} isOld={!isNow} />
          <Movements title="Departed" way="to" movements={departed} note={period} now={now} isOld={!isNow} />
          <div className={styles.wire}>
            <Wire
              wire={messages}
              isNow={isNow}
              isStored={response.source === 'stored'}
              title="Messages about it"
              none="No message named this airport in the last 24 hours."
              isShort
            />
          </div>
        </div>
        <div className={styles.side}>
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
                  <span className={page.dim}>No ATIS received in 24 h.</span>
                )}
              </p>
            </div>
          </Panel>
          <Panel
            title="Map"
            note={`${formatCount(around.length)} aircraft within ${measureText(distance, 60)}`}
            isOld={!isNow}
          >
            <PlaceMap
              place={place}
              label={`Map around ${icao} with ${formatCount(around.length)} aircraft`}
              aircraft={around}
              leastDeg={leastDeg}
              isLive={isNow}
            />
          </Panel>
          <Approaching aircraft={approaching} now={now} isOld={!isNow} />
          <Panel
            title={isNow ? 'On the ground' : `On the ground at ${utcMoment(dataAt, now)}`}
            note={`${formatCount(present.length)} aircraft`}
            isOld={!isNow}
          >
            {present.length === 0 ? (
              <p className={page.none}>No position on the ground received in the last minute.</p>
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

const degrees = (value: number, positive: string, negative: string): string =>
  `${formatNumber(Math.abs(value), 3)}° ${value < 0 ? negative : positive}`;

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
    `${degrees(lat, 'N', 'S')}, ${degrees(lon, 'E', 'W')}`,
    elevationFt === null ? null : measureText(altitude, elevationFt),
    sun && `${sun.what} ${utcShort(sun.at)}`,
  ];
  return (
    <div className={page.head}>
      <h1 className={page.title}>
        {icao} {iata ? <span className={page.dim}>{iata}</span> : null}
      </h1>
      <span>{oneLine(name)}</span>
      <span className={page.facts}>{facts.filter(Boolean).join(' · ')}</span>
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
