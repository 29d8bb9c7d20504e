import { expect, test } from 'vitest';
import { defaultSources } from '../../../../contract/base-layers.ts';
import { viewportOf } from '../viewport.ts';
import { layerNotice, missingIn, tileKey } from './TileLayer.tsx';

const main = { name: 'main', ...defaultSources.main } as const;
// Four tiles of 256 px, their common corner in the middle of the view.
const viewport = viewportOf({ lat: 0, lon: 0, zoom: 5 }, { width: 400, height: 400 });
const around = [
  { z: 5, x: 15, y: 15 },
  { z: 5, x: 16, y: 15 },
  { z: 5, x: 15, y: 16 },
  { z: 5, x: 16, y: 16 },
].map(tileKey);

test('MAP-01 C57: of the tiles in view those that failed are counted, whatever failed elsewhere', () => {
  expect(missingIn(viewport, main, new Set([...around.slice(1), '5/0/0', '4/8/8']))).toEqual({ missing: 3, of: 4 });
  const across = viewportOf({ lat: 0, lon: 180, zoom: 5 }, { width: 400, height: 400 });
  expect(missingIn(across, main, new Set(['5/31/15', '5/0/16']))).toEqual({ missing: 2, of: 4 });
  const closer = viewportOf({ lat: 1, lon: 1, zoom: main.maxZoom + 2 }, { width: 10, height: 10 });
  expect(missingIn(closer, main, new Set()).of).toBe(1);
});

test('MAP-01 C57: the notice states whether all tiles or some failed to load', () => {
  expect(layerNotice(main, 5, { missing: 4, of: 4 })).toBe(
    'Tiles of main failed to load. The built-in map is shown instead.',
  );
  expect(layerNotice(main, 5, { missing: 3, of: 4 })).toBe(
    '3 of 4 tiles of main failed to load. The built-in map is shown instead.',
  );
  expect(layerNotice(main, 5, { missing: 0, of: 4 })).toBeNull();
});
