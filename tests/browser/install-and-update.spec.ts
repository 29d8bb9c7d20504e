/** In a complete browser: installability as reported by Chromium itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, expect, offlineReady, sharedServer, testInstalled } from '../support/browser.ts';
import { root } from '../support/repository.ts';

const server = sharedServer();

testInstalled(
  'OFF-01 OFF-02 SES-04: Chromium finds no obstacle to the installation of the app; without a network the app opens on any path, and a user who is logged in stays logged in',
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
    for (const path of ['/akrxAll?limit=25', '/']) {
      await app.open(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(app.logInButton).toHaveCount(0);
    }
  },
);
