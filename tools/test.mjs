/**
 * `npm test`: everything, on the real server, a real PostgreSQL, the production build and a real Chromium.
 * The last line is `N passed, N failed`. Failed tests are not repeated.
 */
import './test-environment.mjs';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { requireNode, requirePackages } from './prepare.mjs';
import { bin, readPlaywright, readVitest, run, Tally } from './steps.mjs';

requireNode();
requirePackages();
const { findChromium, findHeadlessShell, tooOld, versionOf } = await import('./chromium.mjs');
const { check } = await import('./check.mjs');
const { installPackages, isDebian, mayInstall } = await import('./debian.mjs');
const { fetchHeadlessShell } = await import('./headless-shell.mjs');
const { tsImport } = await import('tsx/esm/api');
const { startCluster } = await tsImport('../tests/support/cluster.ts', import.meta.url);

/** Set in every process of this run, to find those left behind. */
const runId = randomUUID();
process.env.DOWNLINK_TEST_RUN = runId;
const tally = new Tally();
const started = Date.now();

// Next to the suites, in the time that they leave: checks and unit tests need neither build nor database.
const installed = installPrograms();
const checked = check(tally, { title: 'modules', files: [], inBackground: true });
// One for both suites, so that its template is seeded once.
const stopCluster = await startCluster();
process.once('SIGINT', () => void stopCluster().finally(() => process.exit(130)));
const isBuilt = await tally.check(
  'build',
  async () => (await run(process.execPath, ['tools/build.mjs'], { quiet: true })) === 0,
);
const chromium = await installed;
// One after the other: side by side on two cores the same tests took a quarter longer (decision 42).
const config = ['run', '--config', 'tests/vitest.config.ts', '--project', 'server'];
const reporters = ['--reporter=dot', '--reporter=json', '--outputFile.json=.cache/vitest.json'];
await tally.suite('contract and server', bin('vitest'), [...config, ...reporters], 'vitest.json', readVitest, {
  quiet: true,
});
if (chromium && isBuilt)
  await tally.suite(
    'browser',
    bin('playwright'),
    ['test', '--config', 'tests/playwright.config.ts'],
    'playwright.json',
    readPlaywright,
  );
else
  tally.add(0, [chromium ? 'browser tests: the build failed' : 'browser tests: no Chromium, or one that is too old']);
await checked;
await stopCluster();
await tally.check('no process is left behind', async () => (await endLeftOvers()) === 0);
console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
tally.finish();

/** Debian's packages of other programs that tests use. */
function missingPackages() {
  const isThere = (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;
  return [
    ...(findChromium() ? [] : ['chromium']),
    ...(isThere('dump1090-mutability') ? [] : ['dump1090-mutability']),
    ...(isThere('nginx') ? [] : ['nginx-light']),
    ...(isThere('mosquitto') ? [] : ['mosquitto']),
  ];
}

/**
 * The Chromium to use. As root on Debian all programs are installed. Otherwise one line says how to install Chromium, also where the version is too
 * old, and the tests of a real receiver, reverse proxy and broker report that they do not run.
 */
async function installPrograms() {
  const missing = missingPackages();
  if (mayInstall && missing.length > 0) {
    console.log(`Installing ${missing.join(', ')} from Debian for the tests ...`);
    await installPackages(missing);
  }
  // After it, because both need the same libraries of the system.
  if (!process.env.CHROMIUM_PATH) await fetchHeadlessShell();
  const found = findChromium();
  if (found) {
    const fault = tooOld(await versionOf(findHeadlessShell() ?? found));
    if (fault) console.error(fault);
    return fault ? null : found;
  }
  console.error(
    `The browser tests need a Chromium: run '${isDebian ? 'sudo apt-get install chromium' : 'npx playwright install chromium'}', or set CHROMIUM_PATH to one.`,
  );
  return null;
}

/** Processes of this run that are still there, by the mark in their environment. Linux only; elsewhere the runners end their own. */
function leftOvers() {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`DOWNLINK_TEST_RUN=${runId}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Gives processes time to end by themselves, then ends them; how many that were. */
async function endLeftOvers() {
  const deadline = Date.now() + 60_000;
  while (leftOvers().length > 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 100));
  const left = leftOvers();
  for (const pid of left) {
    try {
      console.log(`left behind: ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').slice(0, 150)}`);
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  return left.length;
}
