import type { FeatureCollection, LineString, Polygon } from 'geojson';
import { type ReactElement, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { subsolarPoint } from '../../../lib/sun.ts';
import { isHighContrast } from '../../../ui/map-colours.ts';
import { useMapNow } from '../fleet/past-context.tsx';
import { slots } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { channels } from '../mark-image.ts';

const everyMs = 60_000;
const [lightOpacity, darkOpacity] = [0.1, 0.38];

/** Night as a shadow with a dotted edge, above the tiles. High contrast has the edge only. */
export function NightSide(): ReactElement {
  const { colours } = useMapShare();
  // Drawn once per minute, also in a replay, whose time changes many times per second.
  const now = Math.floor(useMapNow(everyMs) / everyMs) * everyMs;
  const night = useMemo(() => nightSide(now), [now]);
  const isDark = channels(colours.land)[0] < 128;
  const opacity = isHighContrast() ? 0 : isDark ? darkOpacity : lightOpacity;
  return (
    <Source id="night" type="geojson" data={night}>
      <Layer
        id="night"
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': 'black', 'fill-opacity': opacity, 'fill-antialias': false }}
        beforeId={slots.night}
      />
      <Layer
        id="night-edge"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        layout={{ 'line-cap': 'round' }}
        paint={{ 'line-color': colours.dim, 'line-width': 1.5, 'line-dasharray': [0, 3] }}
        beforeId={slots.night}
      />
    </Source>
  );
}

const rad = Math.PI / 180;
/** Edge of the Mercator map. */
const edgeLat = 85.06;
const stepDeg = 2;

/** Night side of the earth, to about 0.1 degrees: the area, and the line between day and night. Pure. */
export function nightSide(at: number): FeatureCollection<Polygon | LineString> {
  const sun = subsolarPoint(at);
  // At an equinox the line would be vertical.
  const tan = Math.tan((Math.abs(sun.lat) < 0.01 ? 0.01 : sun.lat) * rad);
  const line: [number, number][] = [];
  for (let lon = -180; lon <= 180; lon += stepDeg)
    line.push([lon, Math.atan(-Math.cos((lon - sun.lon) * rad) / tan) / rad]);
  const pole = tan > 0 ? -edgeLat : edgeLat;
  const inside = line.map(([lon, lat]): [number, number] => [lon, Math.min(edgeLat, Math.max(-edgeLat, lat))]);
  const [first = [-180, 0]] = inside;
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [[...inside, [180, pole], [-180, pole], first]] },
      },
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: inside } },
    ],
  };
}
