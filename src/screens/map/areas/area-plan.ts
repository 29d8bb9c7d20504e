/**
 * What keeping a part of the map would mean: how many tiles, about how many bytes, down to which zooms it can be done, and what it is called.
 * Pure. Must not: ask the worker, or read the clock.
 */
import type { BaseLayer, BaseLayerName } from '../../../../contract/base-layers.ts';
import { type AreaBounds, type TileArea, tileCount, tileCounts } from '../../../../contract/tile-areas.ts';
import { areaBudgetBytes, mostAreaTiles, type TileSum, type TileSums } from '../../../../contract/tile-keeper.ts';

/** As the map stands. `zoom` is that of 256 px tiles (C58). */
export type AreaView = {
  readonly bounds: AreaBounds;
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
};

/** So many tiles of a zoom tell how large its tiles are. */
const enoughTiles = 5;
/** While nothing of a layer lies here: a drawn map's tile is of about this size, a photograph's is larger. */
const usualTileBytes = 15_000;

/** The view with this layer, from its widest zoom down to `maxZoom`: the wide ones cost next to nothing, and the map needs them to be found in. */
export function areaOf({ bounds }: Pick<AreaView, 'bounds'>, layer: BaseLayer, maxZoom: number): TileArea {
  return { layer: layer.name, bounds, minZoom: Math.min(layer.minZoom, maxZoom), maxZoom };
}

export type Estimate = {
  readonly tiles: number;
  readonly bytes: number;
  /** From tiles of this layer that lie on this device; else a rule of thumb. */
  readonly isMeasured: boolean;
};

export function estimateOf(area: TileArea, sums: TileSums): Estimate {
  const held = sums[area.layer] ?? {};
  const meanOf = ({ tiles, bytes }: TileSum): number | null => (tiles >= enoughTiles ? bytes / tiles : null);
  const overall = meanOf(total(Object.values(held)));
  let bytes = 0;
  for (const [zoom, tiles] of tileCounts(area))
    bytes += tiles * (meanOf(held[zoom] ?? { tiles: 0, bytes: 0 }) ?? overall ?? usualTileBytes);
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
  /** Why it cannot be chosen; null = it can. */
  readonly limit: 'tiles' | 'bytes' | null;
};

/** The zooms down to which this view may be kept, from the one that is seen; `usedBytes` = what other areas take already. */
export function zoomChoices(view: AreaView, layer: BaseLayer, sums: TileSums, usedBytes: number): ZoomChoice[] {
  const first = Math.min(layer.maxZoom, Math.max(layer.minZoom, Math.floor(view.zoom)));
  return Array.from({ length: layer.maxZoom - first + 1 }, (_, at) => {
    const zoom = first + at;
    const estimate = estimateOf(areaOf(view, layer, zoom), sums);
    const isTooLarge = usedBytes + estimate.bytes > areaBudgetBytes;
    return { ...estimate, zoom, limit: estimate.tiles > mostAreaTiles ? 'tiles' : isTooLarge ? 'bytes' : null };
  });
}

/** Three zooms closer than what is seen, as far as that can be kept. null = nothing can. */
export function usualChoice(choices: readonly ZoomChoice[]): ZoomChoice | null {
  return choices.slice(0, 4).findLast(({ limit }) => limit === null) ?? null;
}

/** Zooms of which any tile of the layer lies here; null = none does. */
export function heldZooms(sums: TileSums, layer: BaseLayerName): { readonly min: number; readonly max: number } | null {
  const zooms = Object.keys(sums[layer] ?? {}).map(Number);
  return zooms.length > 0 ? { min: Math.min(...zooms), max: Math.max(...zooms) } : null;
}

/** A place with a name, such as a large airport's city. */
export type NamedPlace = { readonly name: string; readonly lat: number; readonly lon: number };

/** What an area is called: after the named place in it that is nearest to its middle, else by its middle. */
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
  return nearest ? `Around ${nearest.name}` : coordinatesText(view);
}

/** `45.0° N, 25.0° E`. */
export function coordinatesText({ lat, lon }: { readonly lat: number; readonly lon: number }): string {
  const part = (degrees: number, plus: string, minus: string): string =>
    `${Math.abs(degrees).toFixed(1)}° ${degrees < 0 ? minus : plus}`;
  return `${part(lat, 'N', 'S')}, ${part(lon, 'E', 'W')}`;
}

/** Where the map has the whole area in sight. */
export function viewOfArea({ bounds }: Pick<TileArea, 'bounds'>): { lat: number; lon: number; zoom: number } {
  const width = Math.min(360, bounds.east < bounds.west ? bounds.east - bounds.west + 360 : bounds.east - bounds.west);
  const lon = ((((bounds.west + width / 2 + 180) % 360) + 360) % 360) - 180;
  // A map of 1024 px shows four tiles beside each other.
  const zoom = Math.max(0, Math.floor(Math.log2((4 * 360) / Math.max(width, 0.001))));
  return { lat: (bounds.south + bounds.north) / 2, lon, zoom: Math.min(zoom, 19) };
}
