/** In a complete browser: installability as reported by Chromium itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright/test';
import { chromiumArgs, findChromium } from '../../tools/chromium.mjs';
import { App, expect, offlineReady, sharedServer, testInstalled } from '../support/browser.ts';
import { root } from '../support/repository.ts';
import { withNewContext } from '../support/used-context.ts';

const server = sharedServer();
const pages = readdirSync(join(root, 'dist/app/docs')).flatMap((file) => /^([\w-]+)\.html$/.exec(file)?.[1] ?? []);
/** The shell of Chromium that runs the other tests does not know whether an app can be installed. */
const testComplete = testInstalled.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  context: async ({}, use) => {
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: [...chromiumArgs] });
    await withNewContext(browser, use);
    await browser.close();
  },
});

testComplete(
  'OFF-01 OFF-02 SES-04: Chromium finds no obstacle to the installation of the app; without a network the app opens on a path with a query, and a user who is logged in stays logged in; the own cached page of the worker has the same policy; the documents open from their list offline',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await app.logInByForm('parser');
    await offlineReady(page);
    const client = await context.newCDPSession(page);
    const manifest = await client.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({
      name: 'Downlink',
      display: 'standalone',
      start_url: '/',
    });
    // Only the installation dialog shows them.
    const worker = readFileSync(join(root, 'dist/app/service-worker.js'), 'utf8');
    expect(worker).toContain('icons/icon-192.png');
    expect(worker).not.toContain('screenshots/');
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // The browser context of a test is private, and is never offered installation.
    expect(installabilityErrors.filter((error) => error.errorId !== 'in-incognito')).toEqual([]);

    // Past the worker, as with Shift: the worker takes control of the page again.
    const loaded = page.waitForEvent('load');
    await client.send('Page.reload', { ignoreCache: true });
    await loaded;
    const workerStart = () => performance.getEntriesByType('navigation')[0]?.toJSON().workerStart as number;
    await expect.poll(() => page.evaluate(workerStart), 'no worker answered for it').toBe(0);
    await offlineReady(page);
    await context.setOffline(true);
    // The start address: every-screen.spec.ts.
    await app.open('/akrxAll?limit=25');
    await expect(page.getByRole('main')).not.toBeEmpty();
    await expect(app.logInButton).toHaveCount(0);
    const policy = await page.evaluate(async () =>
      (await caches.match('/index.html', { ignoreSearch: true }))?.headers.get('content-security-policy'),
    );
    expect(policy).toContain("require-trusted-types-for 'script'");

    await page.goto(`${server.current.url}/docs`);
    await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Connect receivers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connect receivers' })).toBeVisible();
    const current = page.getByRole('navigation').locator('[aria-current=page]');
    await expect(current).toHaveAttribute('href', '/docs/receivers');
    // The worker serves each of them like this one.
    const responses = await page.evaluate(
      (names) => Promise.all(names.map(async (name) => (await fetch(`/docs/${name}`)).text())),
      pages,
    );
    for (const [at, name] of pages.entries())
      expect(/<a [^>]*aria-current[^>]*>/.exec(responses[at] ?? '')?.[0], name).toContain(`"/docs/${name}"`);
  },
);
