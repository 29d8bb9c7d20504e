import type { Page } from 'playwright/test';
import { App, expect, serverForFile, test, testInstalled } from '../support/browser.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { mirrorOf, recordsOf } from '../support/stored-session.ts';
import {
  awaitNoStore,
  awaitOnDevice,
  bar,
  bringRows,
  deviceOf,
  expectLive,
  rowsOnDevice,
  shownTails,
  stored,
  storesOf,
  tails,
  visit,
} from './device.ts';

const server = serverForFile({ prepare: bringRows });
const aRow = /N00\d\dT|TEST MESSAGE/;

/** Everything that may stay on a device after a logout: none of these names a user. */
const ofTheDevice = /^downlink-(config|demo|appearance|reloaded-at)$/;
/** Members of history.state that the router writes. */
const ofTheRouter = /^(key|__TSR_key|__TSR_index|__hashScrollIntoViewOptions|isAfterLogIn)$/;

/** A map view and a page size: entries in localStorage that name the user. */
async function chooseView(app: App): Promise<void> {
  await app.go('/openstreetMap?lat=48.1&lon=11.6&zoom=9');
  await expect.poll(() => entriesOf(app.page)).toContain('map:');
}
async function choosePageSize(app: App): Promise<void> {
  await app.page.getByRole('combobox', { name: 'Rows per page' }).click();
  await app.page.getByRole('option', { name: '25', exact: true }).click();
  await expect.poll(() => entriesOf(app.page)).toContain('list:');
}
const entriesOf = (page: Page): Promise<string> => page.evaluate(() => Object.keys(localStorage).join());

/** No data of the list or the user anywhere that the page can reach: not on screen, not in a store, not in local storage, not in a cache. */
async function expectNothingLeft(page: Page): Promise<void> {
  await awaitNoStore(page);
  expect(await page.locator('body').innerText()).not.toMatch(aRow);
  const elsewhere = await page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
    const entries = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
    return { entries, state: Object.keys((history.state ?? {}) as object), cached: cached.join('\n') };
  });
  expect(elsewhere.entries.filter(([key]) => !ofTheDevice.test(key))).toEqual([]);
  expect(JSON.stringify(elsewhere.entries)).not.toMatch(aRow);
  expect(elsewhere.state.filter((member) => !ofTheRouter.test(member))).toEqual([]);
  expect(elsewhere.cached).not.toMatch(/\/api\//i);
}

test('C54 SES-07: a logout during requests and while rows are being stored leaves no row on the screen or on the device', async ({
  page,
}) => {
  const proxy = await startFaultProxy(server.current.url);
  const app = new App(page, proxy.url);
  const slab = proxy.hold(/AcarsMessage\/allUsers.*limit=1000/i, 'response');
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(10);
  await awaitOnDevice(page, 'N0009T');
  const held = [await slab];
  // One request with rows already on screen, one of a page that was never loaded.
  const refresh = proxy.hold(/AcarsMessage\/allUsers.*offset=0/i, 'response');
  await page.getByRole('button', { name: 'Refresh' }).click();
  held.push(await refresh);
  const next = proxy.hold(/AcarsMessage\/allUsers.*offset=10/i, 'response');
  await page.getByRole('button', { name: 'Next' }).click();
  held.push(await next);
  await app.choose('Log out');
  await app.expectPath('/auth');
  expect(held.map(({ request }) => request.status)).toEqual([200, 200, 200]);
  for (const { release } of held) release();
  await expect(app.logInButton).toBeVisible();
  await expectNothingLeft(page);
  await page.goBack();
  await expect(app.logInButton).toBeVisible();
  await expect(app.grid).toHaveCount(0);
  await expectNothingLeft(page);
  await proxy.close();
});

