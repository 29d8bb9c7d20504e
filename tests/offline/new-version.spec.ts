/** A new version of the app on the server: when the app checks for it, offers it and installs it. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, expect, offlineReady, serverForFile, testInstalled } from '../support/browser.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { root } from '../support/repository.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

// Without the compressed copies: the server would continue to send those of the old version.
const build = new TemporaryFolder('build', (path) =>
  cpSync(join(root, 'dist/app'), path, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) }),
);
const server = serverForFile({
  get env() {
    return { APP_DIR: build.path };
  },
});
testInstalled.afterAll(() => build.remove());

/** A busy machine takes long to put a version into the cache. */

function bringVersion(version: number): void {
  const worker = join(build.path, 'service-worker.js');
  const index = join(build.path, 'index.html');
  const revision = String(version).padStart(32, '0');
  writeFileSync(index, `${readFileSync(index, 'utf8')}<meta name="test-version" content="${version}">`);
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/("?revision"?:)"[0-9a-f]{32}"/, `$1"${revision}"`));
}

testInstalled(
  'OFF-02: a file of the app that arrives late delays no other; a wrong one ends the installation, which is retried after a minute; an app that returns to the foreground checks for a new version, and so does a response of a newer server; the version is offered over an open drawer, installed only when the user accepts it, replaces the old one while another tab loads files, and retains typed text @clock',
  async ({ page, context }) => {
    const proxy = await startFaultProxy(server.current.url);
    const app = new App(page, proxy.url);

    await testInstalled.step('a file that arrives late, and a wrong one', async () => {
      proxy.set({ kind: 'portal' }, /\/assets\/DeleteUserScreen-/);
      // Only the worker requests this icon, and screens that no test opens.
      const late = proxy.hold(/\/icons\/maskable-512/);
      const refused = page.waitForEvent('console', (message) => message.text().includes('could not be stored'));
      await app.open('/auth');
      const held = await late;
      for (const name of ['DeleteUserScreen', 'UpdateUserScreen', 'users.list'])
        await expect.poll(() => proxy.to(new RegExp(`/assets/${name}-`)).length, { message: name }).toBe(1);
      held.release();
      await refused;
      const count = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await expect.poll(count).toBe(0);

      proxy.set({ kind: 'pass' });
      await page.clock.fastForward(60_000);
      await offlineReady(page);
      const type = await page.evaluate(async () => {
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys())
            if (url.includes('DeleteUserScreen-')) return (await caches.match(url))?.headers.get('content-type');
        return 'not stored';
      });
      expect(type).toContain('javascript');
    });

    const offer = page.getByText('A new version is ready');
    await app.go('/akrxAll');
    await app.fillLogIn('parser');
    await app.logInButton.click();
    await app.expectPath('/akrxAll');
    const second = await context.newPage();
    await second.goto(`${proxy.url}/decoding`);

    // A response of the new server is enough.
    bringVersion(1);
    await server.current.restart();
    proxy.pointAt(server.current.url);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    // Text typed and not applied, in an open drawer.
    await app.filter.set('Tail', 'N163US');
    await expect(offer).toBeVisible();
    await expect.poll(() => page.locator('meta[content="1"]').count()).toBe(0);

    // Until this tab reloads too.
    await second.evaluate(() => {
      setInterval(() => void fetch('/icons/icon.svg'), 10);
    });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await expect(offer).toHaveCount(0);
    await expect(page.locator('meta[content="1"]')).toHaveCount(1);
    await app.expectPath('/akrxAll');
    await expect(app.filter.input('Tail')).toHaveValue('N163US');
    const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
    expect(waiting).toBe(false);
    await expect(second.locator('meta[content="1"]')).toHaveCount(1);
    await expect(second.getByRole('main')).not.toBeEmpty();
    await second.close();

    const returnToApp = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await returnToApp();
    // The browser returns the result of a running check for a new one.
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    bringVersion(2);
    await page.clock.fastForward(61_000);
    await returnToApp();
    await expect(offer).toBeVisible();
    await proxy.close();
  },
);
