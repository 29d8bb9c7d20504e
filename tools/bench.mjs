/**
 * `npm run bench`: the benches, or those named (`-- map`, `-- map:sky lists`). Figures are ratios measured side by side, or counts, each
 * against a limit. Results are in .cache/bench.json. Never compare them with another machine or day.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { requirePackages } from './prepare.mjs';
import { cache } from './steps.mjs';

/** Ratios of two measurements on one machine still vary by about a fifth between runs. Byte counts do not. */
const noise = 1.2;
const names = ['phone', 'decoder', 'lists', 'map', 'ingest', 'limits', 'telling', 'rules', 'find'];

requirePackages();
const { register } = await import('tsx/esm/api');
register(); // the benches use the support of the tests
const words = process.argv.slice(2);

// Measures an installation, not this checkout: no build, no gate.
if (words[0] === 'load') {
  const { runLoad } = await import('./load/run.ts');
  process.exit(await runLoad(words.slice(1), process.env));
}
const parts = await selectedParts();
if (!(await build())) process.exit(1);
const figures = [];
for (const [title, measure] of parts) {
  console.log(title);
  for (const figure of await measure()) figures.push(report(figure));
}
mkdirSync(cache, { recursive: true });
writeFileSync(
  join(cache, 'bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, figures }, null, 2)}\n`,
);
const missed = figures.filter(({ isMet }) => !isMet).length;
console.log(`${figures.length - missed} of ${figures.length} figures within their limits`);
process.exit(figures.length > 0 && missed === 0 ? 0 : 1);

/** Of all benches, or those that the words name. */
async function selectedParts() {
  const all = [];
  for (const name of names) {
    const module = await import(`./bench/${name}.ts`);
    for (const [part, measure] of Object.entries(module.parts)) all.push([`${name}:${part}`, measure]);
  }
  const isNamed = (title, word) => title === word || title.startsWith(`${word}:`);
  const unknown = words.find((word) => !all.some(([title]) => isNamed(title, word)));
  if (unknown === undefined)
    return words.length === 0 ? all : all.filter(([title]) => words.some((word) => isNamed(title, word)));
  console.error(`There is no bench '${unknown}'. There are:\n  ${all.map(([title]) => title).join('\n  ')}\n  load`);
  process.exit(2);
}

function report({ name, value, limit, atLeast = false, isExact = false, unit = '', detail }) {
  const allowance = isExact ? 1 : noise;
  const isMet = atLeast ? value >= limit / allowance : value <= limit * allowance;
  const load = loadavg()[0] ?? 0;
  const rule = `${atLeast ? 'at least' : 'at most'} ${limit}${isExact ? '' : `, x ${noise} for noise`}`;
  console.log(
    `${isMet ? 'ok    ' : 'FAILED'} ${name}: ${value.toFixed(2)}${unit} (${rule}) - ${detail}; load ${load.toFixed(1)}`,
  );
  return { name, value, limit, unit, detail, isMet, load };
}
