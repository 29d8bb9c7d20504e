/** Download size of the login form. It does not vary between runs, so the limit is exact. */
import { join } from 'node:path';
import { firstRouteLimit, firstRouteSize } from '../first-route-size.mjs';
import { root } from '../steps.mjs';

export async function measure() {
  const { files, total } = firstRouteSize(join(root, 'dist', 'app'));
  const largest = files.slice(0, 3).map(({ name, brotli }) => `${name.split('/').pop()} ${(brotli / 1000).toFixed(1)}`);
  const detail = `${files.length} files, largest ${largest.join(', ')}`;
  return [
    {
      name: 'first route, brotli',
      value: total / 1000,
      unit: ' kB',
      limit: firstRouteLimit / 1000,
      isExact: true,
      detail,
    },
    // docs/decisions/0032: each file of every page costs a round trip.
    {
      name: 'first route, files',
      value: files.length,
      limit: 8,
      isExact: true,
      detail: 'index.html, its style and its scripts',
    },
  ];
}
