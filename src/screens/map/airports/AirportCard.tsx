/** Airport with weather and routes (MAP-06, MAP-07, C62). Old weather is shown with its observation time and greyed. */
import { IconX } from '@tabler/icons-react';
import { type ReactElement, useId } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { isIcaoCode } from '../../../api/airport-services.ts';
import { counted, formatCount, formatNumber, oneLine } from '../../../lib/format.ts';
import { AirportWeather } from '../../../objects/AirportWeather.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { onEscape, returnFocus } from '../panel/focus.ts';
import { airportCodes } from '../panel/in-view.ts';
import styles from './AirportCard.module.css';
import type { Route } from './routes.ts';
import type { AirportRoutes } from './use-routes.ts';

type AirportCardProps = {
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
        <p className={styles.dim}>No weather or routes without an ICAO code.</p>
      )}
    </section>
  );
}

function RoutesOf({ routes }: { routes: AirportRoutes }): ReactElement {
  const list = useId();
  const { state, isShown, found } = routes;
  if (state === 'loading') return <p className={styles.dim}>Routes are loading</p>;
  if (state !== 'ready') return <p className={styles.dim}>{state.why}</p>;
  if (found.length === 0) return <p className={styles.dim}>No known routes.</p>;
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
        <span className={styles.dim}>{counted(found.length, 'destination')}</span>
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
              <p className={styles.dim}>{formatCount(unplaced)} not on the map (position unknown).</p>
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
