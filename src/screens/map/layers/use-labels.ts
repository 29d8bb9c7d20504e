/**
 * Names beside the aircraft, as a layer of text: the library keeps them apart from each other and from other names.
 * Must not: reckon where an aircraft is (label-features.ts), or stir while nothing moves.
 */
import type { ExpressionSpecification, GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { serverNow } from '../../../api/send.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { slots } from '../base-map/base-style.ts';
import { toGlZoom } from '../gl-zoom.ts';
import type { Fleet } from '../positions/fleet.ts';
import type { ViewInSight } from '../sight.ts';
import { aircraftSizePx } from '../zoom-tables.ts';
import type { AircraftLayer } from './aircraft-layer.ts';
import { type LabelFeatures, labelFeatures } from './label-features.ts';

const labelsId = 'aircraft-labels';
/** They follow their aircraft in such steps. */
const followMs = 1000;
const textPx = 12;
const gapPx = 3;
const nothing: LabelFeatures = { type: 'FeatureCollection', features: [] };

export type LabelsShown = {
  readonly map: GlMap | null;
  readonly layer: AircraftLayer | null;
  readonly fleet: Fleet;
  readonly sight: ViewInSight | null;
  readonly selectedKey: string | null;
  readonly colours: MapColours;
};

export function useLabels({ map, layer, fleet, sight, selectedKey, colours }: LabelsShown): void {
  useEffect(() => {
    if (!map) return;
    addLabels(map, colours);
    return () => {
      map.removeLayer(labelsId);
      map.removeSource(labelsId);
    };
  }, [map, colours]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours make the layer anew, so the names go in again
  useEffect(() => {
    if (!map || !layer) return;
    const put = (): void => {
      const shown = { list: fleet.list, sight, selectedKey, now: serverNow(), furthestS: layer.furthestS() };
      void map.getSource<GeoJSONSource>(labelsId)?.setData(labelFeatures(shown));
    };
    put();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && layer.fastest() > 0) put();
    }, followMs);
    return () => clearInterval(timer);
  }, [map, layer, fleet, sight, selectedKey, colours]);
}

/** Right of the icon, whose size is the zoom's (MAP-14); of the selected one right of its ring, which is twice as wide. */
function besideIcon(): ExpressionSpecification {
  const offset = (px: number): ExpressionSpecification => ['literal', [(px + gapPx) / textPx, 0]];
  const atZoom = (zoom: number): ExpressionSpecification => {
    const iconPx = aircraftSizePx(zoom);
    return ['case', ['get', 'isSelected'], offset(iconPx), offset(iconPx / 2)];
  };
  const steps = [7, 8, 9, 10].flatMap((zoom) => [toGlZoom(zoom), atZoom(zoom)]);
  return ['step', ['zoom'], atZoom(6), ...steps] as ExpressionSpecification;
}

function addLabels(map: GlMap, { text, land, accent }: MapColours): void {
  map.addSource(labelsId, { type: 'geojson', data: nothing });
  map.addLayer(
    {
      id: labelsId,
      type: 'symbol',
      source: labelsId,
      layout: {
        'text-field': ['get', 'text'],
        'text-font': ['sans-serif'],
        'text-size': textPx,
        'text-anchor': 'left',
        'text-offset': besideIcon(),
        'text-max-width': 100,
        'symbol-sort-key': ['case', ['get', 'isSelected'], 0, 1],
      },
      paint: {
        'text-color': ['case', ['get', 'isSelected'], accent, text],
        'text-halo-color': land,
        'text-halo-width': 1.5,
      },
    },
    slots.aircraft,
  );
}
