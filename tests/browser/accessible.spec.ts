import type { Locator, Page } from 'playwright/test';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { fullLine, series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import([fullLine({ secondsAgo: 5 }), ...series(30)]) });
/** Pixels by which the page is wider than the window: nothing but a table scrolls sideways. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
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
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } } as const;

for (const [name, size] of Object.entries(sizes))
  test.describe(name, () => {
    test.use({ viewport: size });

    test(`login, with errors, on a ${name}`, async ({ page }) => {
      const app = new App(page, server.current.url);
      await app.open('/auth');
      await expectAccessibleInBoth(page, 'log-in');
      await app.fillLogIn('a', 'short');
      await app.logInButton.click();
      await expectAccessibleInBoth(page, 'log-in with field errors');
      await app.fillLogIn('admin', 'not the password');
      await app.logInButton.click();
      await expect(app.alertDialog).toBeVisible();
      await expectAccessibleInBoth(page, 'log-in refused, dialog');
      await page.keyboard.press('Escape');
      await expectAccessibleInBoth(page, 'log-in refused');
    });

    test(`terms and their alert on a ${name}`, async ({ page }) => {
      const app = new App(page, server.current.url);
      await app.logInAs('newcomer');
      await expectAccessibleInBoth(page, 'terms');
      await page.getByText('Read as plain text').click();
      await expectAccessibleInBoth(page, 'terms as plain text');
      await page.getByRole('button', { name: 'DECLINE', exact: true }).click();
      await expect(app.alertDialog).toBeVisible();
      await expectAccessibleInBoth(page, 'terms declined');
    });

    test(`start cards, unmatched, the menus of the frame, and the warning before a logout by inactivity on a ${name}`, async ({
      page,
    }) => {
      await page.clock.install();
      const app = new App(page, server.current.url);
      const heading = page.getByRole('heading', { level: 1 });
      await app.logInAs('admin');
      await expect(heading).toBeVisible();
      await expectAccessibleInBoth(page, '/administrator');
      await app.openMenu();
      await expectAccessibleInBoth(page, 'main menu');
      await page.keyboard.press('Escape');
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        if (!(await button.isVisible()) || (await button.getAttribute('aria-haspopup')) === null) continue;
        const what = (await button.getAttribute('aria-label')) ?? (await button.innerText());
        await button.click();
        await expectAccessibleInBoth(page, `header: ${what}`);
        await page.keyboard.press('Escape');
      }
      await app.open('/nothing-here');
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectAccessibleInBoth(page, 'unmatched');
      await app.logOut();
      await app.logInAs('parser');
      await expect(heading).toBeVisible();
      await expectAccessibleInBoth(page, '/parser');
      await expect.poll(() => excess(page), '/parser').toBeLessThanOrEqual(0);
      await page.clock.fastForward((29 * 60 + 10) * 1000);
      await expect(app.alertDialog).toBeVisible();
      await expectAccessibleInBoth(page, 'inactivity warning');
    });

    testInstalled(
      `a list: rows, go-to, keys, sizes, column menu, open row, columns, filter, nothing found, failed, stored, on a ${name}`,
      async ({ page, context }) => {
        await page.clock.install();
        const app = new App(page, server.current.url);
        await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
        await expect(page.getByText('N163US').first()).toBeVisible();
        await expectAccessibleInBoth(page, 'list');
        await expect.poll(() => excess(page), 'list').toBeLessThanOrEqual(0);
        const dialog = page.getByRole('dialog');
        for (const [keys, what] of [
          ['Control+k', 'go-to'],
          ['?', 'list of keys'],
        ] as const) {
          await page.keyboard.press(keys);
          await expect(dialog).toBeVisible();
          await expectAccessibleInBoth(page, what);
          if (keys === '?') await expectCapsBesideText(dialog);
          await page.keyboard.press('Escape');
          await expect(dialog).toHaveCount(0);
        }
        const sizes = page.getByRole('combobox', { name: 'Rows per page' });
        if (await sizes.isVisible()) {
          await sizes.click();
          await expect(page.getByRole('listbox')).toBeVisible();
          await expectAccessibleInBoth(page, 'sizes');
          await page.keyboard.press('Escape');
          await app.grid.locator('[data-row="0"][data-col="0"]').focus();
          await page.keyboard.press('ArrowUp');
          await page.keyboard.press('Alt+ArrowDown');
          await expect(page.getByRole('menu')).toBeVisible();
          await expectAccessibleInBoth(page, 'column menu');
          await page.keyboard.press('Escape');
        }
        await page
          .getByRole('button', { name: /all fields/i })
          .first()
          .click();
        await expectAccessibleInBoth(page, 'list with an open row');
        const columns = page.getByRole('button', { name: /show columns/i });
        if (await columns.isVisible()) {
          await columns.click();
          await expectAccessibleInBoth(page, 'columns menu');
          await page.keyboard.press('Escape');
        }
        await app.filter.set('Tail', 'ZZ-NONE');
        await expectAccessibleInBoth(page, 'filter');
        await app.filter.search();
        await expect(app.filter.panel).toBeHidden();
        await app.settle();
        await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
        await expectAccessibleInBoth(page, 'nothing found');
        await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'Broken shelf.' } });
        await app.open('/akrxAll?tail=N0001T');
        await expect(app.alertDialog).toBeVisible();
        await expectAccessibleInBoth(page, 'failed, dialog');
        await page.keyboard.press('Escape');
        await expectAccessibleInBoth(page, 'failed');
        await context.unrouteAll();
        await app.open('/airlines');
        await expect(page.getByRole('main')).not.toBeEmpty();
        await expect.poll(() => excess(page), '/airlines').toBeLessThanOrEqual(0);
        await offlineReady(page);
        await context.setOffline(true);
        await app.open('/akrxAll');
        await expect(page.getByText('No network.')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await expectAccessibleInBoth(page, 'stored rows with the bar');
      },
    );
  });
