/**
 * An airport with its weather and routes (MAP-06, MAP-07, C62). Name and city stand whatever the services do.
 * Must not: show weather as if it were of now: it says when it was observed, and greys when that was long ago.
 */
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { isIcaoCode, weatherQuery, whyUnavailable } from '../../../api/airport-services.ts';
import { formatCount, formatNumber, oneLine } from '../../../lib/format.ts';
import { ageText, utcDateTime, utcShort } from '../../../lib/time.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { onEscape, returnFocus } from '../panel/focus.ts';
import { airportCodes } from '../panel/in-view.ts';
import styles from './AirportCard.module.css';
import type { Route } from './routes.ts';
import type { AirportRoutes } from './use-routes.ts';
import { readWeather, staleWeatherMs, type Weather } from './weather.ts';

export type AirportCardProps = {
  readonly airport: MapAirport;
  readonly routes: AirportRoutes;
  readonly now: number;
  readonly onClose: () => void;
};

export function AirportCard({ airport, routes, now, onClose }: AirportCardProps): ReactElement {
  const title = useId();
  const name = oneLine(airport.airportName) || 'Airport without a name';
  const close = (): void => {
    returnFocus('airport');
    onClose();
  };
  const place = [airport.city && oneLine(airport.city), airportCodes(airport)].filter((part) => part);
  return (
    <section className={styles.card} aria-labelledby={title} onKeyDown={onEscape(close)}>
      <div className={styles.head}>
        <h3 id={title} tabIndex={-1} data-focus="airport" dir="auto">
          {name}
        </h3>
        <PlainButton look="icon" aria-label={`Close ${name}`} onClick={close}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
      </div>
      <p className={styles.place} dir="auto">
        {place.join(', ')}
      </p>
      {isIcaoCode(routes.icao) ? (
        <>
          <WeatherOf icao={routes.icao} now={now} />
          <RoutesOf routes={routes} />
        </>
      ) : (
        <p className={styles.dim}>No weather and no routes: it has no ICAO code.</p>
      )}
    </section>
  );
}

function WeatherOf({ icao, now }: { icao: string; now: number }): ReactElement {
  const { data, error, isPending } = useQuery(weatherQuery(icao));
  // What was told before stands, with its age, when it cannot be told anew.
  const weather = data ? readWeather(data.body, now) : null;
  return (
    <>
      <WeatherFacts weather={weather} now={now} />
      {weather?.raw ? <code className={styles.raw}>{weather.raw}</code> : null}
      <p className={styles.observed}>{observedWords(weather, now, { isPending, error })}</p>
    </>
  );
}

const isStale = (weather: Weather | null, now: number): boolean =>
  weather !== null && (weather.observedAt === null || now - weather.observedAt > staleWeatherMs);

function WeatherFacts({ weather, now }: { weather: Weather | null; now: number }): ReactElement {
  return (
    <dl className={styles.weather} data-stale={isStale(weather, now) || undefined}>
      <div>
        <dt>Temperature</dt>
        <dd>{weather?.temperature ?? '–'}</dd>
      </div>
      <div>
        <dt>
          <abbr title="Relative humidity">Rel. humidity</abbr>
        </dt>
        <dd>{weather?.humidity ?? '–'}</dd>
      </div>
      <div>
        <dt>Visibility</dt>
        <dd title={weather?.visibilityExactly ?? undefined}>{weather?.visibility ?? '–'}</dd>
      </div>
    </dl>
  );
}

function observedWords(
  weather: Weather | null,
  now: number,
  asked: { readonly isPending: boolean; readonly error: unknown },
): ReactElement {
  if (asked.isPending) return <>Weather is loading</>;
  if (!weather) return <>{whyUnavailable(asked.error, 'Weather is')}</>;
  const { observedAt } = weather;
  if (observedAt === null) return <>Time of observation not known</>;
  return (
    <>
      Observed{' '}
      <b>
        <time dateTime={new Date(observedAt).toISOString()} title={`${utcDateTime(observedAt)} UTC`}>
          {utcShort(observedAt)}
        </time>
      </b>
      , {ageText(now - observedAt)} ago{isStale(weather, now) ? ', out of date' : ''}
    </>
  );
}

function RoutesOf({ routes }: { routes: AirportRoutes }): ReactElement {
  const list = useId();
  const { state, isShown, found } = routes;
  if (state === 'loading') return <p className={styles.dim}>Routes are loading</p>;
  if (state !== 'told') return <p className={styles.dim}>{state.why}</p>;
  if (found.length === 0) return <p className={styles.dim}>No routes are known.</p>;
  const unplaced = found.filter((route) => route.place === null).length;
  return (
    <>
      <p>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isShown}
          aria-controls={list}
          onClick={() => routes.show(!isShown)}
        >
          Routes
        </button>{' '}
        <span className={styles.dim}>
          {formatCount(found.length)} {found.length === 1 ? 'destination' : 'destinations'}
        </span>
      </p>
      <div id={list} hidden={!isShown}>
        {isShown ? (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
            <ul className={styles.routes} tabIndex={0} aria-label="Destinations">
              {found.map((route) => (
                <RouteRow key={route.key} route={route} />
              ))}
            </ul>
            {unplaced > 0 ? (
              <p className={styles.dim}>{formatCount(unplaced)} not on the map: their place is not known.</p>
            ) : null}
          </>
        ) : null}
      </div>
    </>
  );
}

function RouteRow({ route }: { route: Route }): ReactElement {
  const codes = [route.icao, route.iata].flatMap((code) => (code ? [oneLine(code)] : [])).join('/');
  const name = oneLine(route.name);
  return (
    <li title={route.operators.map(oneLine).join(', ') || undefined}>
      <span dir="auto">
        {name}
        {codes && codes !== name ? `, ${codes}` : ''}
      </span>
      <span>{route.perDay === null ? '–' : `${formatNumber(route.perDay, 1)} a day`}</span>
    </li>
  );
}
