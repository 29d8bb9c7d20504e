/** A phone used by touch: targets of 44 px, swipes, long press, pull to refresh. */
import type { CDPSession, Page } from 'playwright/test';
import { expectAccessible, expectFreeTargets } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(30)) });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/**
 * Visible targets below 44 px. Links in a line of text are as high as the text (WCAG 2.5.8), and the strips of stations
 * are read by touch but have no action.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"], [role="tab"]';
    const isHidden = (one: Element): boolean =>
      !one.checkVisibility({ visibilityProperty: true }) ||
      one.closest('[aria-hidden="true"], .dl-hidden') !== null ||
      [one.closest('thead'), one].some((part) => part !== null && getComputedStyle(part).clipPath !== 'none');
    return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((one) => {
      if (isHidden(one) || (one.matches('a') && getComputedStyle(one).display === 'inline')) return [];
      const isInLabel = one.matches('[type="checkbox"], [type="radio"], [type="range"]');
      const { width, height, bottom } = (
        (isInLabel && (one as HTMLInputElement).labels?.[0]) ||
        one
      ).getBoundingClientRect();
      if (width < 2 || bottom < 0 || (Math.round(width) >= 44 && Math.round(height) >= 44)) return [];
      return [`${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent} ${width} x ${height}`];
    });
  });

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

test('each target of the main screens is at least 44 px wide and high; a swipe copies or opens the map, a long press and a button open the menu, pulling down refreshes', async ({
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
    }
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('radiogroup', { name: 'Units' })).toBeVisible();
    await expect.poll(() => smallTargets(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  });

  await test.step('gestures', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.go('/akrxAll');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /all fields/ }) })
      .first();
    await expect(card).toBeVisible();
    const box = await card.boundingBox();
    if (!box) throw new Error('no card');
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
    await expectAccessible(page, 'actions of a card');
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
});
