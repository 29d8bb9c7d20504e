/**
 * How many of the tiles in view did not come, and the sentence about it. Pure.
 * Must not: know the map component: it is told which tiles failed, as `z/x/y`.
 */
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { tilesOfArea } from '../../../../contract/tile-areas.ts';
import { oneLine } from '../../../lib/format.ts';
import type { ViewInSight } from '../sight.ts';
import { outOfRange } from '../zoom-tables.ts';

export type MissingTiles = { readonly missing: number; readonly of: number };
export const tileKey = ({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }): string =>
  `${z}/${x}/${y}`;

/** Tiles of 256 px are taken at the whole zoom that is nearest to the map's, and at their deepest beyond it. */
export function missingIn(
  { bounds, zoom }: ViewInSight,
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

/** What the map says of the chosen layer in one line; null = all of it is there. */
export function layerNotice(layer: BaseLayer, zoom: number, { missing, of }: MissingTiles): string | null {
  if (layer.unavailable !== undefined) return `${oneLine(layer.unavailable)} The map of this app is shown.`;
  const way = outOfRange(layer, zoom);
  if (way) return `${layer.name} has tiles for zoom ${layer.minZoom} to ${layer.maxZoom}: ${way} to see it.`;
  if (missing === 0) return null;
  const which = missing === of ? 'Tiles' : `${missing} of ${of} tiles`;
  return `${which} of ${layer.name} did not come. The map of this app is shown in their place.`;
}
