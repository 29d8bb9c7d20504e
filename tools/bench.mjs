/**
 * `npm run bench`: figures that gate are ratios measured side by side. Milliseconds are reported only, with the load.
 * Results are in .cache/bench.json. Never compare them with another machine or day.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { requirePackages } from './prepare.mjs';
import { cache, run } from './steps.mjs';

requirePackages();
const { register } = await import('tsx/esm/api');
register(); // the parts in TypeScript use the support of the tests
/** Ratios of two measurements on one machine still vary by about a fifth between runs. Byte counts do not. */
const noise = 1.2;

const parts = [
  ['first route', () => import('./bench/first-route.mjs')],
  ['phone', () => import('./bench/phone.ts')],
  ['overview', () => import('./bench/overview.ts')],
  ['stored page, airports', () => import('./bench/stored.mjs')],
  ['export', () => import('./bench/export.mjs')],
  ['decoder', () => import('./bench/decoder.mjs')],
  ['table', () => import('./bench/table.mjs')],
  ['stations', () => import('./bench/stations.mjs')],
  ['map', () => import('./bench/map.mjs')],
  ['api', () => import('./bench/api.ts')],
  ['positions', () => import('./bench/positions.ts')],
  ['mode-s', () => import('./bench/mode-s.ts')],
  ['antennas', () => import('./bench/antennas.ts')],
  ['find', () => import('./bench/find.ts')],
  ['million', () => import('./bench/million.ts')],
  ['ingest', () => import('./bench/ingest.ts')],
  ['lists', () => import('./bench/lists.ts')],
  ['limits', () => import('./bench/limits.ts')],
  ['servers', () => import('./bench/servers.ts')],
  ['backup', () => import('./bench/backup.ts')],
  ['statistics', () => import('./bench/statistics.ts')],
  ['reference', () => import('./bench/reference.ts')],
];
const selected = process.argv.slice(2);

// Measures an installation, not this checkout: no build, no gate.
if (selected[0] === 'load') {
  const { runLoad } = await import('./load/run.ts');
  process.exit(await runLoad(selected.slice(1), process.env));
}
if ((await run(process.execPath, ['tools/build.mjs'], { quiet: true })) !== 0) {
  console.error('The build failed.');
  process.exit(1);
}
const figures = [];
for (const [name, load] of parts) {
  if (selected.length > 0 && !selected.some((word) => name.includes(word))) continue;
  const { measure } = await load();
  for (const figure of await measure()) {
    const limit = figure.isExact ? figure.limit : figure.limit * noise;
    const isMet = figure.atLeast ? figure.value >= figure.limit / (figure.isExact ? 1 : noise) : figure.value <= limit;
    const isKept = isMet || figure.isReported === true;
    figures.push({ ...figure, isKept, load: loadavg()[0] });
    const rule = figure.isReported
      ? `reported, wanted at most ${figure.limit}`
      : `${figure.atLeast ? 'at least' : 'at most'} ${figure.limit}${figure.isExact ? '' : `, x ${noise} for noise`}`;
    console.log(
      `${isMet ? 'ok    ' : isKept ? 'missed' : 'FAILED'} ${figure.name}: ${figure.value.toFixed(2)}${figure.unit ?? ''} (${rule}) - ${figure.detail}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
  }
}
mkdirSync(cache, { recursive: true });
writeFileSync(
  join(cache, 'bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, figures }, null, 2)}\n`,
);
process.exit(figures.length > 0 && figures.every((figure) => figure.isKept) ? 0 : 1);
