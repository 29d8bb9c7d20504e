/** Dashed lines to where aircraft of stored positions could be by now. */
import { type ReactElement, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useNow } from '../../../api/use-now.ts';
import { slots } from '../base-map/slots.ts';
import { useMapShare } from '../map-context.ts';
import type { Fleet } from './fleet.ts';
import { possiblePaths } from './possible-paths.ts';

/** A jet flies 4 nmi in this time. */
const stepMs = 30_000;

export function PossiblePaths({ fleet }: { fleet: Fleet }): ReactElement {
  const { colours } = useMapShare();
  const now = useNow(stepMs);
  const paths = useMemo(() => possiblePaths(fleet.list, now), [fleet, now]);
  return (
    <Source id="possible-paths" type="geojson" data={paths}>
      <Layer
        id="possible-paths"
        type="line"
        paint={{ 'line-color': colours['stale-mark'], 'line-width': 1.5, 'line-dasharray': [3, 3] }}
        beforeId={slots.lines}
      />
    </Source>
  );
}
