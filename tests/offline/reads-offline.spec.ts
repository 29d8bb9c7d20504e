import { App, expect, serverForFile, test, testInstalled } from '../support/browser.ts';
import { recordsOf } from '../support/stored-session.ts';
import {
  awaitNoStore,
  awaitResponse,
  badge,
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
  storesOf,
  tails,
  toVersion4,
  visit,
} from './device.ts';

const server = serverForFile({ prepare: bringRows });

testInstalled(
  'S08 OFF-02 OFF-03 OFF-05 SES-04 C22 C23 C25 C51 C54: after one visit the list opens offline, after a load, on a deep link and on a phone, is paged to its end, sorted and filtered, with exact counts of stored rows, and becomes live again automatically; a list that was never opened is reported as not stored yet; a store written by version 4 is read offline after the update; unreadable stored rows are skipped with one notice; the others are shown, and all are downloaded again; a store with only damaged responses counts as empty, without an error; a store locked by another page is reported only if the lock stays, and is used as soon as it is unlocked; a store changed by a newer version of the app is recreated and filled again, with a notice; a manipulated stored session ends without an error and shows no row, also offline; the repair page removes everything that the app has stored @clock',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await visit(app);
    await expectLive(app);

    await testInstalled.step(
      'with an intermittent network each row is shown once, without a dialog, and live rows when it is stable',
      async () => {
        for (let round = 0; round < 2; round++) {
          await context.setOffline(true);
          await expect(bar(page)).toContainText('No network.');
          await expect(badge(page)).not.toContainText('Live');
          await page.getByRole('button', { name: 'Refresh' }).click();
          await expect(badge(page)).toContainText(/Stored|Loaded/);
          await context.setOffline(false);
          await expect(bar(page)).toHaveCount(0);
        }
        await expectLive(app);
        expect(await shownTails(app)).toEqual(tails(0, 10));
        await expect(page.getByRole('alert')).toHaveCount(0);
      },
    );

    const live = await app.rowTexts();
    await context.setOffline(true);
    await app.open('/akrxAll?page=4&size=10');
    await expect(app.pageLabel).toHaveText('Page 4');
    await expectStored(app, 'No network.');
    expect(await shownTails(app)).toEqual(tails(30, 40));
    await app.go('/akrxAll');
    await expect.poll(() => app.rowTexts()).toEqual(live);
    // Code that was not loaded before.
    const opener = page.getByRole('button', { name: /all fields/i }).first();
    await opener.click();
    await expect(page.getByRole('region', { name: 'Text', exact: true })).toBeVisible();
    await opener.click();

    const pager = page.getByRole('navigation', { name: 'Pages' });
    await expect(pager).toContainText(`1 to 10 of ${stored}`);
    for (let number = 1; number < 6; number++) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(app.pageLabel).toHaveText(`Page ${number + 1}`);
      await expect.poll(() => shownTails(app)).toEqual(tails(number * 10, number * 10 + 10));
    }
    await expect(pager).toContainText(`51 to 60 of ${stored}`);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();

    const header = app.headers().filter({ hasText: /^Tail/ });
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => shownTails(app)).toEqual(tails(50, 60).reverse());

    await app.filter.set('Text', 'message 5');
    await app.filter.search();
    await expect(pager).toContainText('1 to 10 of 11');
    await app.filter.set('Tail', 'N0057T');
    await app.filter.search();
    await expect(pager).toContainText('1 to 1 of 1');
    expect(await shownTails(app)).toEqual(tails(57, 58));
    await app.filter.set('Flight', 'NOBODY');
    await app.filter.search();
    await app.settle();
    await expect(page.getByText('There are no data for previous day or entered serach term.')).toBeVisible();
    await expect(page.getByText('Only stored messages were searched.')).toBeVisible();
    await app.filter.reset();
    await expect(pager).toContainText(`1 to 10 of ${stored}`);

    await app.go('/akrxAll?tail=n0042t');
    await expect(app.dataRows).toHaveCount(1);
    expect(await shownTails(app)).toEqual(tails(42, 43));
    await expect(app.filter.button).toHaveText(/FILTER ON/);

    await testInstalled.step('cards on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await app.go('/akrxAll?tail=N0055T');
      const main = page.getByRole('main');
      await expect(app.grid).toHaveCount(0);
      await expect(main).toContainText('N0055T');
      await expect(main).not.toContainText('N0042T');
      await expect(main).not.toContainText('N0000T');
      await expect(main).toContainText('1 stored');
      await expect(bar(page)).toContainText('No network.');
      await page.setViewportSize({ width: 1280, height: 860 });
    });

    await app.go('/acarsWithExtData');
    await expect(page.getByRole('heading', { level: 1, name: 'ACARS per aircraft' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('No network connection and this list is not stored yet.');
    await expect(bar(page)).toContainText('No network.');
    await expect(app.alertDialog).toHaveCount(0);
    await context.setOffline(false);
    await expectLive(app);
    expect(await shownTails(app)).toEqual(tails(0, 10));
    await app.go('/akrxAll?page=4');
    await expectLive(app);
    await expect(app.pageLabel).toHaveText('Page 4');
    expect(await shownTails(app)).toEqual(tails(30, 40));

    // An update of the app that is first opened offline: the data of the previous version is still stored.
    await testInstalled.step('a store written by version 4', async () => {
      await awaitResponse(page, '"kind":"response"');
      await app.go('/airports');
      await expect(page.getByRole('heading', { level: 1, name: 'Airports' })).toBeVisible();
      await awaitResponse(page, '"kind":"full"');
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await expect(pages).toContainText(/1-10 of /);
      const airports = await pages.textContent();
      // A page of this origin without the app.
      await page.goto(`${server.current.url}/manifest.webmanifest`);
      const { pages: pageCount, wholes, answers } = await toVersion4(page);
      expect(pageCount).toBeGreaterThan(0);
      expect(answers).toBeGreaterThan(0);
      expect(wholes).toBeGreaterThan(0);

      await context.setOffline(true);
      await app.open('/akrxAll');
      await expectStored(app, 'No network.');
      await expect.poll(() => shownTails(app)).toEqual(tails(0, 10));
      await app.go('/airports');
      await expect(pages).toHaveText(airports ?? '');
      await expectStored(app, 'No network.');
      await expect(page.getByRole('alert')).toHaveCount(0);
      for (const kind of ['page', 'full', 'response']) await awaitResponse(page, `"kind":"${kind}"`);
    });

    await testInstalled.step('unreadable rows', async () => {
      await context.setOffline(false);
      await app.go('/akrxAll');
      await expectLive(app);
      await rowsOnDevice(page);
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

      // A page of this origin without the app: pages of the app close their connection at once.
      const other = await context.newPage();
      await other.goto(`${server.current.url}/manifest.webmanifest`);
      await page.goto(`${server.current.url}/manifest.webmanifest`);
      await replaceStores(page);
      const letGo = await holdStores(other);
      await app.open('/akrxAll');
      await expectLive(app);
      // The app waits for a store for 2 s.
      await page.clock.fastForward(2000);
      const locked = page.getByRole('alert').filter({ hasText: 'Close the other tabs of this app' });
      await expect(locked).toHaveCount(1);
      await letGo();
      // This store was changed by a newer version of the app: the next response detects, repairs and reports it.
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Stored data was damaged' })).toHaveCount(1);
      await rowsOnDevice(page);

      await context.setOffline(true);
      await page.evaluate(() => localStorage.setItem('downlink-session', '{"token":["x"],"userId":'));
      await page.reload();
      await app.expectPath('/auth');
      await expect(app.logInButton).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('downlink-session'))).toBeNull();
      expect(await recordsOf(page)).not.toContain('"token"');
      expect(await page.locator('body').innerText()).not.toMatch(/N00\d\dT/);
      await app.go('/akrxAll');
      await app.expectPath('/auth');
      await context.setOffline(false);
      expect(await storesOf(page)).toHaveLength(1);
      await app.open('/reset');
      await page.getByRole('button', { name: 'Reset this device' }).click();
      await expect(page.getByRole('heading')).toContainText('This device has been reset');
      await page.getByRole('link', { name: 'Open Downlink' }).click();
      await app.expectPath('/auth');
      await awaitNoStore(page);
    });
  },
);

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
  await expect(bar(app.page)).toContainText('No network.');
  await expect(app.page.getByRole('main')).toContainText('this list is not stored yet');
  await expect(app.alertDialog).toHaveCount(0);
  await app.page.context().setOffline(false);
}

