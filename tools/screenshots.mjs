/**
 * `npm run screenshots`: pictures of README and of the install dialog (manifest.webmanifest) from its own demo or a running
 * one (`-- http://127.0.0.1:8080`). Requests nothing outside this machine.
 */
import './test-environment.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build } from './build.mjs';
import { chromiumArgs, findHeadlessShell } from './chromium.mjs';
import { root } from './steps.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8'));
/** Path and a text of the complete screen, by the name of the picture. */
const screens = {
  overview: { path: '/overview', text: /\d in this region/ },
  'acars-raw': { path: '/akrxAll', text: /Live/ },
  map: { path: '/openstreetMap', text: /[1-9]\d* aircraft/ },
  'station-status': { path: '/stationStatus', text: /Live/ },
};

const given = process.argv[2];
const demo = given ? null : await startDemo();
const origin = given ?? demo.origin;
const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? undefined, args: [...chromiumArgs] });
try {
  await takePicture('docs/overview.png', screens.overview, [1280, 860]);
  for (const { src, sizes } of manifest.screenshots) {
    const name = /([^/]+)-(wide|narrow)\.png$/.exec(src)?.[1];
    await takePicture(join('public', src), screens[name], sizes.split('x').map(Number));
  }
} finally {
  await browser.close();
  await demo?.stop();
}

/** The built server with a demo of its own, once that is complete. */
async function startDemo() {
  if (!(await build())) process.exit(1);
  const dataDir = mkdtempSync(join(tmpdir(), 'downlink-screenshots-'));
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', RECEIVER_PORT: 'off', TILES: 'off', METAR_URL: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const url = await new Promise((ready, failed) => {
    let output = '';
    server.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const address = /Downlink is ready: (http\S+)/.exec(output)?.[1];
      if (address && output.includes('The demo is complete')) ready(new URL(address).origin);
    });
    void ended.then(() => failed(new Error(`The server ended:\n${output}`)));
  });
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin: url, stop };
}

async function takePicture(file, screen, [width, height]) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Username').fill('parser');
  await page.getByLabel('Password', { exact: true }).fill('downlink');
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/parser');
  await page.goto(origin + screen.path);
  await page.getByText(screen.text).first().waitFor();
  if (screen.path === '/akrxAll') await answerQuestion(page);
  await page.waitForLoadState('networkidle');
  // Without a network the map reports missing tiles.
  await page.getByText('This layer is turned off on the server.').evaluateAll((notes) => {
    for (const note of notes) note.remove();
  });
  await page.screenshot({ path: join(root, file) });
  console.log(`${file}: ${Math.round(statSync(join(root, file)).size / 1000)} kB`);
  await page.close();
}

/** A list asks an account once how to read. */
async function answerQuestion(page) {
  const question = page.getByRole('region', { name: 'How to read' });
  const isAsked = await question.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
  if (!isAsked) return;
  await question.getByRole('button', { name: /^Read/ }).click();
  await page.getByText('Decoded on this device').waitFor();
}
