/**
 * The 11 base layers as this server has them, else as the contract has them; and those of the chosen layer's tiles that did not come.
 * Must not: draw a control.
 */
import { useQuery } from '@tanstack/react-query';
import type { ErrorEvent as GlErrorEvent, Map as GlMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { type BaseLayer, baseLayerNames, defaultSources, tileTemplate } from '../../../../contract/base-layers.ts';
import { useConnection } from '../../../api/connection.ts';
import { mapLayersQuery } from '../../../api/map-layers.ts';
import { oneLine } from '../../../lib/format.ts';
import { nameLayers, slots } from '../base-map/base-style.ts';
import { toGlZoom } from '../gl-zoom.ts';
import { useMapShare } from '../map-context.ts';
import { outOfRange } from '../zoom-tables.ts';

/** All 11, in the order of the specification (MAP-01). One that the server does not name, or has not named yet, is as the contract has it. */
export function useBaseLayers(): readonly BaseLayer[] {
  const { data } = useQuery(mapLayersQuery());
  return baseLayerNames.map((name) => {
    const { attribution, minZoom, maxZoom, storing } = defaultSources[name];
    return data?.find((layer) => layer.name === name) ?? { name, attribution, minZoom, maxZoom, storing };
  });
}

const tiles = 'tiles';
/** Pictures without names: those of the base map lie above them. */
const nameless: readonly string[] = ['worldImagery', 'worldAtNight', 'ocean'];

/** Lays the tiles of a layer over the base map. True when some that are in view did not come. */
export function useTiles(layer: BaseLayer): boolean {
  const { map, isAtRest } = useMapShare();
  const [isMissing, setMissing] = useState(false);
  const { name, minZoom, maxZoom } = layer;
  const isThere = layer.unavailable === undefined;
  useEffect(() => {
    setMissing(false);
    if (!map || !isThere) return;
    map.addSource(tiles, {
      type: 'raster',
      tiles: [location.origin + tileTemplate(name)],
      tileSize: 256,
      minzoom: minZoom,
      maxzoom: maxZoom,
    });
    const range = { minzoom: Math.max(0, toGlZoom(minZoom)), maxzoom: toGlZoom(maxZoom + 1) };
    map.addLayer(
      { id: tiles, type: 'raster', source: tiles, ...range, paint: { 'raster-fade-duration': 0 } },
      slots.tiles,
    );
    if (nameless.includes(name)) moveNames(map, slots.lines);
    const onError = (event: GlErrorEvent): void => {
      if ((event as { sourceId?: string }).sourceId === tiles) setMissing(true);
    };
    map.on('error', onError);
    return () => {
      map.off('error', onError);
      moveNames(map, tiles);
      map.removeLayer(tiles);
      map.removeSource(tiles);
    };
  }, [map, name, minZoom, maxZoom, isThere]);
  // What is missing is missing in this view; the next one may have all of its tiles.
  useEffect(() => {
    if (!isAtRest) setMissing(false);
  }, [isAtRest]);
  useFetchAgain(map, isMissing, () => setMissing(false));
  return isMissing;
}

function moveNames(map: GlMap, before: string): void {
  for (const id of nameLayers) map.moveLayer(id, before);
}

/** With the server back, tiles that did not come are asked for once more. */
function useFetchAgain(map: GlMap | null, isMissing: boolean, onAsked: () => void): void {
  const { state } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return of the server is the occasion, not what is missing
  useEffect(() => {
    if (state !== 'reached' || !isMissing || !map?.getSource(tiles)) return;
    map.refreshTiles(tiles);
    onAsked();
  }, [state]);
}

/** What the map says of the chosen layer in one line; null = all of it is there. */
export function layerNotice(layer: BaseLayer, zoom: number, isMissing: boolean): string | null {
  if (layer.unavailable !== undefined) return `${oneLine(layer.unavailable)} The map of this app is shown.`;
  const way = outOfRange(layer, zoom);
  if (way) return `${layer.name} has tiles for zoom ${layer.minZoom} to ${layer.maxZoom}: ${way} to see it.`;
  return isMissing ? `Tiles of ${layer.name} did not come. The map of this app is shown in their place.` : null;
}
