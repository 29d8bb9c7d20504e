import type { Page } from 'playwright/test';
import { routeTable } from '../../src/app/route-table.ts';
import { deviceOf } from '../offline/device.ts';
import { App, expect, homeOf, serverForFile, test } from '../support/browser.ts';
import { layoutFaults } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(1200)) });
const widths = [360, 768, 1280];
/** Of each audience the routes that no one before it has. */
const users = { admin: 'admin', parser: 'parser', customer: 'customer', company: 'companyUser' } as const;

/** Within the app, like a link: without a new page load. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test('RESP-01: no text in the frame or above a list overlaps another, is cut off or leaves the window, on any route', async ({
  page,
}) => {
  test.slow();
  const app = new App(page, server.current.url);
  const seen = new Set<string>();
  for (const [user, audience] of Object.entries(users)) {
    if (seen.size > 0) await app.logOut();
    await page.setViewportSize({ width: 1280, height: 800 });
    await app.logInAs(user as keyof typeof users);
    await expect(page.getByRole('banner')).toBeVisible();
    for (const { path, audiences } of Object.values(routeTable)) {
      const isOwn =
        (audiences as readonly string[]).includes(audience) && !(audiences as readonly string[]).includes('visitor');
      if (!isOwn || seen.has(path) || ['/logout', '/auth2'].includes(path)) continue;
      seen.add(path);
      await page.setViewportSize({ width: 1280, height: 800 });
      await follow(page, path.replace('$id', '1'));
      await expect(page.getByRole('main')).not.toBeEmpty();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // The screen may still be the one before, or be rendered for the width before.
        for (const part of ['body header', 'nav[aria-label="Main menu"]', 'main header'])
          await expect
            .poll(async () => ((await page.locator(part).count()) > 0 ? layoutFaults(page, part) : []), {
              message: `${path} as ${user} at ${width}`,
            })
            .toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await follow(page, homeOf[user as keyof typeof users]);
  }
  expect(seen.size).toBeGreaterThan(25);
});

test('RESP-01 OFF-03: offline, with a part of the list stored, titles and counts are shown in full', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  await expect.poll(async () => (await deviceOf(page)).text.includes('"rowCount":1000')).toBe(true);
  await context.setOffline(true);
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('No network.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('1,000 of 1,200').first()).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const part of ['body header', 'main header'])
      await expect.poll(() => layoutFaults(page, part), { message: `${part} at ${width}` }).toEqual([]);
  }
});
