/**
 * A device whose storage is damaged, missing or full: the app starts, says so once, and goes on live.
 * Must not: reach into the app; the storage is broken as a browser breaks it.
 */
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

test('OFF-03: stored rows that cannot be read are left out, which is said once; the others are shown, and fetched anew; one in which every answer is cut off is as good as empty, and no reason for an error', async ({
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

test('SES-04 C54: a stored session that was tampered with ends without an error and without a row, also without a network', async ({
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

test('OFF-03: without IndexedDB the list is live, and the person is told once', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(navigator, 'storageBuckets', { value: undefined });
  });
  const app = new App(page, server.current.url);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expectLive(app);
  const notice = page.getByRole('alert').filter({ hasText: 'This device keeps no copies' });
  await expect(notice).toHaveCount(1);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
  await expect(notice).toHaveCount(1);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('main')).toContainText('nothing of this list is stored yet');
  await expect(app.alertDialog).toHaveCount(0);
});

test('OFF-03: with a store that cannot be opened, nor made anew, the list is live, and the notice leads to the repair', async ({
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
  const notice = page.getByRole('alert').filter({ hasText: 'The stored copies cannot be opened' });
  await expect(notice).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await notice.getByRole('link', { name: 'Clear all that this app has stored' }).click();
  await expect(page.getByRole('heading')).toContainText('This device has been reset');
});

test('OFF-03: a store that never answers holds nothing up', async ({ page, context }) => {
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
  await expect(page.getByRole('main')).toContainText('nothing of this list is stored yet');
});

test('OFF-03: a store that a newer version of the app has changed is made anew and filled again, which is said', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await replaceStores(page);
  await page.reload();
  await expectLive(app);
  await expect(page.getByRole('alert').filter({ hasText: 'The stored copies were damaged' })).toHaveCount(1);
  await onDevice(page);
});

test('OFF-03: a store that another page holds is told only when it does not let go, and is used as soon as it does', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
  // A page of this origin without the app in it: the app's own pages let go at once.
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
  await expect(page.getByRole('alert').filter({ hasText: 'The stored copies were damaged' })).toHaveCount(1);
  await onDevice(page);
});

test('OFF-03: on a full device the list is live, and the person is told once that no copies are kept', async ({
  page,
}) => {
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
