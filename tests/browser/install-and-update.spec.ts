import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, expect, offlineReady, programForFile, test, testInstalled } from '../support/browser.ts';
import { read, root } from '../support/repository.ts';

const build = mkdtempSync(join(tmpdir(), 'downlink-build-'));
// Without the compressed copies: the server would go on sending those of the old version.
cpSync(join(root, 'dist/app'), build, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
const server = programForFile({ env: { APP_DIR: build } });
test.afterAll(() => rmSync(build, { recursive: true, force: true }));

testInstalled('OFF-01: Chromium finds nothing that keeps the app from being installed', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.open('/auth');
  await offlineReady(page);
  const client = await page.context().newCDPSession(page);
  const manifest = await client.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ name: 'Downlink', display: 'standalone', start_url: '/' });
  // Only the dialog of the installation shows them.
  const worker = readFileSync(join(root, 'dist/app/service-worker.js'), 'utf8');
  expect(worker).toContain('icons/icon-192.png');
  expect(worker).not.toContain('screenshots/');
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // A browser context of a test is a private one, which is never offered installation.
  expect(installabilityErrors.filter((error) => error.errorId !== 'in-incognito')).toEqual([]);
});

testInstalled(
  'OFF-02 SES-04: without a network the app opens on any path, and logged in it stays so',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await app.logInByForm('parser');
    await offlineReady(page);
    // Past the worker, as with Shift: the worker takes control of the page again.
    const loaded = page.waitForEvent('load');
    await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true });
    await loaded;
    const workerStart = () => performance.getEntriesByType('navigation')[0]?.toJSON().workerStart as number;
    await expect.poll(() => page.evaluate(workerStart), 'no worker answered for it').toBe(0);
    await offlineReady(page);
    await context.setOffline(true);
    for (const path of ['/parser', '/akrxAll?limit=25', '/']) {
      await app.open(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(app.logInButton).toHaveCount(0);
    }
  },
);

/** A busy machine takes long to put a version into the cache. */
const installs = { timeout: 30_000 };

function bringVersion(version: number): void {
  const worker = join(build, 'service-worker.js');
  const index = join(build, 'index.html');
  const revision = String(version).padStart(32, '0');
  writeFileSync(index, `${readFileSync(index, 'utf8')}<meta name="test-version" content="${version}">`);
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/("?revision"?:)"[0-9a-f]{32}"/, `$1"${revision}"`));
}

testInstalled('OFF-02: an app that returns to the foreground looks for a new version', async ({ page }) => {
  const app = new App(page, server.current.url);
  await page.clock.install();
  await app.logInByForm('parser');
  await offlineReady(page);
  const returnToApp = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await returnToApp();
  // The browser answers a check with the result of one that is under way.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  bringVersion(1);
  await page.clock.fastForward(61_000);
  await returnToApp();
  await expect(page.getByText('A new version is ready')).toBeVisible(installs);
});

testInstalled(
  'OFF-02: a new server version is offered over an open drawer, waits until it is taken, and keeps what was typed',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await app.logInByForm('parser');
    await offlineReady(page);
    const second = await context.newPage();
    await second.goto(`${server.current.url}/decoding`);

    // Typed and not applied, in an open drawer.
    await app.open('/akrxAll');
    await app.filter.set('Tail', 'N163US');
    bringVersion(2);
    await server.current.restart();
    // A response of the new server is enough.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await app.filter.open();
    await expect(page.getByText('A new version is ready')).toBeVisible(installs);
    await expect.poll(() => page.locator('meta[content="2"]').count()).toBe(0);

    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await expect(page.getByText('A new version is ready')).toHaveCount(0);
    await app.expectPath('/akrxAll');
    await expect(app.filter.input('Tail')).toHaveValue('N163US');
    const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
    expect(waiting).toBe(false);
    await expect(second.getByRole('main')).not.toBeEmpty();
  },
);

test('OFF-05: the required packages and folders are used', async () => {
  const manifest = JSON.parse(read('package.json').text) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const card = [
    'react',
    'react-dom',
    '@tanstack/react-router',
    '@tanstack/react-query',
    '@tanstack/query-sync-storage-persister',
    'dexie',
    'workbox-window',
    'vite-plugin-pwa',
    'ofetch',
    '@mantine/core',
    'mantine-react-table',
    'maplibre-gl',
    'react-map-gl',
    'uplot',
    'write-excel-file',
    'temporal-polyfill',
    'vitest',
    'playwright',
  ];
  expect(card.filter((name) => !named.includes(name))).toEqual([]);
  for (const file of ['vite.config.ts', 'tsconfig.json', 'manifest.webmanifest'])
    expect(read(file).text.length, file).toBeGreaterThan(0);
});
