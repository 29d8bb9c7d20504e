/**
 * Beside the map, on a phone a sheet over its lower edge: the list of what is in view and what is known of the selected aircraft. It carries what
 * the map carries, for those who do not see or cannot touch it.
 * Must not: need the map: it works from the address where there is no WebGL.
 */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { useMedia } from '../../../list/use-media.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { AirportCard } from '../airports/AirportCard.tsx';
import { useAirportsShare } from '../airports/airports-context.tsx';
import { useMapShare } from '../map-context.ts';
import { aircraftKey } from '../positions/aircraft.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { AircraftPanel } from './AircraftPanel.tsx';
import { InView } from './InView.tsx';
import styles from './MapPanel.module.css';

const tickMs = 1000;

export function MapPanel(): ReactElement {
  const isPhone = useMedia(upTo('xs'));
  const { map, address } = useMapShare();
  const { selected } = useAirportsShare();
  const now = useNow(tickMs);
  // Where it has no place on the map, the card of an airport stands here.
  const hasAirports = isPhone || map === null;
  const hasDetails = address.icao !== null || (hasAirports && selected !== null);
  const [isOpen, setOpen] = useState(hasDetails);
  // What is selected on the map is to be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something else is selected
  useEffect(() => {
    if (hasDetails) setOpen(true);
  }, [hasDetails, address.icao, selected]);
  return (
    <aside className={styles.panel} aria-label="In view" data-open={isOpen}>
      {isPhone ? (
        <PlainButton className={styles.handle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <IconChevronDown size={18} aria-hidden="true" /> : <IconChevronUp size={18} aria-hidden="true" />}
          In view
        </PlainButton>
      ) : null}
      {isPhone && !isOpen ? null : (
        <>
          {isPhone && hasDetails ? null : <InView now={now} />}
          {hasDetails ? <Details now={now} hasAirports={hasAirports} /> : null}
        </>
      )}
    </aside>
  );
}

function Details({ now, hasAirports }: { now: number; hasAirports: boolean }): ReactElement {
  const { map, address, change, company } = useMapShare();
  const { selected, select, routes } = useAirportsShare();
  const fleet = useFleet();
  return (
    <div className={styles.details}>
      {hasAirports && selected ? (
        <AirportCard airport={selected} routes={routes} now={now} onClose={() => select(null)} />
      ) : null}
      {address.icao === null ? null : (
        <AircraftPanel
          icao={address.icao}
          aircraft={fleet.byKey.get(aircraftKey(address.icao)) ?? null}
          company={company}
          isOnMap={map !== null}
          now={now}
          onClose={() => change({ icao: null })}
        />
      )}
    </div>
  );
}
