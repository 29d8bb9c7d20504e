/**
 * C54: stored data belongs to one user. What a log-out, an end by time, another user and another tab leave on the device.
 * Must not: test the session itself (browser/session.spec.ts does).
 */
import type { Page } from 'playwright/test';
import { App, expect, serverForFile, testInstalled as test } from '../support/browser.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { bringRows, deviceOf, expectLive, expectStored, shownTails, tails, visit } from './device.ts';

const server = serverForFile({ prepare: bringRows });
const aRow = /N00\d\dT|TEST MESSAGE/;

/** Nothing of the list anywhere that the page can reach: not on screen, not in a store, not in local storage, not in a cache. */
async function expectNothingLeft(page: Page): Promise<void> {
  await expect.poll(() => deviceOf(page)).toEqual({ stores: [], text: '' });
  expect(await page.locator('body').innerText()).not.toMatch(aRow);
  const elsewhere = await page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
    return { local: JSON.stringify({ ...localStorage, ...sessionStorage }), cached: cached.join('\n') };
  });
  expect(elsewhere.local).not.toMatch(aRow);
  expect(elsewhere.cached).not.toMatch(/\/api\//i);
}

test('C54 SES-07: a log-out while answers are on their way leaves no row on the screen or on the device', async ({
  page,
}) => {
  const proxy = await startFaultProxy(server.current.url);
  const app = new App(page, proxy.url);
  await visit(app);
  // One that was asked for while rows stand, one of a page that was never seen.
  const refresh = proxy.hold(/AcarsMessage\/allUsers.*offset=0/i, 'answer');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const held = [await refresh];
  const next = proxy.hold(/AcarsMessage\/allUsers.*offset=10/i, 'answer');
  await page.getByRole('button', { name: 'Next' }).click();
  held.push(await next);
  await app.choose('Log out');
  await app.expectPath('/auth');
  expect(held.map(({ request }) => request.status)).toEqual([200, 200]);
  for (const { release } of held) release();
  await expect(app.logInButton).toBeVisible();
  await expectNothingLeft(page);
  await page.goBack();
  await expect(app.logInButton).toBeVisible();
  await expect(app.grid).toHaveCount(0);
  await expectNothingLeft(page);
  await proxy.close();
});

test('C54: a log-out while the device is being filled leaves nothing on it', async ({ page }) => {
  const proxy = await startFaultProxy(server.current.url);
  const app = new App(page, proxy.url);
  const slab = proxy.hold(/AcarsMessage\/allUsers.*limit=1000/i, 'answer');
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(10);
  const { request, release } = await slab;
  await app.choose('Log out');
  await app.expectPath('/auth');
  expect(request.status).toBe(200);
  release();
  await expectNothingLeft(page);
  await proxy.close();
});

test('C54 C17: a log-out without a network deletes what is stored at once', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await context.setOffline(true);
  await page.reload();
  await expectStored(app, 'No network.');
  await app.choose('Log out');
  await app.expectPath('/auth');
  await expectNothingLeft(page);
  await app.open('/akrxAll');
  await app.expectPath('/auth');
  await expectNothingLeft(page);
});

test('C54 OFF-03: at the end of the session the store is locked, and opens for the same user alone', async ({
  page,
  context,
}) => {
  const proxy = await startFaultProxy(server.current.url);
  const app = new App(page, proxy.url);
  await page.clock.install();
  await visit(app);
  const before = await deviceOf(page);
  await context.setOffline(true);
  await page.clock.fastForward(29_000_000);
  await app.expectPath('/auth');
  expect(await page.locator('body').innerText()).not.toMatch(aRow);
  for (const path of ['/akrxAll', '/akrxAll?tail=N0042T', '/']) {
    await app.open(path);
    await app.expectPath('/auth');
    await expect(app.logInButton).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(aRow);
  }
  expect(await deviceOf(page), 'locked, not deleted').toEqual(before);

  await context.setOffline(false);
  const held = proxy.hold(/AcarsMessage\/allUsers/i);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  const { release } = await held;
  await expectStoredOf(app, tails(0, 10));
  release();
  await expectLive(app);
  await proxy.close();
});

test('C54: what was locked is gone after a day', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await page.clock.install();
  await visit(app);
  await context.setOffline(true);
  await page.clock.fastForward(29_000_000);
  await app.expectPath('/auth');
  expect((await deviceOf(page)).stores).toHaveLength(1);
  await page.clock.fastForward(24 * 3600_000);
  await expectNothingLeft(page);
});

test('C54: another user sees nothing of it, and what was stored goes at that log-in', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await page.clock.install();
  await visit(app);
  const [first] = (await deviceOf(page)).stores;
  expect(first).toMatch(/^u-[0-9a-f]{16}$/);
  await page.clock.fastForward(29_000_000);
  await app.expectPath('/auth');
  await app.logInByForm('admin', { lands: '/administrator' });
  await expect.poll(async () => (await deviceOf(page)).stores).not.toContain(first);
  expect((await deviceOf(page)).text).not.toMatch(aRow);
  await context.setOffline(true);
  await app.open('/akrxAll');
  await expect(page.getByRole('main')).toContainText('nothing of this list is stored yet');
  await expect(app.dataRows).toHaveCount(0);
});

test('C54 SES-07: two tabs read the store side by side, and a log-out in one empties both', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
  const other = await context.newPage();
  const second = new App(other, server.current.url);
  await second.open('/akrxAll?page=3');
  await expect(second.dataRows).toHaveCount(10);
  await context.setOffline(true);
  for (const one of [app, second]) {
    await one.page.reload();
    await expectStored(one, 'No network.');
  }
  expect(await shownTails(second)).toEqual(tails(20, 30));
  await second.choose('Log out');
  for (const one of [app, second]) {
    await one.expectPath('/auth');
    await expectNothingLeft(one.page);
  }
});

async function expectStoredOf(app: App, wanted: readonly string[]): Promise<void> {
  await expect.poll(() => shownTails(app)).toEqual(wanted);
  await expect(app.page.getByRole('banner')).toContainText('Stored');
}
