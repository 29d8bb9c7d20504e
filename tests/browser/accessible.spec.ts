/**
 * States that every screen or list can have. A state that another file shows is analysed there: the form and the error dialog (log-in.spec.ts),
 * the terms (terms.spec.ts), /parser (menus-and-routes.spec.ts), Ctrl K (go-to.spec.ts), each list (every-list.spec.ts), rows stored in part (export.spec.ts).
 * Whole screens: the card screen, an unmatched path, a list, its empty state, a dialog and a drawer with what is behind them. Of the other states their own part.
 */
import type { BrowserContext, Locator, Page } from 'playwright/test';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectPartAccessible,
  expectPartAccessibleInBoth,
} from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { excessOf } from '../support/layout.ts';
import { fullLine, series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import([fullLine({ secondsAgo: 5 }), ...series(3)]) });
/** Each key cap ends before the text of its line. */
async function expectCapsBesideText(dialog: Locator): Promise<void> {
  const gaps = await dialog.locator('kbd').evaluateAll((caps) =>
    caps.map((cap) => {
      const text = cap.closest('div')?.querySelector('dd');
      return (text?.getBoundingClientRect().left ?? 0) - cap.getBoundingClientRect().right;
    }),
  );
  expect(Math.min(...gaps), 'pixels between key caps and text').toBeGreaterThan(0);
}
/** In dark, one state of each component. A phone has the colours of a desktop: it is checked in light only. */
const toPhone = (page: Page): Promise<void> => page.setViewportSize({ width: 360, height: 740 });
const toDesktop = (page: Page): Promise<void> => page.setViewportSize({ width: 1280, height: 860 });
const expectNoExcess = (page: Page, what: string): Promise<void> =>
  expect.poll(() => excessOf(page.locator('html')), what).toBeLessThanOrEqual(0);

test('start cards, unmatched and the menus of the frame, on a desktop and a phone; a list on a desktop: keys, sizes, column menu, expanded row, columns, filter, nothing found, failed; on a phone: keys, expanded row, filter, nothing found, stored; the warning before a logout by inactivity @clock', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  const opener = page.getByRole('button', { name: 'Open menu' });
  const analyseMenus = async (size: string): Promise<void> => {
    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      if (!(await button.isVisible()) || (await button.getAttribute('aria-haspopup')) === null) continue;
      const what = (await button.getAttribute('aria-label')) ?? (await button.innerText());
      await button.click();
      const opened = `[id="${await button.getAttribute('aria-controls')}"]`;
      await expectPartAccessible(page, opened, `header of a ${size}: ${what}`);
      await page.keyboard.press('Escape');
    }
  };
  await app.logInAs('admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // With the main menu.
  await expectAccessibleInBoth(page, '/administrator');
  await expectNoExcess(page, '/administrator');
  await toPhone(page);
  await expect(opener).toBeVisible();
  await expectAccessible(page, '/administrator on a phone');
  await expectNoExcess(page, '/administrator on a phone');

  await app.go('/nothing-here');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Data not found admin' })).toBeVisible();
  await opener.click();
  await expect(app.menu).toBeVisible();
  await expectAccessible(page, 'main menu');
  await page.keyboard.press('Escape');
  await expect(app.menu).toBeHidden();
  await analyseMenus('phone');
  await toDesktop(page);
  await expect(opener).toBeHidden();
  await expectAccessible(page, 'unmatched');
  await analyseMenus('desktop');

  await hasListStates(page, context, app);
  await context.setOffline(false);
  await page.clock.fastForward((29 * 60 + 10) * 1000);
  await expect(app.alertDialog).toBeVisible();
  await expectPartAccessible(page, '[role=alertdialog]', 'inactivity warning');
});

async function hasListStates(page: Page, context: BrowserContext, app: App): Promise<void> {
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('button', { name: /all fields/i }).first();
  const toggleRow = async (isOpen: boolean): Promise<void> => {
    await row.click();
    await expect(row).toHaveAttribute('aria-expanded', String(isOpen));
  };
  const findNothing = async (): Promise<void> => {
    await app.filter.search();
    await expect(app.filter.panel).toBeHidden();
    await app.settle();
    await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
  };
  await test.step('on a desktop', async () => {
    await app.go('/akrxAll');
    await expect(app.grid).toContainText('N163US');
    await expectNoExcess(page, 'list');
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
    await expectCapsBesideText(dialog);
    await expectPartAccessible(page, 'dialog[open]', 'list of keys');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Rows per page' }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await expectPartAccessibleInBoth(page, '[role=listbox]', 'sizes');
    await page.keyboard.press('Escape');
    await app.grid.locator('[data-row="0"][data-col="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('menu')).toBeVisible();
    await expectPartAccessibleInBoth(page, '[role=menu]', 'column menu');
    await page.keyboard.press('Escape');
    await toggleRow(true);
    await expectAccessibleInBoth(page, 'list with an open row');
    // Its fields would be analysed again in each state that follows.
    await toggleRow(false);
    await page.getByRole('button', { name: /show columns/i }).click();
    await expectPartAccessible(page, '[role=dialog]', 'columns menu');
    await page.keyboard.press('Escape');
    await app.filter.set('Tail', 'ZZ-NONE');
    await expectPartAccessibleInBoth(page, '[role=dialog]', 'filter');
    await findNothing();
    await expectAccessible(page, 'nothing found');
    await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'Broken shelf.' } });
    await app.go('/akrxAll?tail=N0001T');
    await expect(app.alertDialog).toBeVisible();
    await expectAccessibleInBoth(page, 'failed, dialog');
    await page.keyboard.press('Escape');
    await expect(app.alertDialog).toHaveCount(0);
    await expectPartAccessible(page, 'main [role=alert]', 'failed');
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('on a phone', async () => {
    await toPhone(page);
    await app.go('/akrxAll');
    await expect(page.getByRole('listitem').getByText('N163US').first()).toBeVisible();
    await expectNoExcess(page, 'list on a phone');
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
    await expectCapsBesideText(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await toggleRow(true);
    await expectAccessible(page, 'an open row on a phone');
    await toggleRow(false);
    await app.filter.set('Tail', 'ZZ-NONE');
    await expectPartAccessible(page, '[role=dialog]', 'filter on a phone');
    await findNothing();
    await expectAccessible(page, 'nothing found on a phone');
    await context.setOffline(true);
    await app.go('/akrxAll');
    await expect(page.getByText('No network.')).toBeVisible();
    await expect(page.getByText('N163US').first()).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Stored');
    await expectPartAccessible(page, 'header, [aria-label="Connection"]', 'the bar over stored rows');
  });
}
