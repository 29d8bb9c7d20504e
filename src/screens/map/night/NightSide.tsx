import type { ReactElement } from 'react';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { isHighContrast } from '../../../ui/map-colours.ts';
import { slots } from '../base-map/slots.ts';
import { useMapShare } from '../map-context.ts';
import { channels } from '../mark-image.ts';
import { useMapNow } from '../past/map-clock.ts';
import { nightSide } from './terminator.ts';

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
