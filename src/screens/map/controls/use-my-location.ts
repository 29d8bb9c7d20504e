/**
 * Where the device is, asked only when somebody presses the button and shown until the screen goes; it is not kept and goes nowhere.
 * Must not: ask by itself.
 */
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import type { MapColours } from '../../../ui/map-colours.ts';
import { slots } from '../base-map/base-style.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';

const nearbyZoom = 9;
const waitMs = 10_000;
const placeId = 'my-location';
const markPx = 15;
const edgePx = 3;

type Here = { readonly lat: number; readonly lon: number };

export type MyLocation = {
  /** Browsers tell it on secure pages only. */
  readonly canAsk: boolean;
  readonly ask: () => void;
  readonly problem: string | null;
};

export function useMyLocation(): MyLocation {
  const { map, colours, address, change } = useMapShare();
  const [here, setHere] = useState<Here | null>(null);
  useMark(map, here, colours);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (): void => {
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lon } }) => {
        setHere({ lat, lon });
        change({ lat, lon, zoom: Math.max(address.zoom, nearbyZoom) });
      },
      ({ code }) =>
        setProblem(
          code === 1
            ? 'This browser does not tell your location: it was not allowed to.'
            : 'Your location could not be found.',
        ),
      { timeout: waitMs, maximumAge: 60_000 },
    );
  };
  return { canAsk: isSecureContext && 'geolocation' in navigator, ask, problem };
}

function useMark(map: GlMap | null, here: Here | null, { accent, land }: MapColours): void {
  useEffect(() => {
    if (!map || !here) return;
    map.addImage(placeId, ...screenMark('disc', markPx, edgePx, { edge: land, fill: accent }));
    map.addSource(placeId, {
      type: 'geojson',
      data: { type: 'Point', coordinates: [here.lon, here.lat] },
    });
    map.addLayer(
      {
        id: placeId,
        type: 'symbol',
        source: placeId,
        layout: { 'icon-image': placeId, 'icon-allow-overlap': true, 'icon-ignore-placement': true },
      },
      slots.airports,
    );
    return () => {
      map.removeLayer(placeId);
      map.removeSource(placeId);
      map.removeImage(placeId);
    };
  }, [map, here, accent, land]);
}
