/** Aircraft names as a symbol layer: the library avoids collisions with other names. */

import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useUnits } from '../../../objects/units-choice.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { bandExpression } from '../altitude/band-expression.ts';
import { slots } from '../base-map/slots.ts';
import { toGlZoom } from '../gl-zoom.ts';
import { useMapShare } from '../map-context.ts';
import { mapNow } from '../past/map-clock.ts';
import type { Fleet } from '../positions/fleet.ts';
import { useGlMap } from '../use-gl-map.ts';
import type { Viewport } from '../viewport.ts';
import { aircraftSizePx } from '../zoom-tables.ts';
import type { AircraftLayer } from './aircraft-layer.ts';
import { labelFeatures, noLabels } from './label-features.ts';
import { haveNamesMoved, worldPxOf } from './next-frame.ts';
import { gapPx, selectLabels, textPx } from './select-labels.ts';

/** Interval at which names follow their aircraft, if they moved visibly. */
const followMs = 1000;

/** Beside the icon, whose size depends on zoom (MAP-14). A ring or frame is twice as wide. */
function besideIcon(): ExpressionSpecification {
  const isLeft: ExpressionSpecification = ['==', ['get', 'side'], 'left'];
  const offset = (px: number): ExpressionSpecification => {
    const ems = (px + gapPx) / textPx;
    return ['case', isLeft, ['literal', [-ems, 0]], ['literal', [ems, 0]]];
  };
  const atZoom = (zoom: number): ExpressionSpecification => {
    const iconPx = aircraftSizePx(zoom);
    return ['case', ['get', 'isWide'], offset(iconPx), offset(iconPx / 2)];
  };
  const steps = [3, 4, 5, 6, 7, 8, 9, 10].flatMap((zoom) => [toGlZoom(zoom), atZoom(zoom)]);
  return ['step', ['zoom'], atZoom(2), ...steps] as ExpressionSpecification;
}
const layoutOf = (colours: MapColours): SymbolLayerSpecification['layout'] => ({
  'text-field': [
    'format',
    ['get', 'name'],
    {},
    ['case', ['==', ['get', 'level'], ''], '', ['concat', ' ', ['get', 'level']]],
    { 'text-color': bandExpression(colours) },
  ],
  'text-font': ['sans-serif'],
  'text-size': textPx,
  'text-anchor': ['case', ['==', ['get', 'side'], 'left'], 'right', 'left'],
  'text-offset': besideIcon(),
  'text-max-width': 100,
  'text-padding': 0,
  'symbol-sort-key': ['get', 'order'],
});

type LabelsShown = {
  readonly layer: AircraftLayer;
  readonly fleet: Fleet;
  readonly viewport: Viewport | null;
  readonly selectedKey: string | null;
};

export function AircraftLabels({ layer, fleet, viewport, selectedKey }: LabelsShown): ReactElement {
  const map = useGlMap();
  const { colours } = useMapShare();
  const units = useUnits();
  const layout = useMemo(() => layoutOf(colours), [colours]);
  const [features, setFeatures] = useState(noLabels);
  const labels = useMemo(
    () => (viewport ? selectLabels({ list: fleet.list, viewport, selectedKey, now: mapNow(), units }) : []),
    [fleet, viewport, selectedKey, units],
  );
  useEffect(() => {
    let putAt = 0;
    const put = (): void => {
      putAt = Date.now();
      setFeatures(labelFeatures(labels, mapNow(), layer.furthestS()));
    };
    put();
    const timer = setInterval(() => {
      const pxPerSecond = layer.fastest() * worldPxOf(map);
      if (document.visibilityState === 'visible' && haveNamesMoved(pxPerSecond, Date.now() - putAt)) put();
    }, followMs);
    return () => clearInterval(timer);
  }, [layer, labels, map]);
  // Colours of names change after the land: dark on dark. A new layer shows no name before it has its colours.
  const id = `aircraft-labels ${colours.text} ${colours.land}`;
  return (
    <Source id="aircraft-labels" type="geojson" data={features}>
      <Layer
        key={id}
        id={id}
        type="symbol"
        layout={layout}
        paint={{
          'text-color': ['case', ['get', 'isEmergency'], colours['failed-fg'], colours.text],
          'text-halo-color': colours.land,
          'text-halo-width': 1.5,
        }}
        beforeId={slots.aircraft}
      />
    </Source>
  );
}
