/**
 * `npm run check`: what can be said of the code without running it: types, lint, the shape of the house, ids of the specification.
 * Must not: build, start a server or a browser (that is tools/test.mjs).
 */
import { pathToFileURL } from 'node:url';
import { requirePackages } from './prepare.mjs';
import { bin, readVitest, run, Tally } from './steps.mjs';

/** @param {Tally} tally */
export async function check(tally) {
  const types = tally.check(
    'types (tsc -b)',
    async () => (await run(bin('tsc'), ['-b', '--pretty', 'false'], { quiet: true })) === 0,
  );
  const lint = ['check', '--error-on-warnings', '--colors=off'];
  await tally.check('lint and format (biome)', async () => (await run(bin('biome'), lint, { quiet: true })) === 0);
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', 'unit'];
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/check.json'];
  const files = ['tests/architecture.test.ts', 'tests/spec-rows.test.ts', 'tests/spec-texts.test.ts'];
  await tally.suite(
    'the house and the specification',
    bin('vitest'),
    [...args, ...reporters, ...files],
    'check.json',
    readVitest,
  );
  await types;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requirePackages();
  const tally = new Tally();
  await check(tally);
  tally.finish();
}
