/** The list at first sight: the question how to read, and messages on tablets and phones. */
import type { Browser, Page } from 'playwright/test';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf } from '../support/layout.ts';
import { acarsdecLine, series } from '../support/messages.ts';

const stations = ['CS-ONE-ACARS', 'CS-TWO-ACARS', 'CS-THREE-ACARS'];
/** The newest message, heard by three stations, is before 30 others of one station each. */
const heardByThree = stations.map((station, at) =>
  acarsdecLine({
    secondsAgo: 5,
    tail: 'D-AIPA',
    flight: 'LH1419',
    msgno: 'M77A',
    text: 'HELLO',
    station,
    level: -10 - at,
  }),
);
const server = serverForFile({
  prepare: async (it) => {
    await it.import(series(30, (index) => ({ label: '80', secondsAgo: 100 + index })));
    await it.import(heardByThree);
  },
});
const path = '/akrxAll';
const question = (page: Page) => page.getByRole('region', { name: 'How to read' });
const options = (page: Page) => page.getByRole('listbox', { name: 'ACARS raw (all data)' }).getByRole('option');
const message = (page: Page) => page.getByRole('region', { name: 'Selected message' });

async function visit(
  browser: Browser,
  user: 'parser' | 'customer' | 'company',
  touch?: { width: number; height: number },
  prepare: (page: Page) => Promise<void> = async () => {},
) {
  const context = await browser.newContext(touch ? { viewport: touch, hasTouch: true, isMobile: true } : {});
  const page = await context.newPage();
  const app = new App(page, server.current.url);
  await prepare(page);
  const from = user === 'customer' ? '/akrx' : path;
  await app.logInByForm(user, { from, lands: from });
  return { app, page, context };
}

test('a user is asked once how to read, with the specified table, whose rows the question neither moves nor reduces; the answer is that of the account, on another device too; a list where the user chooses otherwise keeps that', async ({
  browser,
}) => {
  let release = async (): Promise<void> => undefined;
  const first = await visit(browser, 'parser', undefined, async (page) => {
    release = await holdRoute(page, /\/ReadingQuestion-[^/]+\.js$/);
  });
  await expect(first.app.dataRows).toHaveCount(10);
  const place = async () => boxOf(first.app.dataRows.first());
  const filling = async (): Promise<string> => {
    const sizes = first.page.getByRole('combobox', { name: 'Rows per page' });
    await sizes.click();
    await first.page.getByRole('option', { name: /^Fill the window/ }).click();
    await expect(sizes).toHaveValue(/\(\d+\)$/);
    const size = await sizes.inputValue();
    await first.page.getByRole('button', { name: /Show columns/ }).click();
    await first.page.getByRole('button', { name: 'Back to default' }).click();
    await first.page.keyboard.press('Escape');
    await expect(first.app.dataRows).toHaveCount(10);
    return size;
  };
  const before = { place: await place(), filling: await filling() };
  await release();
  await expect(question(first.page)).toBeVisible();
  expect({ place: await place(), filling: await filling() }).toEqual(before);
  await expectPartAccessible(first.page, '[aria-label="How to read"]', 'question');
  const stored = first.page.waitForResponse(
    (response) => response.url().endsWith('/Preferences') && (response.request().postData() ?? '').includes('lines'),
  );
  await question(first.page)
    .getByRole('button', { name: /^Lines/ })
    .click();
  await expect(question(first.page)).toHaveCount(0);
  await test.step('Lines: one row for what three stations received, on a page of messages', async () => {
    await expect(options(first.page)).toHaveCount(10);
    await expect(options(first.page).first()).toContainText(/D-AIPA.*received by 3/);
    await expect(first.page.getByText('1 to 10 of 31')).toBeVisible();
    const headings = await first.page.getByText('Label, type').evaluate((one) => {
      const cells = [...(one.parentElement?.children ?? [])];
      return cells.filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > 24).length;
    });
    expect(headings, 'cut headings').toBe(0);
  });
  await stored;
  await first.context.close();

  const second = await visit(browser, 'parser');
  await expect(second.page.getByRole('button', { name: 'Lines', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await second.page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(second.app.dataRows).toHaveCount(10);
  await second.app.go('/acarsWithExtData');
  await expect(second.page.getByRole('button', { name: 'Lines', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await second.app.go(path);
  await expect(second.app.dataRows).toHaveCount(10);
  await expect(question(second.page)).toHaveCount(0);
  await second.context.close();
});

test('on a phone a message is a screen of its own with steps and actions, and Back leads to the row; a closed question keeps the view', async ({
  browser,
}) => {
  const { page, context, app } = await visit(browser, 'customer', { width: 360, height: 740 });
  const rows = page.getByRole('listbox').getByRole('option');
  await expect(rows.first()).toContainText(/D-AIPA.*received by 3/);
  await question(page).getByRole('button', { name: 'Keep this view' }).click();
  await expect(question(page)).toHaveCount(0);
  await rows.nth(3).click();
  await expect(message(page)).toContainText('4 of 31');
  await expect(message(page)).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expectAccessible(page, 'message on a phone');
  await message(page).getByRole('button', { name: 'Next message' }).click();
  const tail = (await message(page).getByRole('link').first().textContent()) ?? '';
  await message(page).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy text' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.goBack();
  await expect(message(page)).toHaveCount(0);
  await expect(page.getByRole('listbox')).toBeFocused();
  await expect(page.getByRole('option', { selected: true })).toContainText(tail);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await app.page.getByRole('button', { name: 'List options' }).click();
  await page.getByText('Cards', { exact: true }).click();
  await expect(page.getByRole('button', { name: /all fields/ }).first()).toBeVisible();
  await context.close();
});

test('on a tablet rows and the selected message are next to each other, and the message has what its row has', async ({
  browser,
}) => {
  const { page, context } = await visit(browser, 'company', { width: 768, height: 1024 });
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option').first()).toContainText(/D-AIPA.*received by 3/);
  const width = (await boxOf(list)).width;
  expect(width).toBeGreaterThanOrEqual(334);
  expect(width).toBeLessThanOrEqual(356);
  await expect(message(page)).toContainText('D-AIPA');
  await expect(message(page)).toContainText('received by 3');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  await expectAccessible(page, 'read on a tablet');
  await context.close();
});
