/** Children of `<Map>`, mounted while the map has a style (use-map-state.ts). */
import { type ReactElement, useEffect } from 'react';
import { wrapLon } from '../../lib/bounds.ts';
import { AirportLayer } from './airports/AirportLayer.tsx';
import { AirportPopup } from './airports/AirportPopup.tsx';
import { hasNoNames, TileLayer, tilesIdOf } from './base-layers/TileLayer.tsx';
import { useAreLayersKnown, useChosenLayer } from './base-layers/use-base-layers.ts';
import { BaseMap } from './base-map/BaseMap.tsx';
import type { BaseMapData } from './base-map/use-base-map-data.ts';
import { MapControls } from './controls/MapControls.tsx';
import { flyTo } from './fly-to.ts';
import { fromGlZoom } from './gl-zoom.ts';
import { AircraftOnMap } from './layers/AircraftOnMap.tsx';
import { isSameView } from './map-address.ts';
import { useMapShare } from './map-context.ts';
import { NightSide } from './night/NightSide.tsx';
import { RangeLayer } from './ranges/RangeLayer.tsx';
import { useGlMap } from './use-gl-map.ts';
import { useSteps } from './use-steps.ts';

export function MapParts({ baseMap }: { baseMap: BaseMapData }): ReactElement {
  const { display } = useMapShare();
  const layer = useChosenLayer();
  const areLayersKnown = useAreLayersKnown();
  const hasTiles = areLayersKnown && layer.unavailable === undefined;
  const step = useSteps(2);
  useFollowAddress();
  return (
    <>
      <BaseMap data={baseMap} hasNamesOnTop={hasTiles && hasNoNames(layer)} />
      {hasTiles ? <TileLayer key={tilesIdOf(layer)} layer={layer} /> : null}
      <AircraftOnMap />
      {step >= 1 ? (
        <>
          {display.hasNight ? <NightSide /> : null}
          <RangeLayer />
          <AirportLayer />
          <AirportPopup />
        </>
      ) : null}
      {step >= 2 ? <MapControls /> : null}
    </>
  );
}

/** An address from elsewhere (link, back button, list) moves the map. The map's own moves are already applied. */
function useFollowAddress(): void {
  const map = useGlMap();
  const { lat, lon, zoom } = useMapShare().address;
  useEffect(() => {
    if (map.isMoving()) return;
    const center = map.getCenter();
    const shown = { lat: center.lat, lon: wrapLon(center.lng), zoom: fromGlZoom(map.getZoom()) };
    if (!isSameView(shown, { lat, lon, zoom })) flyTo(map, { lat, lon, zoom });
  }, [map, lat, lon, zoom]);
}
