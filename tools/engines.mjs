/**
 * `npm run test:engines`: the product in Firefox and WebKitGTK. The last line is `N passed, N failed`.
 * A missing engine is a failure.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { requireNode, requirePackages } from './prepare.mjs';
import { bin, readVitest, run, Tally } from './steps.mjs';

requireNode();
requirePackages();
const { installPackages, isDebian, mayInstall } = await import('./debian.mjs');

/** Program -> the package of Debian that has it. */
const needed = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};
const isThere = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
const missing = () => Object.keys(needed).filter((program) => !isThere(program));

const tally = new Tally();
if (missing().length > 0 && mayInstall) {
  console.log(
    `Installing ${missing()
      .map((program) => needed[program])
      .join(', ')} from Debian ...`,
  );
  await installPackages(missing().map((program) => needed[program]));
}
if (missing().length > 0) {
  const packages = missing()
    .map((program) => needed[program])
    .join(' ');
  const how = isDebian
    ? `run 'sudo apt-get install ${packages}'`
    : `install them; on Debian the packages are ${packages}`;
  console.error(`The tests of the engines need ${missing().join(', ')}: ${how}.`);
  tally.add(0, ['no engine']);
} else if (
  await tally.check('build', async () => (await run(process.execPath, ['tools/build.mjs'], { quiet: true })) === 0)
)
  await tally.suite(
    'Firefox and WebKit',
    bin('vitest'),
    [
      'run',
      '--config',
      'tests/engines.config.ts',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=.cache/engines.json',
    ],
    'engines.json',
    readVitest,
  );
tally.finish();
