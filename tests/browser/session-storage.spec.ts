/** The stored data of a session on the device, and the effect of manipulating it. */
import type { Page } from 'playwright/test';
import { App, expect, sharedServer, test } from '../support/browser.ts';
import { lastRequestOf, mirrorOf, recordsOf } from '../support/stored-session.ts';

const server = sharedServer();
/** A screen that is drawn sooner than the home. */
const device = { from: '/device', lands: '/device' };
const app = (page: Page): App => new App(page, server.current.url);

test('SES-01 SES-02 SES-03 SES-04 SES-06 SES-07 SES-08 SES-12 SES-14 SES-15 SES-17 AUTH-17 C04 C17 C55: after the login the nine members are stored, with the values of the profile; lists record the time of the last request and send the token, profile and login do not record it; a logout leaves nothing of the session but the logout marker, and the server has revoked the token; entries restored by a crash are removed at the next start; a token removed from local storage only and an expiration date set to the past give no session, and no error', async ({
  page,
  context,
}) => {
  const before = Date.now();
  const me = page.waitForResponse(/\/account\/me$/);
  await app(page).logInByForm('admin');
  const { user } = (await (await me).json()) as { user: Record<string, unknown> };
  const mirror = await mirrorOf(page);
  expect(Object.keys(mirror).sort()).toEqual([
    'company',
    'expirationDate',
    'refreshToken',
    'role',
    'terms',
    'token',
    'userDetails',
    'userId',
    'userName',
  ]);
  const { id, ...rest } = user;
  expect(mirror).toMatchObject({ ...rest, userId: id });
  const life = mirror.expirationDate - before;
  expect(life).toBeGreaterThanOrEqual(29_000_000);
  expect(life).toBeLessThan(29_000_000 + (Date.now() - before));
  expect(await recordsOf(page)).toContain(mirror.token);

  const { token, userId } = mirror;
  const atHome = await lastRequestOf(page);
  const list = page.waitForRequest(/\/AcarsMessage\/allUsers/);
  await app(page).go('/akrxAll');
  expect(await (await list).headerValue('authorization')).toBe(`Bearer ${token}`);
  await expect.poll(async () => Number(await lastRequestOf(page))).toBeGreaterThan(Number(atHome ?? 0));

  const logoutResponse = page.waitForResponse(/\/account\/logout$/);
  await app(page).choose('Log out');
  await app(page).expectPath('/auth');
  expect((await logoutResponse).status()).toBe(204);
  await expect.poll(() => recordsOf(page)).not.toContain(token);
  expect(JSON.parse(await recordsOf(page))).toEqual([expect.objectContaining({ reason: 'logged-out' })]);
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(left).not.toMatch(/downlink-session|lastRequestTime|admin/);
  const response = await page.request.get(`${server.current.apiBase}/account/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status()).toBe(401);

  await page.evaluate((id) => {
    const keys = [`map:${id}`, `list:${id}:akrxAll`, `list-look:${id}`, `downlink-boot:${id}`];
    for (const key of keys) localStorage.setItem(key, '{}');
  }, String(userId));
  await page.reload();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain(String(userId));

  await test.step('manipulated storage', async () => {
    await app(page).go('/device');
    await app(page).expectPath('/auth');
    await app(page).fillLogIn('admin');
    await app(page).logInButton.click();
    await app(page).expectPath('/device');
    await expect(page.locator('#screen')).toBeAttached();
    const mirror = await mirrorOf(page);
    // The record in IndexedDB stays each time; only local storage was changed. Corrupt values: offline/reads-offline.spec.ts and src/session/parse-session.test.ts.
    expect(await recordsOf(page)).toContain(mirror.token);
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    const values = [null, JSON.stringify({ ...mirror, expirationDate: Date.now() - 1000 })];
    for (const value of values) {
      const changed = origins.map((one) => ({
        ...one,
        localStorage: one.localStorage.flatMap((item) => {
          if (item.name !== 'downlink-session') return item;
          return value === null ? [] : { ...item, value };
        }),
      }));
      await page.goto('about:blank');
      await context.setStorageState({ cookies, origins: changed });
      await app(page).open('/administrator');
      await app(page).expectPath('/auth');
      await expect(app(page).logInButton).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('downlink-session')), `after ${value}`).toBeNull();
      expect(await recordsOf(page), `after ${value}`).not.toContain('"token"');
    }
  });
});

test('SES-01 SES-08: without IndexedDB the session lasts as long as the page, and a notice states that; a page that is left as soon as the home is shown finds its session again; the login works with throwing local storage', async ({
  page,
}) => {
  await test.step('without IndexedDB', async () => {
    const fault = await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'UnknownError');
      };
    });
    await app(page).logInByForm('admin', device);
    await expect(page.getByText('Your session is not stored')).toBeVisible();
    await page.reload();
    await app(page).expectPath('/auth');
    await fault.dispose();
  });

  await test.step('left as soon as the home is shown', async () => {
    const leaving = await page.addInitScript(() => {
      for (const name of ['pushState', 'replaceState'] as const) {
        const original = history[name];
        history[name] = function (...args) {
          original.apply(this, args);
          if (location.pathname !== '/administrator' || sessionStorage.getItem('left')) return;
          sessionStorage.setItem('left', 'yes');
          location.reload();
        };
      }
    });
    const isBack = () =>
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload' &&
      sessionStorage.getItem('left') === 'yes';
    await app(page).logInByForm('admin');
    await page.waitForFunction(isBack);
    await expect(page).toHaveURL(/\/administrator$/);
    await expect(page.getByRole('link', { name: /C\.R\.U\.D\. User/ })).toBeVisible();
    await leaving.dispose();
    await app(page).choose('Log out');
    await app(page).expectPath('/auth');
  });

  await test.step('throwing local storage', async () => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await app(page).logInByForm('admin', device);
    await page.reload();
    await expect(page.locator('#screen')).toBeAttached();
    await app(page).expectPath('/device');
  });
});
