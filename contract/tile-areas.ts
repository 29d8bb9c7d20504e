/** Map tiles of an area. Zooms are those of 256 px tiles (C58). Pure. */

import { type BaseLayerName, baseLayerNames } from './base-layer-names.ts';
import { tilePath } from './base-layers.ts';

export type Tile = { readonly layer: BaseLayerName; readonly z: number; readonly x: number; readonly y: number };
/** Degrees. `east` below `west`, or above 180: the area crosses the date line. */
export type AreaBounds = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};
export type TileArea = {
  readonly layer: BaseLayerName;
  readonly bounds: AreaBounds;
  readonly minZoom: number;
  readonly maxZoom: number;
};

const deepestZoom = 22;
/** Northern and southern limit of the square tile map. */
const lastLatitude = 85.0511287798;

const address = /^\/tiles\/([A-Za-z0-9]{1,32})\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})$/;

/** The tile of a path written by `tilePath`. null for other paths. */
export function tileOfPath(pathname: string): Tile | null {
  const [, layer, z, x, y] = address.exec(pathname) ?? [];
  const tile = { layer, z: Number(z), x: Number(x), y: Number(y) };
  // `05` names the same tile as `5`: one path per tile.
  return isTile(tile) && tilePath(tile.layer, tile) === pathname ? tile : null;
}

/** Whether this tile can exist. */
export function isTile(value: unknown): value is Tile {
  const { layer, z, x, y } = (value ?? {}) as Partial<Tile>;
  if (!isLayerName(layer) || !isZoom(z)) return false;
  return isIn(x, 2 ** z) && isIn(y, 2 ** z);
}

/** Whether this area can exist, for values from storage or another page. */
export function isTileArea(value: unknown): value is TileArea {
  const { layer, bounds, minZoom, maxZoom } = (value ?? {}) as Partial<TileArea>;
  if (!isLayerName(layer) || !isZoom(minZoom) || !isZoom(maxZoom) || minZoom > maxZoom) return false;
  const { west, south, east, north } = (bounds ?? {}) as Partial<AreaBounds>;
  return [west, south, east, north].every((degrees) => Number.isFinite(degrees));
}

const isLayerName = (name: unknown): name is BaseLayerName => baseLayerNames.includes(name as BaseLayerName);
const isZoom = (zoom: unknown): zoom is number => Number.isInteger(zoom) && isIn(zoom, deepestZoom + 1);
const isIn = (value: unknown, end: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;

/** Columns from `x` eastwards, past the date line from 0 again. Rows from `y` southwards. */
type Block = { readonly x: number; readonly columns: number; readonly y: number; readonly rows: number };

function blockOf({ west, south, east, north }: AreaBounds, z: number): Block {
  const n = 2 ** z;
  const column = (longitude: number): number => ((longitude + 180) / 360) * n;
  const width = east < west ? wrapped(east - west, 360) : east - west;
  const first = Math.floor(column(west));
  // An edge between two tiles belongs to the area's side.
  const columns = Math.min(n, Math.max(1, Math.ceil(column(west + width)) - first));
  const y = Math.floor(rowOf(Math.max(south, north), n));
  const rows = Math.max(1, Math.ceil(rowOf(Math.min(south, north), n)) - y);
  return { x: wrapped(first, n), columns, y, rows };
}

const wrapped = (x: number, n: number): number => ((x % n) + n) % n;

/** 0 at the northern end, `n` at the southern, always within the map. */
function rowOf(latitude: number, n: number): number {
  const radians = (Math.min(lastLatitude, Math.max(-lastLatitude, latitude)) * Math.PI) / 180;
  const share = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return Math.min(n - 1e-6, Math.max(0, share * n));
}

const zoomsOf = ({ minZoom, maxZoom }: TileArea): number[] =>
  Array.from({ length: maxZoom - minZoom + 1 }, (_, at) => minZoom + at);

/** Number of tiles of the area by zoom. */
export function tileCounts(area: TileArea): ReadonlyMap<number, number> {
  return new Map(
    zoomsOf(area).map((z) => {
      const { columns, rows } = blockOf(area.bounds, z);
      return [z, columns * rows];
    }),
  );
}

/** Total number of tiles. */
export function tileCount(area: TileArea): number {
  return [...tileCounts(area).values()].reduce((sum, count) => sum + count, 0);
}

/** Every tile of the area once, from the lowest zoom: what is stored first is useful at once. */
export function* tilesOfArea(area: TileArea): Generator<Tile> {
  for (const z of zoomsOf(area)) {
    const { x, columns, y, rows } = blockOf(area.bounds, z);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        yield { layer: area.layer, z, x: (x + column) % 2 ** z, y: y + row };
  }
}

/** A test for many tiles of an area. */
export function inArea(area: TileArea): (tile: Tile) => boolean {
  const blocks = new Map(zoomsOf(area).map((z) => [z, blockOf(area.bounds, z)]));
  return ({ layer, z, x, y }) => {
    const block = blocks.get(z);
    if (!block || layer !== area.layer) return false;
    return wrapped(x - block.x, 2 ** z) < block.columns && y >= block.y && y < block.y + block.rows;
  };
}