testInstalled(
  'C54 C17 SES-07 OFF-03: two tabs read the store at the same time, an offline logout in one at once deletes the stored rows and every entry of the user in both, and the server is notified later; at the end of the session the store is locked, and opens only for the same user: another user sees none of it, and it is deleted at that login; locked data is deleted after a day @clock',
  async ({ page, context }) => {
    const proxy = await startFaultProxy(server.current.url);
    const app = new App(page, proxy.url);
    await visit(app, 'byForm');
    await choosePageSize(app);

    await test.step('a logout with two tabs', async () => {
      const { token } = await mirrorOf(page);
      const second = new App(await context.newPage(), proxy.url);
      await second.open('/akrxAll?page=3');
      await expect(second.dataRows).toHaveCount(10);
      await context.setOffline(true);
      for (const one of [app, second]) {
        await one.page.reload();
        await expect(bar(one.page)).toContainText('Showing stored data');
        await expect.poll(async () => (await shownTails(one)).length).toBeGreaterThan(0);
      }
      // The map also writes its view when it is closed, which is after the logout here.
      await chooseView(second);
      await second.choose('Log out');
      for (const one of [app, second]) {
        await one.expectPath('/auth');
        await expectNothingLeft(one.page);
      }
      await second.open('/akrxAll');
      await second.expectPath('/auth');
      await expectNothingLeft(second.page);
      expect(proxy.to(/account\/logout/)).toEqual([]);
      await context.setOffline(false);
      await expect
        .poll(() => proxy.to(/account\/logout/).map((one) => one.headers.authorization))
        .toEqual([`Bearer ${token}`]);
      await expect.poll(() => recordsOf(page)).not.toContain(token);
      await second.page.close();
    });

    // With a size: the one chosen before may have reached the account.
    await app.go('/akrxAll?size=10');
    await app.expectPath('/auth');
    await app.fillLogIn('parser');
    await app.logInButton.click();
    await app.expectPath('/akrxAll');
    await expect(app.dataRows).toHaveCount(10);
    await rowsOnDevice(page);
    await choosePageSize(app);
    const [first] = await storesOf(page);
    expect(first).toMatch(/^u-[0-9a-f]{16}$/);
    await context.setOffline(true);
    await expect(bar(page)).toContainText('No network.');
    await endSession(app);
    expect(await page.locator('body').innerText()).not.toMatch(aRow);
    // Read when nothing is stored any more: until the end of the session the app stores what has arrived, and a picture of the list.
    const locked = await deviceOf(page);
    expect(locked.text).toContain(tails(stored - 1, stored)[0]);
    for (const from of ['/akrxAll?tail=N0042T', '/']) {
      await app.open(from);
      await app.expectPath('/auth');
      await expect(app.logInButton).toBeVisible();
      expect(await page.locator('body').innerText()).not.toMatch(aRow);
    }
    expect(await deviceOf(page), 'locked, not deleted').toEqual(locked);

    await test.step('the same user', async () => {
      await context.setOffline(false);
      const held = proxy.hold(/AcarsMessage\/allUsers/i);
      await app.logInByForm('parser', { from: '/akrxAll?size=10', lands: '/akrxAll' });
      const { release } = await held;
      await expect.poll(() => shownTails(app)).toEqual(tails(0, 10));
      await expect(page.getByRole('banner')).toContainText('Stored');
      release();
      await expectLive(app);
      expect(await entriesOf(page), 'the preferences of the same user').toContain('list:');
    });

    await test.step('another user', async () => {
      await endSession(app);
      // A screen without stored rows.
      await app.go('/device');
      await app.expectPath('/auth');
      await app.fillLogIn('admin');
      await failFirstDeletion(page);
      await app.logInButton.click();
      await app.expectPath('/device');
      // Tried again.
      await expect.poll(() => storesOf(page)).not.toContain(first);
      expect(await page.evaluate(() => (window as unknown as Deletions).deletions)).toBeGreaterThan(1);
      expect((await deviceOf(page)).text).not.toMatch(aRow);
      expect(await entriesOf(page)).not.toContain('list:');
      await context.setOffline(true);
      await app.go('/akrxAll');
      await expect(page.getByRole('main')).toContainText('this list is not stored yet');
      await expect(app.dataRows).toHaveCount(0);
    });

    await test.step('a day later', async () => {
      await context.setOffline(false);
      await expect(app.dataRows).toHaveCount(10);
      await awaitOnDevice(page, 'N0009T');
      // An exchange of preferences that are none leaves no entry that names the user.
      const { token } = await mirrorOf(page);
      await expect
        .poll(() => proxy.to(/preferences/i).map((one) => one.headers.authorization))
        .toContain(`Bearer ${token}`);
      await endSession(app);
      expect(await storesOf(page)).toHaveLength(1);
      await page.clock.fastForward(24 * 3600_000);
      await expectNothingLeft(page);
    });
    await proxy.close();
  },
);

async function endSession(app: App): Promise<void> {
  await app.page.clock.fastForward(29_000_000);
  await app.expectPath('/auth');
}

type Deletions = { deletions: number };
/** The browser refuses to delete a store once. */
async function failFirstDeletion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counter = Object.assign(window, { deletions: 0 });
    const { storageBuckets } = navigator as unknown as { storageBuckets: { delete(name: string): Promise<void> } };
    const original = storageBuckets.delete.bind(storageBuckets);
    storageBuckets.delete = async (name) => {
      counter.deletions++;
      if (counter.deletions === 1) throw new DOMException('Busy.', 'UnknownError');
      return original(name);
    };
  });
}
