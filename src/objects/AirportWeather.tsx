/** Weather of an airport (MAP-06, C62) with its observation time. Old weather is greyed. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { weatherQuery, whyUnavailable } from '../data/airport-services.ts';
import { readWeather, staleWeatherMs, type Weather } from '../data/weather.ts';
import { ageText, utcDateTime, utcShort } from '../lib/time.ts';
import shared from '../ui/shared.module.css';
import styles from './AirportWeather.module.css';
import { useUnits } from './units-choice.ts';

export function AirportWeather({ icao, now }: { icao: string; now: number }): ReactElement {
  const units = useUnits();
  const { data, error, isPending } = useQuery(weatherQuery(icao));
  // Earlier weather stays, with its age, when a request fails.
  const weather = data ? readWeather(data.body, now, units) : null;
  return (
    <>
      <WeatherFacts weather={weather} now={now} />
      {weather?.raw ? <code className={styles.raw}>{weather.raw}</code> : null}
      <p className={`${shared.dim} ${styles.observed}`}>{observedWords(weather, now, { isPending, error })}</p>
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
  requested: { readonly isPending: boolean; readonly error: unknown },
): ReactElement {
  if (requested.isPending) return <>Weather is loading</>;
  if (!weather) return <>{whyUnavailable(requested.error, 'Weather is')}</>;
  const { observedAt } = weather;
  if (observedAt === null) return <>Observation time unknown</>;
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
