/** Airport with weather and routes (MAP-06, MAP-07, C62). Old weather is shown with its observation time and greyed. */
import { type ReactElement, useId } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { isIcaoCode } from '../../../data/airport-services.ts';
import { counted, formatCount, formatNumber, oneLine } from '../../../lib/format.ts';
import { AirportWeather } from '../../../objects/AirportWeather.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import shared from '../../../ui/shared.module.css';
import { type AirportRoutes, useAirportsShare } from '../ground/airports-context.tsx';
import type { Route } from '../ground/routes.ts';
import { Card } from './Card.tsx';
import styles from './cards.module.css';
import { airportCodes } from './in-view.ts';

type AirportCardProps = {
  readonly airport: MapAirport;
  readonly now: number;
  readonly onClose: () => void;
};

export function AirportCard({ airport, now, onClose }: AirportCardProps): ReactElement {
  const { routes } = useAirportsShare();
  const name = oneLine(airport.airportName) || 'Airport without a name';
  const place = [airport.city && oneLine(airport.city), airportCodes(airport)].filter((part) => part);
  return (
    <Card of="airport" name={name} onClose={onClose}>
      <p className={styles.place} dir="auto">
        {place.join(', ')}
      </p>
      {routes.icao === null ? null : (
        <p>
          <ObjectLink to="airport" id={routes.icao}>
            Airport page
          </ObjectLink>
        </p>
      )}
      {isIcaoCode(routes.icao) ? (
        <>
          <AirportWeather icao={routes.icao} now={now} />
          <RoutesOf routes={routes} />
        </>
      ) : (
        <p className={shared.dim}>No weather or routes without an ICAO code.</p>
      )}
    </Card>
  );
}

function RoutesOf({ routes }: { routes: AirportRoutes }): ReactElement {
  const list = useId();
  const { state, isShown, found } = routes;
  if (state === 'loading') return <p className={shared.dim}>Routes are loading</p>;
  if (state !== 'ready') return <p className={shared.dim}>{state.why}</p>;
  if (found.length === 0) return <p className={shared.dim}>No known routes.</p>;
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
        <span className={shared.dim}>{counted(found.length, 'destination')}</span>
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
              <p className={shared.dim}>{formatCount(unplaced)} not on the map (position unknown).</p>
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
