/**
 * The app is installed, opens without a network, and changes to a new version when it is told to.
 * Must not: mock the worker; a new version is a changed build on the same address.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, findChromium } from '../../tools/chromium.mjs';
import { App, expect, offlineReady, serverForFile, test, testInstalled } from '../support/browser.ts';
import { read, root } from '../support/repository.ts';

// Installing is the work of a whole browser.
test.use({ launchOptions: { executablePath: findChromium() ?? undefined, args: [...chromiumArgs] } });

const build = mkdtempSync(join(tmpdir(), 'downlink-build-'));
// Without the compressed copies: the server would go on sending those of the old version.
cpSync(join(root, 'dist/app'), build, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
const server = serverForFile({ env: { APP_DIR: build } });
test.afterAll(() => rmSync(build, { recursive: true, force: true }));

testInstalled('OFF-01: Chromium finds nothing that keeps the app from being installed', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.open('/auth');
  await offlineReady(page);
  const client = await page.context().newCDPSession(page);
  const manifest = await client.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ name: 'Downlink', display: 'standalone', start_url: '/' });
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
    // Past the worker, as with Shift: the page takes it again by itself.
    const loaded = page.waitForEvent('load');
    await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true });
    await loaded;
    const workerStart = () => performance.getEntriesByType('navigation')[0]?.toJSON().workerStart as number;
    expect(await page.evaluate(workerStart), 'no worker answered for it').toBe(0);
    await offlineReady(page);
    await context.setOffline(true);
    for (const path of ['/parser', '/akrxAll?limit=25', '/']) {
      await app.open(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(app.logInButton).toHaveCount(0);
    }
  },
);

testInstalled('a new version waits until it is taken, then both tabs have it', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await app.logInByForm('parser');
  await offlineReady(page);
  const second = await context.newPage();
  await second.goto(`${server.current.url}/decoding`);

  const worker = join(build, 'service-worker.js');
  const index = join(build, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace('</head>', '<meta name="test-version" content="2"></head>'));
  writeFileSync(
    worker,
    readFileSync(worker, 'utf8')
      .replace(/"?url"?:"index\.html"/, (match) => match)
      .replace(/("?revision"?:)"[0-9a-f]{32}"/, '$1"00000000000000000000000000000002"'),
  );
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 15_000 });
  expect(await page.locator('meta[name=test-version]').count()).toBe(0);

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByText('A new version is ready')).toHaveCount(0);
  await app.expectPath('/parser');
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(waiting).toBe(false);
  await expect(second.getByRole('main')).not.toBeEmpty();
});

test('OFF-05: the packages and the layout of the design card are kept', async () => {
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
