/** Lists that read well: rows that fill the window, wide text, ranges, views for reading, saved views. */
import type { Page } from 'playwright/test';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { copiedText } from '../support/clipboard.ts';
import { textOf } from '../support/exported.ts';
import { frame, storeFrames } from '../support/frames.ts';
import { boxOf } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const place = { lat: 47.1, lon: 24.3, alt: 19_000 };
const server = serverForFile({ prepare: (it) => it.import(series(120, (index) => (index === 1 ? place : {}))) });
const path = '/akrxAll';

async function open(page: Page): Promise<App> {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: path, lands: path });
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toBeVisible();
  return app;
}
/** To a screen that is no list, and costs little. */
async function leave(app: App): Promise<void> {
  await app.go('/device');
  await expect(app.page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
}
const options = (page: Page) => page.getByRole('listbox', { name: 'ACARS raw (all data)' }).getByRole('option');
const selected = (page: Page) => page.getByRole('option', { selected: true });
const message = (page: Page) => page.getByRole('region', { name: 'Selected message' });
const sizes = (page: Page) => page.getByRole('combobox', { name: 'Rows per page' });
const search = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

test('rows fill the window, text takes the free width, a preset starts the search; no archive is offered where there is none; each setting stays for the next visit until Back to default; Read shows the selected message, decoded on this device; j and k continue across pages; offline too; a phone keeps cards; frames have the same views; a saved view contains filters, range, order and view and is shared in the company; its link shows the same to another user, and names the parts that the user lacks', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const requested: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/acarsmessage\/allusers$/i.test(url.pathname)) requested.push(url.searchParams);
  });
  const archive = page.waitForResponse((response) => response.url().includes('/AcarsMessage/archive?'));
  const app = await open(page);
  await archive;
  await expect(app.dataRows).toHaveCount(10);
  const text = app.grid.getByRole('columnheader', { name: 'Text', exact: true });
  const textWidth = async () => (await boxOf(text)).width;
  await expect.poll(() => textWidth()).toBe(180);

  await sizes(page).click();
  await page.getByRole('option', { name: 'Fill the window' }).click();
  await expect(sizes(page)).toHaveValue(/^Fill the window \((?:1[1-9]|2\d)\)$/);
  const rows = Number(/\d+/.exec(await sizes(page).inputValue()));
  await expect(app.dataRows).toHaveCount(rows);
  await expect.poll(() => requested.map((query) => query.get('limit'))).toContain(String(rows));

  await page.getByRole('button', { name: /Show columns/ }).click();
  await page.getByRole('checkbox', { name: 'Text takes the free width' }).check();
  await expect.poll(textWidth).toBeGreaterThan(400);
  await page.keyboard.press('Escape');

  const range = page.getByRole('group', { name: 'Range', exact: true });
  await expect(range.getByRole('button', { name: '2 h default' })).toHaveAttribute('aria-pressed', 'true');
  await range.getByRole('button', { name: '24 h' }).click();
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  await expect(page.getByTestId('window')).toHaveText(/^Last 24\sh/);
  // This server has no archive. One with an archive: archive.spec.ts.
  await expect(range.getByRole('button', { name: 'Custom' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Archive' })).toHaveCount(0);
  const span = (query: URLSearchParams | undefined): number =>
    Date.parse(`${query?.get('acarsMessageDateTimeMax')}Z`) - Date.parse(`${query?.get('acarsMessageDateTimeMin')}Z`);
  await expect.poll(() => requested.some((query) => Math.abs(span(query) - 24 * 3_600_000) < 1000)).toBe(true);

  // The settings of a list also survive a reload: list-machine.spec.ts.
  await leave(app);
  await app.go(path);
  await expect(app.dataRows).toHaveCount(rows);
  await expect.poll(textWidth).toBeGreaterThan(400);
  await page.getByRole('button', { name: /Show columns/ }).click();
  await page.getByRole('button', { name: 'Back to default' }).click();
  await expect(app.dataRows).toHaveCount(10);
  await expect.poll(textWidth).toBe(180);

  await test.step('Read shows the selected message, decoded on this device; j and k continue across pages; offline too; a phone keeps cards', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Escape');
    // The code of both views, and of an open message, is loaded over the network.
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await expect(options(page)).toHaveCount(10);
    const opened = page.getByRole('complementary', { name: 'Selected row' });
    await options(page).first().click();
    await expect(opened.getByRole('button', { name: 'Decode' })).toBeVisible();
    await expectPartAccessible(page, '[role=listbox], [aria-label="Selected row"]', 'lines');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(options(page)).toHaveCount(10);
    await expect(message(page).getByRole('region', { name: 'Decoded' })).toContainText('Decoded on this device');
    await expect(message(page).getByRole('region', { name: 'Received by' })).toContainText('Received by 1 station');
    await expect(message(page)).toContainText('1 of 120');
    const first = await selected(page).innerText();
    await page.keyboard.press('j');
    await expect(message(page)).toContainText('2 of 120');
    await expect(message(page).getByRole('img', { name: 'Position in the message: 47.1° N, 24.3° E' })).toBeVisible();
    // The place is next to what was decoded, not below it.
    const decoded = await boxOf(message(page).getByRole('region', { name: 'Decoded' }));
    const placed = await boxOf(message(page).getByRole('img', { name: /^Position in/ }));
    expect(placed.x).toBeGreaterThan(decoded.x + decoded.width);
    await expect.poll(() => selected(page).innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await page.keyboard.press('u');
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('End');
    await expect(message(page)).toContainText('10 of 120');
    await page.keyboard.press('j');
    await expect(app.pageLabel).toHaveText('Page 2');
    await expect(message(page)).toContainText('11 of 120');
    await page.keyboard.press('k');
    await expect(app.pageLabel).toHaveText('Page 1');
    await expect(message(page)).toContainText('10 of 120');
    await page.keyboard.press('x');
    await page.keyboard.press('k');
    await message(page).getByRole('button', { name: 'Mark' }).click();
    await expect(page.getByText('2 marked')).toBeVisible();
    await expect(options(page).filter({ hasText: 'Marked' })).toHaveCount(2);
    await expectAccessible(page, 'read');
    const { text } = await textOf(page, 'JSON lines', 'the 2 marked rows');
    expect(text.trim().split('\n')).toHaveLength(2);
    await page.keyboard.press('j');

    // The link shows the minute of this tail.
    await message(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = new URL(await copiedText(page.context()));
    expect([...link.searchParams.keys()]).toEqual(
      expect.arrayContaining(['tail', 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax']),
    );

    await context.setOffline(true);
    await page.keyboard.press('k');
    await expect(message(page)).toContainText('9 of 120');
    await expect(message(page).getByRole('region', { name: 'Decoded' })).toContainText('Decoded on this device');
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await expect(options(page)).toHaveCount(10);
    await options(page).nth(2).click();
    await expect(opened.getByRole('button', { name: 'Decode' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(page.getByRole('button', { name: /all fields/ })).toHaveCount(10);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Lines', exact: true })).toHaveCount(0);
    await context.setOffline(false);
  });

  await test.step('frames have the same views: a sentence of their fields, then all of them; the keys are the same', async () => {
    await storeFrames(server.current, [
      frame(20, { icao: '4ca001', report: 'Airborne Position (Baro Altitude)', altitude: 37_000, altUnit: 'feet' }),
      frame(30, { icao: '4ca002', report: 'Aircraft Identification and Category', identification: 'SAS123' }),
    ]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await app.go('/adsb?view=lines');
    const rows = page.getByRole('listbox', { name: 'ADSB (all data)' }).getByRole('option');
    await expect(rows).toHaveText([/4ca001.*Airborne position, 37,000\sft/, /4ca002.*Identification SAS123/]);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(message(page)).toContainText('1 of 2');
    await page.keyboard.press('j');
    await expect(message(page).getByRole('heading', { level: 2 })).toHaveText(/4ca002\s*Identification SAS123/);
    await expect(message(page).getByRole('region', { name: /^All \d+ fields$/ })).toContainText('SAS123');
    await expectPartAccessible(page, '[role=listbox], [aria-label="Selected message"]', 'read of frames');
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/tail\/4ca002$/i);
  });

  await test.step('saved views', async () => {
    await app.changeUser('company');
    await keepsViews(page, app);
  });
});

async function keepsViews(page: Page, app: App): Promise<void> {
  await app.go(`${path}?label=H1&consensusStatus=single&last=24&view=lines&sort=-tail`);
  await expect(options(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('Name of this view').fill('Reports');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Reports/ })).toContainText('Label H1');
  await page.getByRole('button', { name: 'Copy link to Reports' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = new URL(await copiedText(page.context()));
  await page.getByRole('button', { name: 'Share Reports with Carpatair' }).click();
  const shared = page.getByRole('region', { name: 'Shared in Carpatair' });
  await expect(shared.getByRole('button', { name: /^Reports/ })).toContainText('shared by you');
  await expectPartAccessible(page, '[role=dialog]', 'saved views');
  await shared.getByRole('button', { name: 'Stop sharing Reports' }).click();
  await expect(shared).toHaveCount(0);
  const menu = page.getByRole('dialog', { name: 'Views' });
  await expect(menu, 'its button is gone').toBeFocused();
  await page.getByLabel('Name of this view').fill('Second');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Second' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Second/ })).toHaveCount(0);
  await expect(menu, 'its button is gone').toBeFocused();

  await leave(app);
  await app.go(`${path}?size=25`);
  await expect(app.dataRows.first()).toBeVisible();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: /^Reports/ }).click();
  await expect.poll(() => Object.fromEntries(search(page))).toEqual(Object.fromEntries(link.searchParams));
  await expect(page.getByRole('button', { name: 'Lines', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // The shared view is shown, not adopted: the next visit has the user's own columns and view.
  await leave(app);
  await app.go(path);
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toHaveAttribute('aria-pressed', 'true');

  await app.changeUser('customer');
  await app.go(`/akrx${link.search}`);
  await expect(page.getByText('Ignored from the link: Consensus Status')).toBeVisible();
  await expect(page.getByTestId('window')).toBeVisible();
}
