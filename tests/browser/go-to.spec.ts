import type { Locator, Page } from 'playwright/test';
import { openDatabase } from '../../server/database/pool.ts';
import { awaitResponse } from '../offline/device.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf } from '../support/layout.ts';
import { acarsdecLine } from '../support/messages.ts';
import { addStation } from '../support/stations.ts';

const server = serverForFile({
  prepare: async (it) => {
    const db = openDatabase({ url: it.databaseUrl }, { max: 1 });
    await addStation(db, '7001', ['RX-One', 'RX-Two']);
    await db.close();
    const tails = { 'RX-One': 'N7001A', 'rx-TWO': 'N7001B', 'RX-Other': 'N7002A' };
    await it.import(
      Object.entries(tails).map(([station, tail]) => acarsdecLine({ station, tail, text: `by ${station}` })),
    );
  },
});

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Go to' });
const options = (page: Page): Locator => dialog(page).getByRole('option');
const input = (page: Page): Locator => dialog(page).getByRole('combobox');
async function type(page: Page, typed: string, first: string | RegExp): Promise<void> {
  if ((await dialog(page).count()) === 0) await page.keyboard.press('Control+k');
  await input(page).fill(typed);
  await expect(options(page).first()).toContainText(first);
}
async function goTo(page: Page, typed: string, first: string | RegExp, key = 'Enter'): Promise<void> {
  await type(page, typed, first);
  await page.keyboard.press(key);
  await expect(dialog(page)).toHaveCount(0);
}

test('C118 OFF-03 C54: Ctrl K finds aircraft, stations, airports, screens and actions on the device, without a network too; watched and recent entries are first, on a phone too; a logout removes them from the device, and the account keeps the watched ones', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  const sendAirports = await holdRoute(page, /\/api\/v1\/airport\b/);
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(3);
  // A receiver of this station begins with the code.
  await type(page, 'LROP', '1001');
  await expect(dialog(page).getByText('Loading the airports …')).toBeVisible();
  await sendAirports();

  await test.step('watched and recent entries', async () => {
    await type(page, 'n7002a', 'N7002A');
    await expectPartAccessible(page, 'dialog[open]', 'results');
    // The star is the last control: the focus wraps.
    await page.keyboard.press('Shift+Tab');
    const star = dialog(page).getByRole('button', { name: 'Watch N7002A' });
    await star.focus();
    const inAccount = page.waitForResponse(
      (response) => response.url().endsWith('/Preferences') && !!response.request().postData()?.includes('N7002A'),
    );
    await page.keyboard.press('Enter');
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await inAccount;
    await page.keyboard.press('Escape');
    await goTo(page, 'rx-one', '7001', 'Tab');
    await expect(app.dataRows).toHaveCount(2);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.keyboard.press('Control+k');
    await expect(dialog(page).getByRole('group', { name: 'Watched' }).getByRole('option')).toHaveText(/N7002A/);
    await expect(dialog(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(/7001/);
    await expect.poll(() => boxOf(dialog(page))).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    const heights = await options(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([44]));
    await expectPartAccessible(page, 'dialog[open]', 'watched and recent on a phone');
    await page.keyboard.press('Escape');

    await app.go('/logout');
    await app.expectPath('/auth');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^(watched|recent):/.test(key))))
      .toEqual([]);
    // Drawn sooner than the home.
    await app.go('/device');
    await app.expectPath('/auth');
    await app.fillLogIn('admin');
    await app.logInButton.click();
    await app.expectPath('/device');
    await expect(page.locator('#screen')).toBeAttached();
    await page.keyboard.press('Control+k');
    // The star follows the account to any device. What was opened here does not.
    await expect(options(page).first()).toContainText('N7002A');
    await expect(dialog(page).getByRole('group', { name: 'Watched' }).getByRole('option')).toHaveCount(1);
    await expect(dialog(page).getByRole('group', { name: 'Recent' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await page.setViewportSize({ width: 1280, height: 860 });
  await app.go('/akrxAll');
  await expect(app.dataRows).toHaveCount(3);
  await type(page, 'n7001', 'N7001A');
  await expect(dialog(page)).toContainText(/found on this device, as of (\d+ \w+ \d{4}, )?\d\d:\d\dZ/);
  const place = await boxOf(dialog(page));
  expect([place.width, place.height]).toEqual([680, 560]);
  // Airports may arrive on the device only now.
  await input(page).fill('LROP');
  await expect(dialog(page).getByRole('group', { name: 'Best match' })).toContainText('LROP');
  await expect(dialog(page).getByText('Loading the airports …')).toHaveCount(0);
  // Results of the server are delayed: the shown results stay in place.
  const release = await holdRoute(page, /\/api\/v1\/airline\?/);
  await type(page, 'airl', 'Airlines');
  const places = () =>
    options(page).evaluateAll((all) => all.slice(0, 3).map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await places();
  await release();
  await expect(dialog(page).getByRole('group', { name: 'From the server' })).toBeVisible();
  expect(await places()).toEqual(before);
  await page.unrouteAll({ behavior: 'wait' });
  await input(page).fill('no such thing anywhere in the app');
  const none = /^No messages with “no such thing anywhere in the app”, last 24\s*h\s*$/;
  await expect(options(page)).toHaveText([none]);
  await expect.poll(() => boxOf(dialog(page))).toEqual(place);
  await page.keyboard.press('Escape');

  await goTo(page, 'dark', 'Dark colours');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await goTo(page, 'add user', 'Add user');
  await app.expectPath('/addUser');
  await goTo(page, 'LROP', /^LROP/);
  await expect.poll(() => app.path()).toMatch(/^\/airports?\/\w+$/);
  await goTo(page, 'station 7001', '7001', 'Tab');
  await app.expectPath('/akrxAll');
  await expect(app.dataRows).toHaveCount(2);
  await expect(app.grid).toContainText('N7001A');
  await expect(app.grid).toContainText('N7001B');

  await awaitResponse(page, 'ADD-stationNames');
  await awaitResponse(page, 'ADD-findIndex');
  await context.setOffline(true);
  await type(page, 'N-7001b', 'N7001B');
  await expect(dialog(page)).toContainText(/last received (\d+ \w+ \d{4}, )?\d\d:\d\dZ/);
  await expect(dialog(page)).toContainText(/found on this device, as of (\d+ \w+ \d{4}, )?\d\d:\d\dZ/);
  await page.keyboard.press('Tab');
  await expect(app.dataRows).toHaveCount(1);
  await expect(app.grid).toContainText('N7001B');
  await app.go('/akrxAll?stationId=7001');
  await expect(app.dataRows).toHaveCount(2);
  await expect(app.grid).not.toContainText('N7002A');
  await app.go('/akrxAll?stationId=rx-two');
  await expect(app.dataRows).toHaveCount(1);
  await expect(app.grid).toContainText('N7001B');
});
