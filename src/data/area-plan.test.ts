import { describe, expect, test } from 'vitest';
import { type BaseLayer, defaultSources } from '../../contract/base-layers.ts';
import type { TileSums } from '../../contract/tile-keeper.ts';
import { areaName, areaOf, estimateOf, storedZooms, usualChoice, viewOfArea, zoomChoices } from './area-plan.ts';

const layer: BaseLayer = { ...defaultSources.main, name: 'main', storing: 'areas' };
/** One tile at zoom 5 (18/11), and the same place at each closer zoom. */
const view = { bounds: { west: 22.6, south: 41.1, east: 33.7, north: 48.9 }, lat: 45, lon: 28, zoom: 5.4 };

describe('the estimate of an area', () => {
  test('counts the tiles of all zooms from the widest; without stored tiles it is not measured', () => {
    const estimate = estimateOf(areaOf(view, layer, 6), {});
    // Zoom 0 to 5: one tile each; at zoom 6 the tile's four.
    expect(estimate).toEqual({ tiles: 10, bytes: 150_000, isMeasured: false });
  });

  test('uses the stored tiles: of the zoom itself, else of the layer', () => {
    const sums: TileSums = { main: { 5: { tiles: 10, bytes: 100_000 }, 6: { tiles: 2, bytes: 2 } } };
    const mean = 100_002 / 12;
    const estimate = estimateOf(areaOf(view, layer, 6), sums);
    expect(estimate.isMeasured).toBe(true);
    expect(estimate.bytes).toBe(Math.round(5 * mean + 10_000 + 4 * mean));
  });

  test('zooms are offered from the one in view to the closest of the layer; too many or too large ones have their limit', () => {
    const choices = zoomChoices(view, layer, {}, 0);
    expect(choices.map(({ zoom }) => zoom)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(choices.find(({ zoom }) => zoom === 11)?.limit).toBeNull();
    // 4^7 = 16,384 tiles at zoom 12, and the wider ones: more than 20,000.
    expect(choices.find(({ zoom }) => zoom === 12)?.limit).toBe('tiles');
    const crowded = zoomChoices(view, layer, {}, 149_000_000);
    expect(crowded.map(({ limit }) => limit).slice(0, 4)).toEqual([null, null, null, 'bytes']);
    expect(usualChoice(choices)?.zoom).toBe(8);
    expect(usualChoice(crowded)?.zoom).toBe(7);
    expect(usualChoice(zoomChoices(view, layer, {}, 150_000_000))).toBeNull();
  });

  test('a layer that begins closer, or ends sooner, than what is in view', () => {
    const night: BaseLayer = { ...defaultSources.worldAtNight, name: 'worldAtNight' };
    expect(zoomChoices({ ...view, zoom: 12 }, night, {}, 0).map(({ zoom }) => zoom)).toEqual([8]);
    const air: BaseLayer = { ...defaultSources.openAIP, name: 'openAIP' };
    expect(zoomChoices({ ...view, zoom: 2 }, air, {}, 0)[0]?.zoom).toBe(4);
    expect(areaOf(view, air, 4)).toMatchObject({ minZoom: 4, maxZoom: 4 });
  });
});

describe('what an area is called', () => {
  const otopeni = { name: 'Bucharest', lat: 44.57, lon: 26.08 };
  const constanta = { name: 'Constanta', lat: 44.36, lon: 28.49 };

  test('after the place nearest to its middle', () => {
    expect(areaName(view, [otopeni, constanta])).toBe('Around Constanta');
    expect(areaName({ ...view, lon: 26 }, [otopeni, constanta])).toBe('Around Bucharest');
  });

  test('by its middle where there is no such place in it', () => {
    expect(areaName({ ...view, lat: -33.94, lon: -70.5 }, [])).toBe('33.9° S, 70.5° W');
    expect(areaName(view, [{ name: 'Nadi', lat: -17.7, lon: 177.4 }])).toBe('45.0° N, 28.0° E');
  });

  test('across the date line, however the longitudes are written', () => {
    const fiji = { bounds: { west: 175, south: -20, east: 185, north: -15 }, lat: -17.5, lon: -180, zoom: 6 };
    expect(areaName(fiji, [{ name: 'Nadi', lat: -17.7, lon: 177.4 }])).toBe('Around Nadi');
    expect(viewOfArea(fiji)).toEqual({ lat: -17.5, lon: -180, zoom: 7 });
    expect(viewOfArea({ bounds: { ...fiji.bounds, east: -175 } })).toEqual({ lat: -17.5, lon: -180, zoom: 7 });
  });
});

test('zooms that are stored, for the layer switcher', () => {
  const sums: TileSums = { main: { 9: { tiles: 1, bytes: 1 }, 0: { tiles: 1, bytes: 1 } } };
  expect(storedZooms(sums, 'main')).toEqual({ min: 0, max: 9 });
  expect(storedZooms(sums, 'ocean')).toBeNull();
});
