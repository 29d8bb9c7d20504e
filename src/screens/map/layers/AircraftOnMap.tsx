/** Aircraft on the map (MAP-03, MAP-04, MAP-05): layer, labels, and trail and popup of the selected aircraft. */
import type { ReactElement } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import { useMedia } from '../../../list/use-media.ts';
import { slots } from '../base-map/slots.ts';
import { useFilterShare } from '../filter/filter-context.tsx';
import { useMapShare } from '../map-context.ts';
import { MessageRings } from '../messages/MessageRings.tsx';
import { PastTrails } from '../past/PastTrails.tsx';
import { usePast } from '../past/past-context.tsx';
import { aircraftKey } from '../positions/aircraft.ts';
import { PossiblePaths } from '../positions/PossiblePaths.tsx';
import { FleetTrails } from '../trails/FleetTrails.tsx';
import { SelectedTrail } from '../trails/SelectedTrail.tsx';
import { AircraftLabels } from './AircraftLabels.tsx';
import { AircraftPopup } from './AircraftPopup.tsx';
import { useAircraftLayer } from './use-aircraft-layer.ts';
import { useFollow } from './use-follow.ts';

export function AircraftOnMap(): ReactElement {
  const { viewport, address, change, company, colours, display } = useMapShare();
  const { fleet } = useFilterShare();
  const { past } = usePast();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const selectedKey = address.icao === null ? null : aircraftKey(address.icao);
  const selected = selectedKey === null ? null : (fleet.byKey.get(selectedKey) ?? null);
  const layer = useAircraftLayer({
    fleet,
    colours,
    selectedKey,
    canMove: !isStill,
    // Clicks on nothing are handled by the lowest layer, the airports.
    onPress: (aircraft) => aircraft && change({ icao: aircraft.key }),
  });
  useFollow({ layer, selectedKey, selected });
  return (
    <>
      {fleet.source === 'stored' ? <PossiblePaths fleet={fleet} /> : null}
      {past && display.trails !== 'none' ? (
        <PastTrails past={past} trails={display.trails} selectedKey={selectedKey} />
      ) : null}
      {!past && display.trails === 'all' ? (
        <FleetTrails fleet={fleet} viewport={viewport} selectedKey={selectedKey} />
      ) : null}
      {!past && selected && display.trails !== 'none' ? (
        <SelectedTrail key={`trail ${selected.key}`} aircraft={selected} company={company} />
      ) : null}
      <Layer {...layer} beforeId={slots.aircraft} />
      <AircraftLabels layer={layer} fleet={fleet} viewport={viewport} selectedKey={selectedKey} />
      {past ? null : <MessageRings fleet={fleet} layer={layer} isStill={isStill} selected={selected} />}
      {selected ? (
        <AircraftPopup key={selected.key} layer={layer} aircraft={selected} hasFacts={address.isWall} />
      ) : null}
    </>
  );
}
