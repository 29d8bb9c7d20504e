/**
 * The aircraft on the map (MAP-03, 04, 05, 09): asked for, drawn, pressed, with the trail and the popup of the selected one.
 * Must not: need a map for the asking: the list beside it shows the same aircraft.
 */
import type { ReactElement } from 'react';
import { useMedia } from '../../../list/use-media.ts';
import { useMapShare } from '../map-context.ts';
import { aircraftKey } from '../positions/aircraft.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { usePositions } from '../positions/use-positions.ts';
import { AircraftPopup } from './AircraftPopup.tsx';
import { useAircraftLayer } from './use-aircraft-layer.ts';
import { useFollow } from './use-follow.ts';
import { useLabels } from './use-labels.ts';
import { useTrail } from './use-trail.ts';

export function AircraftOnMap(): ReactElement | null {
  const { map, sight, address, change, company, colours } = useMapShare();
  usePositions({ source: address.source, company, sight });
  const fleet = useFleet();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const selectedKey = address.icao === null ? null : aircraftKey(address.icao);
  const selected = selectedKey === null ? null : (fleet.byKey.get(selectedKey) ?? null);
  const layer = useAircraftLayer({
    map,
    fleet,
    colours,
    selectedKey,
    canMove: !isStill,
    // A press on nothing is noticed by the lowest layer, the airports.
    onPress: (aircraft) => aircraft && change({ icao: aircraft.key }),
  });
  useLabels({ map, layer, fleet, sight, selectedKey, colours });
  useFollow({ map, layer, selectedKey, selected });
  useTrail({ map, aircraft: selected, company, colours });
  if (!map || !layer || !selected) return null;
  return <AircraftPopup key={selected.key} map={map} layer={layer} aircraft={selected} />;
}
