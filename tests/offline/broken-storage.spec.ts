import { App, expect, serverForFile, testInstalled as test } from '../support/browser.ts';
import {
  bar,
  bringRows,
  changeStored,
  deviceOf,
  expectLive,
  expectStored,
  holdStores,
  onDevice,
  replaceStores,
  shownTails,
  stored,
  tails,
  visit,
} from './device.ts';

const server = serverForFile({ prepare: bringRows });

test('OFF-03: unreadable stored rows are skipped with one notice; the others are shown, and all are downloaded again; a store with only damaged responses counts as empty, without an error', async ({
  page,
  context,
}) => {
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

  await context.setOffline(true);
  await changeStored(page, 'cut');
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Some stored rows could not be read' })).toHaveCount(1);
  await expect(bar(page)).toContainText('No network.');
  await expect(app.dataRows).toHaveCount(0);
  await expect(app.alertDialog).toHaveCount(0);
  await context.setOffline(false);
  await expectLive(app);
});

test('SES-04 C54: a manipulated stored session ends without an error and without a row, also offline', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await context.setOffline(true);
  await page.evaluate(() => localStorage.setItem('downlink-session', '{"token":["x"],"userId":'));
  await page.reload();
  await app.expectPath('/auth');
  await expect(app.logInButton).toBeVisible();
  expect(await page.locator('body').innerText()).not.toMatch(/N00\d\dT/);
  await app.open('/akrxAll');
  await app.expectPath('/auth');
});

test('OFF-03: without IndexedDB the list is live, with one notice', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(navigator, 'storageBuckets', { value: undefined });
  });
  const app = new App(page, server.current.url);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expectLive(app);
  const notice = page.getByRole('alert').filter({ hasText: 'Offline storage is unavailable' });
  await expect(notice).toHaveCount(1);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
  await expect(notice).toHaveCount(1);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('main')).toContainText('this list is not stored yet');
  await expect(app.alertDialog).toHaveCount(0);
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
  const app = new App(page, server.current.url);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expectLive(app);
  const notice = page.getByRole('alert').filter({ hasText: 'Stored data cannot be opened' });
  await expect(notice).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await notice.getByRole('link', { name: 'Clear all stored data' }).click();
  await expect(page.getByRole('heading')).toContainText('This device has been reset');
});

test('OFF-03: a store that never responds delays nothing', async ({ page, context }) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
      return name.startsWith('u-') ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, name, version);
    };
  });
  const app = new App(page, server.current.url);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expectLive(app);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('main')).toContainText('this list is not stored yet');
});

test('OFF-03: a store changed by a newer version of the app is recreated and filled again, with a notice', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await replaceStores(page);
  await page.reload();
  await expectLive(app);
  await expect(page.getByRole('alert').filter({ hasText: 'Stored data was damaged' })).toHaveCount(1);
  await onDevice(page);
});

test('OFF-03: a store locked by another page is reported only if the lock stays, and is used as soon as it is free', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
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
  // It is one that a newer version of the app has changed: with the next answer that is seen, mended and said.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Stored data was damaged' })).toHaveCount(1);
  await onDevice(page);
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
  const app = new App(page, server.current.url);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expectLive(app);
  const notice = page.getByRole('alert').filter({ hasText: "This device's storage is full" });
  await expect(notice).toHaveCount(1);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
  await expect(notice).toHaveCount(1);
  expect((await deviceOf(page)).text).not.toContain('N00');
  await expect(app.alertDialog).toHaveCount(0);
});

test('C54: the repair page takes everything away that the app has stored', async ({ page }) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await app.open('/reset');
  await expect(page.getByRole('heading')).toContainText('This device has been reset');
  await page.getByRole('link', { name: 'Open Downlink' }).click();
  await app.expectPath('/auth');
  expect(await deviceOf(page)).toEqual({ stores: [], text: '' });
});
