/**
 * Panel next to the map, on a phone a sheet below it. It offers all map functions to users who cannot see or touch the map,
 * and works without WebGL.
 */
import clsx from 'clsx';
import { type ReactElement, useEffect } from 'react';
import { upTo } from '../../../lib/breakpoints.ts';
import { useMedia } from '../../../list/use-media.ts';
import motion from '../../../ui/motion.module.css';
import { AirportCard } from '../airports/AirportCard.tsx';
import { useAirportsShare } from '../airports/airports-context.tsx';
import { sheetOf } from '../map-address.ts';
import { useMapShare } from '../map-context.ts';
import { useMapNow } from '../past/map-clock.ts';
import { useShownFleet } from '../past/past-context.tsx';
import { aircraftKey } from '../positions/aircraft.ts';
import { AircraftPanel } from './AircraftPanel.tsx';
import { InView } from './InView.tsx';
import styles from './MapPanel.module.css';
import { SheetHandle } from './SheetHandle.tsx';

const tickMs = 1000;

export function MapPanel(): ReactElement {
  const isPhone = useMedia(upTo('xs'));
  const { isDrawn, address, change } = useMapShare();
  const { selected } = useAirportsShare();
  const now = useMapNow(tickMs);
  // Card of an airport that has no place on the map.
  const hasAirports = isPhone || !isDrawn;
  const hasDetails = address.icao !== null || (hasAirports && selected !== null);
  const sheet = sheetOf(address);
  // A selection on the map opens the sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something else is selected
  useEffect(() => {
    if (isPhone && hasDetails && sheet === 'low') change({ sheet: null });
  }, [hasDetails, address.icao, selected]);
  if (!isPhone)
    return (
      <aside className={styles.panel} aria-label="In view">
        <InView now={now} />
        {hasDetails ? <Details now={now} hasAirports={hasAirports} onClosed={() => undefined} /> : null}
      </aside>
    );
  return (
    <aside className={clsx(styles.panel, sheet === 'full' && motion.rises)} aria-label="In view" data-sheet={sheet}>
      <SheetHandle height={sheet} hasDetails={hasDetails} onHeight={(next) => change({ sheet: next })} />
      {sheet === 'low' ? null : hasDetails ? (
        // The list has the place of what was closed.
        <Details now={now} hasAirports onClosed={() => change({ sheet })} />
      ) : (
        <InView now={now} />
      )}
    </aside>
  );
}

type DetailsProps = { readonly now: number; readonly hasAirports: boolean; readonly onClosed: () => void };

function Details({ now, hasAirports, onClosed }: DetailsProps): ReactElement {
  const { isDrawn, address, change, company } = useMapShare();
  const { selected, select, routes } = useAirportsShare();
  const fleet = useShownFleet();
  const close = (what: () => void): void => {
    what();
    onClosed();
  };
  return (
    <div className={styles.details}>
      {hasAirports && selected ? (
        <AirportCard airport={selected} routes={routes} now={now} onClose={() => close(() => select(null))} />
      ) : null}
      {address.icao === null ? null : (
        <AircraftPanel
          icao={address.icao}
          aircraft={fleet.byKey.get(aircraftKey(address.icao)) ?? null}
          company={company}
          isOnMap={isDrawn}
          now={now}
          onClose={() => close(() => change({ icao: null }))}
        />
      )}
    </div>
  );
}