/** No store opens until `letOpen` is called. */
function opensLate(): void {
  const { open } = IDBFactory.prototype;
  let letOpen = (): void => {};
  const isLet = new Promise<void>((resolve) => {
    letOpen = resolve;
  });
  Object.assign(window, { letOpen });
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
    if (!name.startsWith('u-')) return open.call(this, name, version);
    const late = new EventTarget() as IDBOpenDBRequest;
    void isLet.then(() => {
      const request = open.call(this, name, version);
      for (const key of ['result', 'transaction', 'error'] as const)
        Object.defineProperty(late, key, { get: () => request[key] });
      for (const event of ['success', 'error', 'blocked', 'upgradeneeded'] as const)
        request.addEventListener(event, (happened) => late[`on${event}`]?.call(late, happened as never));
    });
    return late;
  };
}

testInstalled(
  'OFF-03: a store that opens late is never called empty on any kind of screen, and shows its rows when it opens @clock',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await visit(app);
    await page.addInitScript(opensLate);
    await context.setOffline(true);
    await app.open('/akrxAll');
    const main = page.getByRole('main');
    const reading = 'No network connection. Data stored on this device is still being read.';
    // Up to what a busy phone was seen to need.
    for (const ms of [1000, 2000, 7000, 20_000]) {
      await page.clock.fastForward(ms);
      await expect(main).toContainText(reading);
    }
    for (const path of ['/overview', '/stationStatus', '/tail/N0001T', '/station/1001', '/statistics']) {
      await app.go(path);
      await expect(main, path).toContainText(reading);
    }
    await app.go('/openstreetMap');
    await expect(main).toContainText('Positions stored on this device are still being read.');
    await app.go('/device');
    await expect(main.getByRole('region', { name: 'Lists and records' })).toContainText(
      'Stored data is still being read.',
    );
    await app.go('/akrxAll');
    await expect(main).toContainText(reading);
    await expect(main).not.toContainText('not stored');
    await page.evaluate(() => (window as unknown as { letOpen(): void }).letOpen());
    await expect.poll(() => shownTails(app)).toEqual(tails(0, 10));
  },
);

