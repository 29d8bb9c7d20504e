import type { Point } from 'geojson';
import { type ReactElement, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { slots } from '../base-map/slots.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { useMapImage } from '../use-map-image.ts';
import type { Here } from './use-my-location.ts';

const id = 'my-location';
const markPx = 15;
const edgePx = 3;
const layout = { 'icon-image': id, 'icon-allow-overlap': true, 'icon-ignore-placement': true } as const;

/** The location of the device, below the aircraft. */
export function MyLocationMark({ lat, lon }: Here): ReactElement {
  const { accent, land } = useMapShare().colours;
  useMapImage(id, () => screenMark('disc', markPx, edgePx, { edge: land, fill: accent }), [land, accent]);
  const place = useMemo<Point>(() => ({ type: 'Point', coordinates: [lon, lat] }), [lat, lon]);
  return (
    <Source id={id} type="geojson" data={place}>
      <Layer id={id} type="symbol" layout={layout} beforeId={slots.airports} />
    </Source>
  );
}
