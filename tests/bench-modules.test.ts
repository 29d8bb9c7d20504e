/** Benches build modules of the app without its configuration: what the configuration provides must be there, too. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildFiles } from '../tools/bench/in-browser.mjs';

test('a module that shows the cities of the map builds for a bench', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const lib = { entry: `${root}src/screens/map/base-map/cities.ts`, formats: ['es' as const], fileName: 'bench' };
  const files = await buildFiles({ root, build: { lib } });
  expect(files.map(([, content]) => String(content)).join()).toContain('Bucharest');
});