/** Faults of the storage, as scripts that run before the app. */
const faults = {
  fullDevice: () => {
    type Buckets = { open(name: string, options?: object): Promise<unknown> };
    const { storageBuckets } = navigator as unknown as { storageBuckets: Buckets };
    const prototype = Object.getPrototypeOf(storageBuckets) as Buckets;
    const { open } = prototype;
    prototype.open = function (this: Buckets, name) {
      return open.call(this, name, { quota: 1 });
    };
  },
  cannotBeOpened: () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
      if (!name.startsWith('u-')) return open.call(this, name, version);
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
  },
  isMissing: () => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(navigator, 'storageBuckets', { value: undefined });
    // The browser grants the second request.
    let requested = 0;
    navigator.storage.persisted = async () => requested > 1;
    navigator.storage.persist = async () => {
      requested += 1;
      return requested > 1;
    };
  },
};

test('OFF-03 C119: the list is live on a full device, with one notice that nothing is stored; with a store that can be neither opened nor recreated, with a notice that links to the repair; and without IndexedDB, with one notice, and a screen of stored data that works and reports it; the decision of the browser replaces its button @clock', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  const way = { from: '/akrxAll', lands: '/akrxAll' };

  await test.step('a full device', async () => {
    const fault = await page.addInitScript(faults.fullDevice);
    await app.logInAs('parser', way);
    await expectOnlyLive(app, "This device's storage is full");
    expect((await deviceOf(page)).text).not.toContain('N00');
    await expect(app.alertDialog).toHaveCount(0);
    await fault.dispose();
  });

  await test.step('a store that can be neither opened nor recreated', async () => {
    const fault = await page.addInitScript(faults.cannotBeOpened);
    await app.open('/akrxAll');
    await expectOnlyLive(app, 'Stored data cannot be opened');
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.getByRole('alert').getByRole('link', { name: 'Clear all stored data' }).click();
    await page.getByRole('button', { name: 'Reset this device' }).click();
    await expect(page.getByRole('heading')).toContainText('This device has been reset');
    await fault.dispose();
    // The login is removed, too.
    await page.getByRole('link', { name: 'Open Downlink' }).click();
    await app.expectPath('/auth');
  });

  await test.step('no IndexedDB', async () => {
    await page.addInitScript(faults.isMissing);
    // A stored session would need it.
    await app.logInByForm('parser', way);
    await expectNothingOffline(await expectOnlyLive(app, 'Offline storage is unavailable'));

    await app.go('/device');
    const main = page.getByRole('main');
    await expect(main.getByRole('alert').filter({ hasText: 'Offline storage is unavailable' })).toBeVisible();
    await expect(main).toContainText(/Your lists and records\s*cannot be read/);
    const button = page.getByRole('button', { name: 'Request persistent storage', exact: true });
    await button.click();
    await expect(main.getByRole('status').filter({ hasText: 'The browser declined.' })).toBeVisible();
    await button.click();
    await expect(main.getByText('The browser does not clear this data automatically.')).toBeFocused();
  });
});
