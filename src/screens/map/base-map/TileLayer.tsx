import { useQuery } from '@tanstack/react-query';
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { type BaseLayerName, baseLayerNames } from '../../../../contract/base-layer-names.ts';
import { type BaseLayer, defaultSources, tileTemplate } from '../../../../contract/base-layers.ts';
import { tilesOfArea } from '../../../../contract/tile-areas.ts';
import { useIsReached } from '../../../data/connection.ts';
import { mapLayersQuery } from '../../../data/resources.ts';
import { basePath } from '../../../lib/base-path.ts';
import { oneLine } from '../../../lib/format.ts';
import { listenTo, slots, toGlZoom, useGlMap } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { outOfRange, type Viewport } from '../viewport.ts';

/** Images without names: names of the base map are drawn above. */
const nameless: readonly BaseLayerName[] = ['worldImagery', 'worldAtNight', 'ocean'];
export const hasNoNames = ({ name }: BaseLayer): boolean => nameless.includes(name);

/** Id of source and layer, and React key: a source cannot change its address or zooms. */
export const tilesIdOf = ({ name, minZoom, maxZoom }: BaseLayer): string => `tiles-${name}-${minZoom}-${maxZoom}`;

const paint = { 'raster-fade-duration': 0 } as const;

/** Use `tilesIdOf(layer)` as key. */
export function TileLayer({ layer }: { layer: BaseLayer }): ReactElement {
  const { name, minZoom, maxZoom } = layer;
  return (
    <Source
      id={tilesIdOf(layer)}
      type="raster"
      tiles={[location.origin + basePath + tileTemplate(name)]}
      tileSize={256}
      minzoom={minZoom}
      maxzoom={maxZoom}
    >
      <Layer
        id={tilesIdOf(layer)}
        type="raster"
        minzoom={Math.max(0, toGlZoom(minZoom))}
        maxzoom={toGlZoom(maxZoom + 1)}
        paint={paint}
        beforeId={slots.tiles}
      />
    </Source>
  );
}

// ---- tiles in view that failed to load

type MissingTiles = { readonly missing: number; readonly of: number };
export const tileKey = ({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }): string =>
  `${z}/${x}/${y}`;

/** 256 px tiles are used at the nearest whole zoom, and beyond their deepest zoom at the deepest. */
export function missingIn(
  { bounds, zoom }: Viewport,
  { name, maxZoom }: Pick<BaseLayer, 'name' | 'maxZoom'>,
  failed: ReadonlySet<string>,
): MissingTiles {
  const z = Math.min(maxZoom, Math.max(0, Math.round(zoom)));
  const count = { missing: 0, of: 0 };
  for (const tile of tilesOfArea({ layer: name, bounds, minZoom: z, maxZoom: z })) {
    count.of++;
    if (failed.has(tileKey(tile))) count.missing++;
  }
  return count;
}

/** One line about missing tiles of the selected layer. null = none. */
export function layerNotice(layer: BaseLayer, zoom: number, { missing, of }: MissingTiles): string | null {
  if (layer.unavailable !== undefined) return `${oneLine(layer.unavailable)} The built-in map is shown.`;
  const way = outOfRange(layer, zoom);
  if (way) return `${layer.name} covers zoom ${layer.minZoom} to ${layer.maxZoom}. ${way} to see it.`;
  if (missing === 0) return null;
  const which = missing === of ? 'Tiles' : `${missing} of ${of} tiles`;
  return `${which} of ${layer.name} failed to load. The built-in map is shown instead.`;
}

// ---- the 11 base layers of the server, or of the contract

/** All 11, in specified order (MAP-01). Layers that the server does not name are those of the contract. */
export function useBaseLayers(): readonly BaseLayer[] {
  const { data } = useQuery(mapLayersQuery());
  return baseLayerNames.map((name) => {
    const { attribution, minZoom, maxZoom, storing } = defaultSources[name];
    return data?.find((layer) => layer.name === name) ?? { name, attribution, minZoom, maxZoom, storing };
  });
}

/** False until the server has named its layers, or failed to: tiles of a layer that is turned off are not requested. */
export const useAreLayersKnown = (): boolean => !useQuery(mapLayersQuery()).isPending;

/** The layer named by the address. */
export function useChosenLayer(): BaseLayer {
  const { layer } = useMapShare().address;
  return useBaseLayers().find(({ name }) => name === layer) as BaseLayer;
}

/** Missing tiles are reported after a pause of this length, not one by one. */
const settledMs = 400;
const noneMissing: MissingTiles = { missing: 0, of: 0 };

/** How many tiles of the layer in view failed to load. */
export function useMissingTiles(layer: BaseLayer): MissingTiles {
  const map = useGlMap();
  const { viewport } = useMapShare();
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { name, maxZoom } = layer;
  const source = tilesIdOf(layer);
  // Before the first frame, which requests the tiles.
  useLayoutEffect(() => {
    setFailed(new Set());
    return watchTiles(map, source, setFailed);
  }, [map, source]);
  const found = useMemo(
    () => (viewport && failed.size > 0 ? missingIn(viewport, { name, maxZoom }, failed) : noneMissing),
    [viewport, failed, name, maxZoom],
  );
  useFetchAgain(map, source, found.missing > 0);
  return found;
}

type TileEvent = {
  readonly sourceId?: string;
  readonly tile?: { readonly tileID?: { readonly canonical: TilePlace } };
};
type TilePlace = { readonly z: number; readonly x: number; readonly y: number };

/** Reports tiles whose last request failed. Returns a function that stops it. */
function watchTiles(map: GlMap, source: string, report: (failed: ReadonlySet<string>) => void): () => void {
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (event: object, hasFailed: boolean): void => {
    const { sourceId, tile } = event as TileEvent;
    if (sourceId !== source || !tile?.tileID) return;
    const key = tileKey(tile.tileID.canonical);
    if (hasFailed === failed.has(key)) return;
    if (hasFailed) failed.add(key);
    else failed.delete(key);
    clearTimeout(timer);
    timer = setTimeout(() => report(new Set(failed)), settledMs);
  };
  const onError = (event: object): void => note(event, true);
  const onData = (event: object): void => note(event, false);
  const stop = listenTo(map, { error: onError, sourcedata: onData });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Interval of retries after an outage: no one moves the map of a wall display. */
const askAgainMs = 60_000;

/** Requests failed tiles again when the server returns, and every minute while it is reachable. */
function useFetchAgain(map: GlMap, source: string, isMissing: boolean): void {
  const isReached = useIsReached();
  const ask = (): void => {
    if (isReached && isMissing && map.getSource(source)) map.refreshTiles(source);
  };
  const latest = useRef(ask);
  latest.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return of the server is the occasion, not what is missing
  useEffect(() => latest.current(), [isReached]);
  useEffect(() => {
    if (!isReached || !isMissing) return;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [isReached, isMissing]);
}
