/**
 * The 11 base layers as this server has them, else as the contract has them; and those of the chosen layer's tiles that did not come.
 * Must not: draw a control.
 */
import { useQuery } from '@tanstack/react-query';
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type BaseLayer, baseLayerNames, defaultSources, tileTemplate } from '../../../../contract/base-layers.ts';
import { useConnection } from '../../../api/connection.ts';
import { mapLayersQuery } from '../../../api/map-layers.ts';
import { nameLayers, slots } from '../base-map/base-style.ts';
import { toGlZoom } from '../gl-zoom.ts';
import { useMapShare } from '../map-context.ts';
import { type MissingTiles, missingIn, tileKey } from './missing-tiles.ts';

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

/** What is told of tiles is told when none has come or failed for so long: not anew with each of them. */
const settledMs = 400;
const noneMissing: MissingTiles = { missing: 0, of: 0 };

/** Lays the tiles of a layer over the base map. Resolves to how many of those in view did not come. */
export function useTiles(layer: BaseLayer): MissingTiles {
  const { map, sight } = useMapShare();
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { name, minZoom, maxZoom } = layer;
  const isThere = layer.unavailable === undefined;
  useEffect(() => {
    setFailed(new Set());
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
    const stop = watchTiles(map, setFailed);
    return () => {
      stop();
      moveNames(map, tiles);
      map.removeLayer(tiles);
      map.removeSource(tiles);
    };
  }, [map, name, minZoom, maxZoom, isThere]);
  const found = useMemo(
    () => (sight && failed.size > 0 ? missingIn(sight, { name, maxZoom }, failed) : noneMissing),
    [sight, failed, name, maxZoom],
  );
  useFetchAgain(map, found.missing > 0);
  return found;
}

type TileEvent = {
  readonly sourceId?: string;
  readonly tile?: { readonly tileID?: { readonly canonical: TilePlace } };
};
type TilePlace = { readonly z: number; readonly x: number; readonly y: number };

/** Tells which tiles failed when they were asked for last. Returns the way to stop it. */
function watchTiles(map: GlMap, tell: (failed: ReadonlySet<string>) => void): () => void {
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (event: object, hasFailed: boolean): void => {
    const { sourceId, tile } = event as TileEvent;
    if (sourceId !== tiles || !tile?.tileID) return;
    const key = tileKey(tile.tileID.canonical);
    if (hasFailed === failed.has(key)) return;
    if (hasFailed) failed.add(key);
    else failed.delete(key);
    clearTimeout(timer);
    timer = setTimeout(() => tell(new Set(failed)), settledMs);
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

function moveNames(map: GlMap, before: string): void {
  for (const id of nameLayers) map.moveLayer(id, before);
}

/** A source that was away for a while is asked again so often: a map on a wall is moved by nobody. */
const askAgainMs = 60_000;

/** With the server back, tiles that did not come are asked for once more; while it is there, each minute. */
function useFetchAgain(map: GlMap | null, isMissing: boolean): void {
  const { state } = useConnection();
  const isReached = state === 'reached';
  const ask = (): void => {
    if (isReached && isMissing && map?.getSource(tiles)) map.refreshTiles(tiles);
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
