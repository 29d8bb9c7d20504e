import type { Page } from 'playwright/test';
import { App, expect, serverForFile, test, testInstalled } from '../support/browser.ts';
import {
  awaitNoStore,
  bar,
  bringRows,
  changeStored,
  deviceOf,
  expectLive,
  expectStored,
  holdStores,
  replaceStores,
  rowsOnDevice,
  shownTails,
  stored,
  tails,
  visit,
  visitRows,
} from './device.ts';

const server = serverForFile({ prepare: bringRows });

testInstalled(
  'OFF-03 SES-04 C54: unreadable stored rows are skipped with one notice; the others are shown, and all are downloaded again; a store with only damaged responses counts as empty, without an error; a manipulated stored session ends without an error and shows no row, also offline',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await visit(app);
    await context.setOffline(true);
    expect(await changeStored(page, 'nulls')).toBeGreaterThan(0);
    await page.reload();
    await expectStored(app, 'No network.');
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await expect(pager).toContainText(`1 to 10 of ${stored - 5}`);
    const notice = page.getByRole('alert').filter({ hasText: 'Some stored rows could not be read' });
    await expect(notice).toHaveCount(1);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
    await expect(notice).toHaveCount(1);
    await context.setOffline(false);
    await expectLive(app);
    await expect(pager).toContainText(`11 to 20 of ${stored}`);
    // Of the repeated downloads this one is stored last.
    await rowsOnDevice(page);

    await context.setOffline(true);
    await changeStored(page, 'cut');
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'Some stored rows could not be read' })).toHaveCount(1);
    await expect(bar(page)).toContainText('No network.');
    await expect(app.dataRows).toHaveCount(0);
    await expect(app.alertDialog).toHaveCount(0);
    await context.setOffline(false);
    await expectLive(app);
    await rowsOnDevice(page);

    await context.setOffline(true);
    await page.evaluate(() => localStorage.setItem('downlink-session', '{"token":["x"],"userId":'));
    await page.reload();
    await app.expectPath('/auth');
    await expect(app.logInButton).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(/N00\d\dT/);
    await app.go('/akrxAll');
    await app.expectPath('/auth');
  },
);

async function openLive(page: Page): Promise<App> {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  return app;
}
/** The list and its next page are loaded from the server, with one notice, or with none if no text is given. */
async function expectOnlyLive(app: App, notice?: string): Promise<App> {
  await expectLive(app);
  const notices = app.page.getByRole('alert').filter({ hasText: notice ?? '' });
  const count = notice === undefined ? 0 : 1;
  await expect(notices).toHaveCount(count);
  await app.page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
  await expect(notices).toHaveCount(count);
  return app;
}
async function expectNothingOffline(app: App): Promise<void> {
  await app.page.context().setOffline(true);
  await app.page.getByRole('button', { name: 'Next' }).click();
  await expect(app.page.getByRole('main')).toContainText('this list is not stored yet');
  await expect(app.alertDialog).toHaveCount(0);
}

test('OFF-03: without IndexedDB the list is live, with one notice', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(navigator, 'storageBuckets', { value: undefined });
  });
  const app = new App(page, server.current.url);
  // A stored session would need it.
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expectNothingOffline(await expectOnlyLive(app, 'Offline storage is unavailable'));
});

test('OFF-03: with a store that can be neither opened nor recreated the list is live, and the notice links to the repair', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
      if (!name.startsWith('u-')) return open.call(this, name, version);
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
  });
  const app = await openLive(page);
  await expectOnlyLive(app, 'Stored data cannot be opened');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('alert').getByRole('link', { name: 'Clear all stored data' }).click();
  await expect(page.getByRole('heading')).toContainText('This device has been reset');
});

test('OFF-03: a store that never responds delays nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
      return name.startsWith('u-') ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, name, version);
    };
  });
  await expectNothingOffline(await expectOnlyLive(await openLive(page)));
});

test('OFF-03: on a full device the list is live, with one notice that nothing is stored', async ({ page }) => {
  await page.addInitScript(() => {
    type Buckets = { open(name: string, options?: object): Promise<unknown> };
    const { storageBuckets } = navigator as unknown as { storageBuckets: Buckets };
    const prototype = Object.getPrototypeOf(storageBuckets) as Buckets;
    const { open } = prototype;
    prototype.open = function (this: Buckets, name) {
      return open.call(this, name, { quota: 1 });
    };
  });
  const app = await openLive(page);
  await expectOnlyLive(app, "This device's storage is full");
  expect((await deviceOf(page)).text).not.toContain('N00');
  await expect(app.alertDialog).toHaveCount(0);
});

test('OFF-03 C54: a store locked by another page is reported only if the lock stays, and is used as soon as it is unlocked; a store changed by a newer version of the app is recreated and filled again, with a notice; the repair page removes everything that the app has stored', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await visitRows(app);
  // A page of this origin without the app: pages of the app close their connection at once.
  const other = await context.newPage();
  await other.goto(`${server.current.url}/manifest.webmanifest`);
  await page.goto(`${server.current.url}/manifest.webmanifest`);
  await replaceStores(page);
  const letGo = await holdStores(other);
  await app.open('/akrxAll');
  await expectLive(app);
  const notice = page.getByRole('alert').filter({ hasText: 'Close the other tabs of this app' });
  await expect(notice).toHaveCount(1);
  await letGo();
  // This store was changed by a newer version of the app: the next response detects, repairs and reports it.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Stored data was damaged' })).toHaveCount(1);
  await rowsOnDevice(page);

  await app.open('/reset');
  await expect(page.getByRole('heading')).toContainText('This device has been reset');
  await page.getByRole('link', { name: 'Open Downlink' }).click();
  await app.expectPath('/auth');
  await awaitNoStore(page);
});
