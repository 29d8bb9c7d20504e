import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseLayerNames } from './base-layer-names.ts';
import { tilePath } from './base-layers.ts';
import {
  type AreaBounds,
  inArea,
  isTile,
  isTileArea,
  type Tile,
  tileCounts,
  tileOfPath,
  tilesOfArea,
} from './tile-areas.ts';

const area = (bounds: AreaBounds, minZoom: number, maxZoom = minZoom) =>
  ({ layer: 'main', bounds, minZoom, maxZoom }) as const;
const at = (bounds: AreaBounds, z: number): string[] =>
  [...tilesOfArea(area(bounds, z))].map(({ x, y }) => `${x}/${y}`);

describe('the tiles of an area', () => {
  test('the whole world is one tile at zoom 0 and four at zoom 1', () => {
    const world = { west: -180, south: -90, east: 180, north: 90 };
    expect(at(world, 0)).toEqual(['0/0']);
    expect(at(world, 1)).toEqual(['0/0', '1/0', '0/1', '1/1']);
  });

  test('a view wider than the world contains each tile once', () => {
    expect(at({ west: -300, south: -80, east: 400, north: 80 }, 1)).toHaveLength(4);
    expect(at({ west: -300, south: -80, east: 400, north: 80 }, 2)).toHaveLength(16);
  });

  test('a position has the tile that contains it', () => {
    // 45 N 25 E at zoom 5: x = 205/360 * 32 = 18.2; y from the formula of the tiles, 11.5.
    expect(at({ west: 25, south: 45, east: 25.01, north: 45.01 }, 5)).toEqual(['18/11']);
  });

  test('across the antimeridian columns continue from 0, in either notation', () => {
    const over = ['3/1', '0/1', '3/2', '0/2'];
    expect(at({ west: 170, south: -10, east: 190, north: 10 }, 2)).toEqual(over);
    expect(at({ west: 170, south: -10, east: -170, north: 10 }, 2)).toEqual(over);
    expect(at({ west: -190, south: -10, east: -170, north: 10 }, 2)).toEqual(over);
  });

  test('the poles belong to the last row, and a border to one side only', () => {
    expect(at({ west: 1, south: 86, east: 2, north: 90 }, 3)).toEqual(['4/0']);
    expect(at({ west: 1, south: -90, east: 2, north: -86 }, 3)).toEqual(['4/7']);
    expect(at({ west: 0, south: 1, east: 45, north: 2 }, 3)).toEqual(['4/3']);
  });

  test('counts, list and test agree, and every tile exists, for any area', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(
        degrees(400),
        degrees(90),
        degrees(400),
        degrees(90),
        fc.integer({ min: 0, max: 4 }),
        (w, s, e, n, z) => {
          const one = area({ west: w, south: s, east: e, north: n }, 0, z);
          const tiles = [...tilesOfArea(one)];
          const isInside = inArea(one);
          expect(tiles.every((tile) => isTile(tile) && isInside(tile))).toBe(true);
          expect(new Set(tiles.map((tile) => tilePath('main', tile))).size).toBe(tiles.length);
          expect([...tileCounts(one).values()].reduce((sum, count) => sum + count, 0)).toBe(tiles.length);
          const all: Tile[] = [...tilesOfArea(area({ west: -180, south: -90, east: 180, north: 90 }, z))];
          expect(all.filter(isInside)).toHaveLength(tileCounts(one).get(z) ?? -1);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('tiles of another layer or zoom are not in it', () => {
    const isInside = inArea(area({ west: -180, south: -90, east: 180, north: 90 }, 1, 2));
    expect(isInside({ layer: 'main', z: 2, x: 1, y: 1 })).toBe(true);
    expect(isInside({ layer: 'ocean', z: 2, x: 1, y: 1 })).toBe(false);
    expect(isInside({ layer: 'main', z: 3, x: 1, y: 1 })).toBe(false);
  });
});

describe('bad input', () => {
  test('a path is a tile only in the exact form of each layer', () => {
    for (const layer of baseLayerNames)
      expect(tileOfPath(tilePath(layer, { z: 5, x: 18, y: 11 }))).toEqual({ layer, z: 5, x: 18, y: 11 });
    for (const path of [
      '/tiles/main/5/18',
      '/tiles/main/05/18/11',
      '/tiles/main/5/32/11',
      '/tiles/main/5/18/-1',
      '/tiles/main/23/0/0',
      '/tiles/nobody/5/18/11',
      '/tiles/__proto__/5/18/11',
      '/tiles/main/5/18/11.png',
      '/api/tiles/main/5/18/11',
    ])
      expect(tileOfPath(path), path).toBeNull();
  });

  test('an impossible area has no tiles', () => {
    const good = area({ west: 1, south: 2, east: 3, north: 4 }, 0, 9);
    expect(isTileArea(good)).toBe(true);
    for (const bad of [
      null,
      'area',
      {},
      { ...good, layer: 'nobody' },
      { ...good, minZoom: 10 },
      { ...good, maxZoom: 99 },
      { ...good, maxZoom: 4.5 },
      { ...good, bounds: null },
      { ...good, bounds: { ...good.bounds, west: Number.NaN } },
      { ...good, bounds: { west: 1, south: 2, east: 3 } },
    ])
      expect(isTileArea(bad), JSON.stringify(bad)).toBe(false);
  });
});
