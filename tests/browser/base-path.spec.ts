/** The app below a path, behind a real nginx with the configuration of docs/reverse-proxy.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, expect, offlineReady, serverForFile, test, testInstalled } from '../support/browser.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { root } from '../support/repository.ts';
import { demoPassword } from '../support/server.ts';

const server = serverForFile({ env: { BASE_PATH: '/downlink', TRUST_PROXY: 'true' } });

/** The nginx lines of the document, with the port of this server. */
function documented(): string {
  const lines = /```nginx\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/reverse-proxy.md'), 'utf8'))?.[1] ?? '';
  return lines.replace('127.0.0.1:8080', new URL(server.current.url).host);
}

if (hasNginx)
  testInstalled(
    'MAP-01 OFF-02 OFF-03: below a path of nginx, login, list, links, tiles, documents and the installed app offline work',
    async ({ page, context }) => {
      const nginx = await startNginx(documented());
      try {
        const site = `${nginx.url}/downlink`;
        const outside: string[] = [];
        page.on('request', (request) => {
          const url = request.url();
          if (url.startsWith(nginx.url) && !/^\/downlink([/?]|$)/.test(url.slice(nginx.url.length))) outside.push(url);
        });
        // The CPU draws the map.
        await page.setViewportSize({ width: 1280, height: 400 });
        await page.goto(`${site}?open=map`);
        await expect(page).toHaveURL(`${site}/auth`);
        const app = new App(page, site);
        await app.fillLogIn('admin', demoPassword);
        await app.logInButton.click();
        await expect(page.getByRole('region', { name: 'Map' }).or(page.locator('canvas')).first()).toBeVisible();
        await app.go('/downlink/akrxAll');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveURL(`${site}/akrxAll`);
        await offlineReady(page);
        const manifest = await (await context.newCDPSession(page)).send('Page.getAppManifest');
        expect(manifest.errors).toEqual([]);
        expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ start_url: '/downlink/', scope: '/downlink/' });
        await page.getByRole('button', { name: /Account of/ }).click();
        await expect(page.getByRole('menuitem', { name: 'Documentation' })).toHaveAttribute('href', '/downlink/docs');
        await page.keyboard.press('Escape');
        const cookies = await context.cookies(`${site}/tiles/x`);
        expect(cookies.map(({ path }) => path)).toEqual(['/downlink/tiles']);
        await context.setOffline(true);
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveURL(`${site}/akrxAll`);
        await app.open('/docs');
        await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
        await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
        await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
        await expect(page).toHaveURL(`${site}/docs/settings`);
        expect(outside).toEqual([]);
      } finally {
        await nginx.stop();
      }
    },
  );

test('a proxy may remove the path; other paths do not belong to the app', async ({ request }) => {
  const { origin } = new URL(server.current.url);
  const text = async (path: string) => (await request.get(origin + path)).text();
  const page = await text('/downlink/akrxAll');
  expect(page).toContain('src="/downlink/assets/');
  expect(await text('/akrxAll')).toBe(page);
  expect(await text('/downlink/index.html')).toBe(page);
  expect(JSON.parse(await text('/downlink/config.json'))).toMatchObject({ apiBase: '/downlink/api/v1' });
  expect((await request.get(`${origin}/downlink/api/v1/health/live`)).status()).toBe(200);
  expect(await text('/downlinks/api/v1/health/live')).toBe(page);
  const headers = (await request.get(`${origin}/downlink/`)).headers();
  expect(headers['content-security-policy']).toContain('report-uri /downlink/api/v1/policy-reports');
  const bare = await request.get(`${origin}/downlink?open=map`, { maxRedirects: 0 });
  expect([bare.status(), bare.headers().location]).toEqual([308, '/downlink/?open=map']);
});
