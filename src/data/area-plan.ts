/** Estimate for an offline area: tiles, bytes, possible zooms and a name. Pure. */

import type { BaseLayerName } from '../../contract/base-layer-names.ts';
import type { BaseLayer } from '../../contract/base-layers.ts';
import { type AreaBounds, type TileArea, tileCount, tileCounts } from '../../contract/tile-areas.ts';
import { areaBudgetBytes, maxAreaTiles, type TileSum, type TileSums } from '../../contract/tile-keeper.ts';
import { coordinatesText } from '../lib/format.ts';

/** The current view. `zoom` is that of 256 px tiles (C58). */
export type AreaView = {
  readonly bounds: AreaBounds;
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
};

/** Sample size that determines the tile size of a zoom. */
const enoughTiles = 5;
/** Without stored tiles of a layer: typical size of a drawn tile and of a photo. */
const usualTileBytes = 15_000;

/** Brings an area into view, on its layer. */
export type ShowArea = (area: {
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
  readonly layer: BaseLayerName;
}) => void;

/** The view with this layer, from its widest zoom down to `maxZoom`: the wide ones cost next to nothing, and the map needs them to be found in. */
export function areaOf({ bounds }: Pick<AreaView, 'bounds'>, layer: BaseLayer, maxZoom: number): TileArea {
  return { layer: layer.name, bounds, minZoom: Math.min(layer.minZoom, maxZoom), maxZoom };
}

export type Estimate = {
  readonly tiles: number;
  readonly bytes: number;
  /** From stored tiles of this layer, otherwise a rule of thumb. */
  readonly isMeasured: boolean;
};

export function estimateOf(area: TileArea, sums: TileSums): Estimate {
  const layerSums = sums[area.layer] ?? {};
  const meanOf = ({ tiles, bytes }: TileSum): number | null => (tiles >= enoughTiles ? bytes / tiles : null);
  const overall = meanOf(total(Object.values(layerSums)));
  let bytes = 0;
  for (const [zoom, tiles] of tileCounts(area))
    bytes += tiles * (meanOf(layerSums[zoom] ?? { tiles: 0, bytes: 0 }) ?? overall ?? usualTileBytes);
  return { tiles: tileCount(area), bytes: Math.round(bytes), isMeasured: overall !== null };
}

export function total(sums: readonly TileSum[]): TileSum {
  return sums.reduce((all, one) => ({ tiles: all.tiles + one.tiles, bytes: all.bytes + one.bytes }), {
    tiles: 0,
    bytes: 0,
  });
}

export type ZoomChoice = Estimate & {
  readonly zoom: number;
  /** Why it is not available. null = available. */
  readonly limit: 'tiles' | 'bytes' | null;
};

/** Zooms to which this view can be downloaded, from the current one. `usedBytes` = size of other areas. */
export function zoomChoices(view: AreaView, layer: BaseLayer, sums: TileSums, usedBytes: number): ZoomChoice[] {
  const first = Math.min(layer.maxZoom, Math.max(layer.minZoom, Math.floor(view.zoom)));
  return Array.from({ length: layer.maxZoom - first + 1 }, (_, at) => {
    const zoom = first + at;
    const estimate = estimateOf(areaOf(view, layer, zoom), sums);
    const isTooLarge = usedBytes + estimate.bytes > areaBudgetBytes;
    return { ...estimate, zoom, limit: estimate.tiles > maxAreaTiles ? 'tiles' : isTooLarge ? 'bytes' : null };
  });
}

/** Three zooms closer than the view, as far as possible. null = none. */
export function usualChoice(choices: readonly ZoomChoice[]): ZoomChoice | null {
  return choices.slice(0, 4).findLast(({ limit }) => limit === null) ?? null;
}

/** Zooms of which the layer has stored tiles. null = none. */
export function storedZooms(
  sums: TileSums,
  layer: BaseLayerName,
): { readonly min: number; readonly max: number } | null {
  const zooms = Object.keys(sums[layer] ?? {}).map(Number);
  return zooms.length > 0 ? { min: Math.min(...zooms), max: Math.max(...zooms) } : null;
}

/** A named position, such as the city of a large airport. */
export type NamedPlace = { readonly name: string; readonly lat: number; readonly lon: number };

/** Name of an area: the named position nearest to its centre, otherwise its centre. */
export function areaName(view: AreaView, places: readonly NamedPlace[]): string {
  const { south, north } = view.bounds;
  const halfWidth = Math.min(180, (view.bounds.east - view.bounds.west) / 2);
  const away = (place: NamedPlace): number => Math.abs(((((place.lon - view.lon) % 360) + 540) % 360) - 180);
  const squeeze = Math.cos((view.lat * Math.PI) / 180);
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const place of places) {
    if (place.lat < south || place.lat > north || away(place) > halfWidth) continue;
    const distance = Math.hypot(place.lat - view.lat, away(place) * squeeze);
    if (!nearest || distance < nearest.distance) nearest = { name: place.name, distance };
  }
  return nearest ? `Around ${nearest.name}` : coordinatesText(view, 1);
}

/** Where the map has the whole area in view. */
export function viewOfArea({ bounds }: Pick<TileArea, 'bounds'>): { lat: number; lon: number; zoom: number } {
  const width = Math.min(360, bounds.east < bounds.west ? bounds.east - bounds.west + 360 : bounds.east - bounds.west);
  const lon = ((((bounds.west + width / 2 + 180) % 360) + 360) % 360) - 180;
  // A map of 1024 px shows four tiles side by side.
  const zoom = Math.max(0, Math.floor(Math.log2((4 * 360) / Math.max(width, 0.001))));
  return { lat: (bounds.south + bounds.north) / 2, lon, zoom: Math.min(zoom, 19) };
}
