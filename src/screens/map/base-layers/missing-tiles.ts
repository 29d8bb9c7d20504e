/** Counts tiles in view that failed to load, with the text about them. Pure. */
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { tilesOfArea } from '../../../../contract/tile-areas.ts';
import { oneLine } from '../../../lib/format.ts';
import type { Viewport } from '../viewport.ts';
import { outOfRange } from '../zoom-tables.ts';

export type MissingTiles = { readonly missing: number; readonly of: number };
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
