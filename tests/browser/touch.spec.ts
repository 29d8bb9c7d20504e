/** A phone or tablet used by touch: targets of 44 px, swipes, long press, pull to refresh; lists as cards. */
import type { CDPSession, Page } from 'playwright/test';
import { api } from '../../contract/api.ts';
import { expectFreeTargets, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf, smallTargets } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(120)) });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** A finger that moves through these points. The caller lifts it. The events are sent together, in this order: a pause would make it a long press. */
async function touch(finger: CDPSession, points: readonly (readonly [x: number, y: number])[]): Promise<void> {
  await Promise.all(
    points.map(([x, y], index) =>
      finger.send('Input.dispatchTouchEvent', {
        type: index === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [{ x, y }],
      }),
    ),
  );
}
const lift = (finger: CDPSession): Promise<unknown> =>
  finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

test('RESP-01 RESP-04 C44: each target of the main screens is at least 44 px wide and high; a swipe copies or opens the map, a long press and a button open the menu, pulling down refreshes; on a phone rows are labelled cards, a tap opens all fields, nothing scrolls sideways; on a tablet cards, or a table by a stored choice, with rows and buttons of finger size', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin');
  await test.step('targets', async () => {
    await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => smallTargets(page), '/administrator').toEqual([]);
    for (const path of [
      '/overview',
      '/akrxAll',
      '/statistics',
      '/stationStatus',
      '/openstreetMap',
      '/receivers',
      '/addReceiver',
      '/user',
      '/device',
    ]) {
      const before = (await heading.textContent()) ?? '';
      await app.go(path);
      // The previous screen stays until the next one is loaded.
      await expect(heading).not.toHaveText(before);
      await expect(page.locator('main [aria-busy="true"], main [role="status"][aria-label="Loading"]')).toHaveCount(0);
      await expect.poll(() => smallTargets(page), path).toEqual([]);
      if (path === '/overview') await expectFreeTargets(page, path);
      if (path === '/openstreetMap') {
        const sheet = page.getByRole('complementary', { name: 'In view' });
        await expect.poll(async () => Math.round((await boxOf(sheet)).height), 'closed at first').toBe(64);
      }
    }
    // On a tablet the menu is next to the screen, as icons.
    await page.setViewportSize({ width: 1024, height: 768 });
    const rail = page.getByRole('navigation', { name: /^(Main menu|More)$/ }).getByRole('link');
    await expect(rail.first()).toBeVisible();
    const sides = await rail.evaluateAll((icons) =>
      icons.flatMap((icon) => [icon.getBoundingClientRect().width, icon.getBoundingClientRect().height]),
    );
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(44);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('radiogroup', { name: 'Units' })).toBeVisible();
    await expect.poll(() => smallTargets(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  });

  await test.step('gestures', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.go('/akrxAll');
    await page
      .getByRole('region', { name: 'How to read' })
      .getByRole('button', { name: /^Cards/ })
      .click();
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /all fields/ }) })
      .first();
    await expect(card).toBeVisible();
    const box = await boxOf(card);
    const y = box.y + 60;
    const finger = await context.newCDPSession(page);

    await touch(finger, [
      [300, y],
      [240, y],
      [180, y],
    ]);
    await expect(card).toContainText('Copy text');
    await lift(finger);
    await expect(page.getByText('Text copied')).toBeVisible();
    await touch(finger, [
      [100, y],
      [160, y],
      [220, y],
    ]);
    await lift(finger);
    await expect(page.getByText(/^The 24-bit address of N\d+T is unknown/)).toBeVisible();
    // A short swipe does nothing, and no swipe expanded the row.
    await expect(card.getByRole('button', { name: /all fields/ })).toHaveAttribute('aria-expanded', 'false');

    const menu = page.getByRole('dialog', { name: /^N\d+T/ });
    await touch(finger, [[180, y]]);
    await expect(menu).toBeVisible();
    await lift(finger);
    await expect(menu.getByRole('button')).toHaveText([
      'Show on map',
      'Aircraft page',
      'Copy text',
      'Copy link',
      'Close',
    ]);
    await expectPartAccessible(page, 'dialog[open]', 'actions of a card');
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await card.getByRole('button', { name: /^Actions of N\d+T/ }).focus();
    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Aircraft page' }).click();
    await expect(page).toHaveURL(/\/tail\/N\d+T$/);
    await page.goBack();
    await expect(card).toBeVisible();

    const again = page.waitForRequest(/AcarsMessage\/allUsers/);
    await touch(finger, [
      [180, box.y + 20],
      [180, box.y + 60],
      [180, box.y + 120],
      [180, box.y + 240],
    ]);
    await expect(page.getByText('Release to refresh')).toBeVisible();
    await lift(finger);
    await again;
    await expect(page.getByText('Release to refresh')).toHaveCount(0);
  });

  await test.step('a list', () => isCardsOrTable(page, app));
});

async function isCardsOrTable(page: Page, app: App): Promise<void> {
  await app.go('/akrxAll');
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /all fields/ }) });
  await expect(cards).toHaveCount(10);
  await expect(cards.first().getByRole('term')).toHaveText(['Label', 'Frequency', 'Level', 'Station ID']);
  await cards
    .first()
    .getByRole('button', { name: /all fields/ })
    .click();
  // A text that is decoded has more.
  await expect
    .poll(() => cards.first().getByRole('term').count())
    .toBeGreaterThanOrEqual(Object.keys(api.acarsMessage.allUsers.list.entity).length - 1);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.pageLabel).toHaveText('Page 2');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // The filter: groups fold and show how many of their fields are set; Enter searches.
  await app.filter.set('Tail', 'N0007T');
  const group = app.filter.panel.getByRole('button', { name: /^Aircraft, address 1 of 5 set/ });
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(app.filter.input('Tail')).toHaveCount(0);
  await group.click();
  await app.filter.input('Tail').press('Enter');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('Tail N0007T');

  await test.step('on a tablet', async () => {
    await app.go('/overview');
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    await page.setViewportSize({ width: 800, height: 1000 });
    await app.go('/akrxAll');
    await expect(page.getByText('N0000T').first()).toBeVisible();
    await expect(app.grid).toHaveCount(0);
    // A part of the menu arrives later: the items below it stay in place for the finger.
    const arrive = await holdRoute(page, /\/RangeSelect-/);
    await page.getByRole('button', { name: 'List options' }).click();
    const table = page.getByText('Table', { exact: true });
    await expect(page.getByLabel(/^Range/)).toBeDisabled();
    const before = await boxOf(table);
    await arrive();
    await expect(page.getByLabel(/^Range/)).toBeEnabled();
    expect(await boxOf(table)).toEqual(before);
    await table.click();
    await page.keyboard.press('Escape');
    await expect(app.dataRows).toHaveCount(10);
    // A route turns off the cache of files.
    await page.unrouteAll({ behavior: 'wait' });
    // The list reads the choice from the device; a reload of such choices: list-machine.spec.ts.
    await app.go('/device');
    await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
    await app.go('/akrxAll');
    await expect(app.dataRows).toHaveCount(10);
    expect((await boxOf(app.dataRows.first())).height).toBeGreaterThanOrEqual(44);
    const small = await page
      .getByRole('main')
      .getByRole('button')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          const isShown = width * height > 0 && one.checkVisibility({ visibilityProperty: true });
          return isShown && Math.max(width, height) < 44 ? [one.textContent] : [];
        }),
      );
    expect(small).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(800);
  });
}
