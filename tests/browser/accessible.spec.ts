/**
 * States that every screen or list can have. A state that another file shows is analysed there: the form and the error dialog (log-in.spec.ts),
 * Ctrl K (go-to.spec.ts), each list (every-list.spec.ts), rows stored in part (export.spec.ts).
 */
import type { Locator } from 'playwright/test';
import { expectAccessible, expectAccessibleInBoth } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { excessOf } from '../support/layout.ts';
import { fullLine, series } from '../support/messages.ts';
import { installClock } from '../support/page-clock.ts';

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
const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 860 }, isPhone: false, expectColours: expectAccessibleInBoth },
  { name: 'phone', viewport: { width: 360, height: 740 }, isPhone: true, expectColours: expectAccessible },
] as const;

for (const { name, viewport, isPhone, expectColours } of screens)
  test.describe(name, () => {
    test.use({ viewport });

    test(`login, with errors, and terms and their alert on a ${name}`, async ({ page }) => {
      const app = new App(page, server.current.url);
      await app.open('/auth');
      await expect(page.locator('#boot'), 'the app shows the form').toHaveCount(0);
      await app.fillLogIn('a', 'short');
      await app.logInButton.click();
      await expect(app.password).toHaveAttribute('aria-invalid', 'true');
      await expectColours(page, 'log-in with field errors');
      if (!isPhone) {
        await app.fillLogIn('admin', 'not the password');
        await app.logInButton.click();
        await expect(app.alertDialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(app.alertDialog).toHaveCount(0);
        await expectAccessible(page, 'log-in refused');
      }
      await app.fillLogIn('newcomer');
      await app.logInButton.click();
      await app.expectPath('/auth2');
      const decline = page.getByRole('button', { name: 'DECLINE', exact: true });
      await expect(decline).toBeVisible();
      // The plain text is shown below the terms.
      await page.getByText('Read as plain text').click();
      await expectColours(page, 'terms, also as plain text');
      if (isPhone) return;
      await decline.click();
      await expect(app.alertDialog).toBeVisible();
      await expectAccessible(page, 'terms declined');
    });

    test(`start cards, unmatched, the menus of the frame, and the warning before a logout by inactivity on a ${name}`, async ({
      page,
    }) => {
      await installClock(page);
      const app = new App(page, server.current.url);
      await app.logInAs('admin');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // On a desktop with the main menu.
      await expectColours(page, '/administrator');
      if (isPhone) {
        await app.openMenu();
        await expectAccessible(page, 'main menu');
        await page.keyboard.press('Escape');
      }
      if (!isPhone) {
        await app.go('/nothing-here');
        await expect(page.getByRole('main').getByRole('heading', { name: 'Data not found admin' })).toBeVisible();
        await expectAccessible(page, 'unmatched');
      }
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        if (!(await button.isVisible()) || (await button.getAttribute('aria-haspopup')) === null) continue;
        const what = (await button.getAttribute('aria-label')) ?? (await button.innerText());
        await button.click();
        await expectAccessible(page, `header: ${what}`);
        await page.keyboard.press('Escape');
      }
      if (isPhone) return;
      await page.clock.fastForward((29 * 60 + 10) * 1000);
      await expect(app.alertDialog).toBeVisible();
      await expectAccessible(page, 'inactivity warning');
    });

    const states = isPhone
      ? 'expanded row, filter, nothing found, stored'
      : 'keys, sizes, column menu, expanded row, columns, filter, nothing found, failed';
    test(`a list: ${states}, on a ${name}`, async ({ page, context }) => {
      await installClock(page);
      const app = new App(page, server.current.url);
      await app.logInAs('parser');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (!isPhone) await expectAccessible(page, '/parser');
      await expect.poll(() => excessOf(page.locator('html')), '/parser').toBeLessThanOrEqual(0);
      await app.go('/airlines');
      await expect(page.getByRole('heading', { name: 'Airlines', level: 1 })).toBeVisible();
      await expect.poll(() => excessOf(page.locator('html')), '/airlines').toBeLessThanOrEqual(0);
      await app.go('/akrxAll');
      await expect(page.getByText('N163US').first()).toBeVisible();
      await expect.poll(() => excessOf(page.locator('html')), 'list').toBeLessThanOrEqual(0);
      const dialog = page.getByRole('dialog');
      await page.keyboard.press('?');
      await expect(dialog).toBeVisible();
      await expectCapsBesideText(dialog);
      if (!isPhone) await expectAccessible(page, 'list of keys');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      if (!isPhone) {
        await page.getByRole('combobox', { name: 'Rows per page' }).click();
        await expect(page.getByRole('listbox')).toBeVisible();
        await expectColours(page, 'sizes');
        await page.keyboard.press('Escape');
        await app.grid.locator('[data-row="0"][data-col="0"]').focus();
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Alt+ArrowDown');
        await expect(page.getByRole('menu')).toBeVisible();
        await expectColours(page, 'column menu');
        await page.keyboard.press('Escape');
      }
      await page
        .getByRole('button', { name: /all fields/i })
        .first()
        .click();
      await expectColours(page, 'list with an open row');
      if (!isPhone) {
        await page.getByRole('button', { name: /show columns/i }).click();
        await expectAccessible(page, 'columns menu');
        await page.keyboard.press('Escape');
      }
      await app.filter.set('Tail', 'ZZ-NONE');
      await expectColours(page, 'filter');
      await app.filter.search();
      await expect(app.filter.panel).toBeHidden();
      await app.settle();
      await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
      await expectAccessible(page, 'nothing found');
      if (!isPhone) {
        await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'Broken shelf.' } });
        await app.go('/akrxAll?tail=N0001T');
        await expect(app.alertDialog).toBeVisible();
        await expectColours(page, 'failed, dialog');
        await page.keyboard.press('Escape');
        await expect(app.alertDialog).toHaveCount(0);
        await expectAccessible(page, 'failed');
        return;
      }
      await context.setOffline(true);
      await app.go('/akrxAll');
      await expect(page.getByText('No network.')).toBeVisible();
      await expect(page.getByText('N163US').first()).toBeVisible();
      await expect(page.getByRole('banner')).toContainText('Stored');
      await expectAccessible(page, 'stored rows with the bar');
    });
  });
