/**
 * Every screen with every menu, panel and dialog open, in light and dark, on a desktop and on a phone. Few visits: each look is dear already.
 * Must not: leave a rule out.
 */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { fullLine, series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import([fullLine({ secondsAgo: 5 }), ...series(30)]) });
/** Pixels by which the page is wider than the window: nothing but a table scrolls sideways. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } } as const;

for (const [name, size] of Object.entries(sizes))
  test.describe(name, () => {
    test.use({ viewport: size });
    test.setTimeout(120_000);

    test(`log-in, with errors, on a ${name}`, async ({ page }) => {
      const app = new App(page, server.current.url);
      await app.open('/auth');
      await expectAccessible(page, 'log-in');
      await app.fillLogIn('a', 'short');
      await app.logInButton.click();
      await expectAccessible(page, 'log-in with field errors');
      await app.fillLogIn('admin', 'not the password');
      await app.logInButton.click();
      await expect(app.alertDialog).toBeVisible();
      await expectAccessible(page, 'log-in refused, dialog');
      await page.keyboard.press('Escape');
      await expectAccessible(page, 'log-in refused');
    });

    test(`terms and their alert on a ${name}`, async ({ page }) => {
      const app = new App(page, server.current.url);
      await app.logInAs('newcomer');
      await expectAccessible(page, 'terms');
      await page.getByText('Read as plain text').click();
      await expectAccessible(page, 'terms as plain text');
      await page.getByRole('button', { name: 'DECLINE', exact: true }).click();
      await expect(app.alertDialog).toBeVisible();
      await expectAccessible(page, 'terms declined');
    });

    test(`start cards, unmatched, the menus of the frame, and the warning before a log-out by inactivity on a ${name}`, async ({
      page,
    }) => {
      await page.clock.install();
      const app = new App(page, server.current.url);
      await app.logInAs('admin');
      await expectAccessible(page, '/administrator');
      await app.openMenu();
      await expectAccessible(page, 'main menu');
      await page.keyboard.press('Escape');
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        if (!(await button.isVisible()) || (await button.getAttribute('aria-haspopup')) === null) continue;
        const what = (await button.getAttribute('aria-label')) ?? (await button.innerText());
        await button.click();
        await expectAccessible(page, `header: ${what}`);
        await page.keyboard.press('Escape');
      }
      await app.open('/nothing-here');
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page, 'unmatched');
      await app.logOut();
      await app.logInAs('parser');
      await expectAccessible(page, '/parser');
      expect(await excess(page), '/parser').toBeLessThanOrEqual(0);
      await page.clock.fastForward((29 * 60 + 10) * 1000);
      await expect(app.alertDialog).toBeVisible();
      await expectAccessible(page, 'inactivity warning');
    });

    testInstalled(
      `a list: rows, go-to, keys, sizes, column menu, open row, columns, filter, nothing found, failed, stored, on a ${name}`,
      async ({ page, context }) => {
        const app = new App(page, server.current.url);
        await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
        await expect(page.getByText('N163US').first()).toBeVisible();
        await expectAccessible(page, 'list');
        expect(await excess(page), 'list').toBeLessThanOrEqual(0);
        const dialog = page.getByRole('dialog');
        for (const [keys, what] of [
          ['Control+k', 'go-to'],
          ['?', 'list of keys'],
        ] as const) {
          await page.keyboard.press(keys);
          await expect(dialog).toBeVisible();
          await expectAccessible(page, what);
          await page.keyboard.press('Escape');
          await expect(dialog).toHaveCount(0);
        }
        const sizes = page.getByRole('combobox', { name: 'Rows per page' });
        if (await sizes.isVisible()) {
          await sizes.click();
          await expect(page.getByRole('listbox')).toBeVisible();
          await expectAccessible(page, 'sizes');
          await page.keyboard.press('Escape');
          await app.grid.locator('[data-row="0"][data-col="0"]').focus();
          await page.keyboard.press('ArrowUp');
          await page.keyboard.press('Alt+ArrowDown');
          await expect(page.getByRole('menu')).toBeVisible();
          await expectAccessible(page, 'column menu');
          await page.keyboard.press('Escape');
        }
        await page
          .getByRole('button', { name: /all fields/i })
          .first()
          .click();
        await expectAccessible(page, 'list with an open row');
        const columns = page.getByRole('button', { name: /show columns/i });
        if (await columns.isVisible()) {
          await columns.click();
          await expectAccessible(page, 'columns menu');
          await page.keyboard.press('Escape');
        }
        await app.filter.set('Tail', 'ZZ-NONE');
        await expectAccessible(page, 'filter');
        await app.filter.search();
        await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
        await expectAccessible(page, 'nothing found');
        await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'Broken shelf.' } });
        await app.open('/akrxAll?tail=N0001T');
        await expect(app.alertDialog).toBeVisible();
        await expectAccessible(page, 'failed, dialog');
        await page.keyboard.press('Escape');
        await expectAccessible(page, 'failed');
        await context.unrouteAll();
        await app.open('/airlines');
        await expect(page.getByRole('main')).not.toBeEmpty();
        expect(await excess(page), '/airlines').toBeLessThanOrEqual(0);
        await offlineReady(page);
        await context.setOffline(true);
        await app.open('/akrxAll');
        await expect(page.getByText('No network.')).toBeVisible();
        await expectAccessible(page, 'stored rows with the bar');
      },
    );
  });
