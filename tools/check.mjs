/** `npm run check`: types, lint, architecture and specification. Builds and starts nothing. */
import { pathToFileURL } from 'node:url';
import { requirePackages } from './prepare.mjs';
import { bin, readVitest, run, Tally } from './steps.mjs';

const structure = ['tests/architecture.test.ts', 'tests/specification.test.ts', 'tests/spec-texts.test.ts'];

/**
 * Types, lint and unit tests: those of the structure, or all of them. `inBackground`: at a lower priority, one after the other and with one
 * thread, because each further thread of the compiler or of the tests reads the same types or modules again.
 * @param {Tally} tally
 */
export async function check(
  tally,
  { title = 'architecture and specification', files = structure, inBackground = false } = {},
) {
  const how = { quiet: true, inBackground };
  const compile = ['-b', '--pretty', 'false'];
  const types = tally.check(
    'types (tsc -b)',
    async () => (await run(bin('tsc'), [...compile, ...(inBackground ? ['--singleThreaded'] : [])], how)) === 0,
  );
  const lint = tally.check(
    'lint and format (biome)',
    async () => (await run(bin('biome'), ['check', '--error-on-warnings', '--colors=off'], how)) === 0,
  );
  if (inBackground) await lint;
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', 'unit'];
  if (inBackground) args.push('--maxWorkers=1');
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/check.json'];
  await tally.suite(title, bin('vitest'), [...args, ...reporters, ...files], 'check.json', readVitest, how);
  await Promise.all([types, lint]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requirePackages();
  const tally = new Tally();
  await check(tally);
  tally.finish();
}
