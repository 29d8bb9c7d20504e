/**
 * `npm test`: everything, on the real server, a real PostgreSQL, the production build and a real Chromium.
 * The last line is `N passed, N failed`. Must not: try a failed test again, or leave a process behind.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { requireNode, requirePackages } from './prepare.mjs';
import { bin, readPlaywright, readVitest, run, Tally } from './steps.mjs';

requireNode();
requirePackages();
const { findChromium, findHeadlessShell } = await import('./chromium.mjs');
const { check } = await import('./check.mjs');

/** Told to every process of this run, so that those left behind are found. */
const runId = randomUUID();
process.env.DOWNLINK_TEST_RUN = runId;
const tally = new Tally();
const started = Date.now();

// What waits for the network, and what keeps one core busy, side by side.
const installed = ensureChromium();
const building = tally.check(
  'build',
  async () => (await run(process.execPath, ['tools/build.mjs'], { quiet: true })) === 0,
);
await check(tally);
const isBuilt = await building;
const checked = ['architecture', 'spec-rows', 'spec-texts'].flatMap((name) => ['--exclude', `tests/${name}.test.ts`]);
await tally.suite(
  'modules, contract and server',
  bin('vitest'),
  [
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...checked,
    '--reporter=dot',
    '--reporter=json',
    '--outputFile.json=.cache/vitest.json',
  ],
  'vitest.json',
  readVitest,
);
const chromium = await installed;
if (chromium && isBuilt)
  await tally.suite(
    'browser',
    bin('playwright'),
    ['test', '--config', 'tests/playwright.config.ts'],
    'playwright.json',
    readPlaywright,
  );
else tally.add(0, [chromium ? 'browser tests: the build failed' : 'browser tests: no Chromium']);
await tally.check('no process is left behind', async () => (await endLeftOvers()) === 0);
console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
tally.finish();

/** The Chromium to use. As root on Debian the packages are installed; otherwise one line says how. */
async function ensureChromium() {
  const isDebian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  const isComplete = findChromium() && findHeadlessShell() !== findChromium();
  if (isDebian && process.getuid?.() === 0 && !process.env.CHROMIUM_PATH && !isComplete) {
    console.log('Installing Chromium from Debian for the browser tests ...');
    const apt = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
    const install = ['install', '-y', '--no-install-recommends'];
    await run('apt-get', ['update'], apt);
    await run('apt-get', [...install, 'chromium', 'fonts-dejavu-core'], apt);
    // Only makes it faster: older Debians have no such package.
    await run('apt-get', [...install, 'chromium-headless-shell'], apt);
  }
  const found = findChromium();
  if (found) return found;
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

/** Gives processes five seconds to end by themselves, then ends them; how many that were. */
async function endLeftOvers() {
  const deadline = Date.now() + 5000;
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
