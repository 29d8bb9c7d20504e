/** The 11 base layers of the server, or of the contract, and the failed tiles of the selected one. */
import { useQuery } from '@tanstack/react-query';
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { baseLayerNames } from '../../../../contract/base-layer-names.ts';
import { type BaseLayer, defaultSources } from '../../../../contract/base-layers.ts';
import { useConnection } from '../../../api/connection.ts';
import { mapLayersQuery } from '../../../api/map-layers.ts';
import { useMapShare } from '../map-context.ts';
import { useGlMap } from '../use-gl-map.ts';
import { type MissingTiles, missingIn, tileKey } from './missing-tiles.ts';
import { tilesIdOf } from './TileLayer.tsx';

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
  map.on('error', onError);
  map.on('sourcedata', onData);
  return () => {
    clearTimeout(timer);
    map.off('error', onError);
    map.off('sourcedata', onData);
  };
}

/** Interval of retries after an outage: no one moves the map of a wall display. */
const askAgainMs = 60_000;

/** Requests failed tiles again when the server returns, and every minute while it is reachable. */
function useFetchAgain(map: GlMap, source: string, isMissing: boolean): void {
  const { state } = useConnection();
  const isReached = state === 'reached';
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
