import type { Page } from 'playwright/test';
import { routeTable } from '../../src/app/route-table.ts';
import { deviceOf } from '../offline/device.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { layoutFaults } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(1200)) });
const widths = [360, 768, 1280];
/** For each audience the routes that no earlier audience has. */
const users = { admin: 'admin', parser: 'parser', customer: 'customer', company: 'companyUser' } as const;
const parts = ['body header', 'nav[aria-label="Main menu"]', 'main header'];
/** Faults of the visible parts. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const part of parts)
    if ((await page.locator(part).count()) > 0) faults.push(...(await layoutFaults(page, part)));
  return faults;
}

test('RESP-01: no text in the frame or above a list overlaps another, is cut off or leaves the window, on any route', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  const seen = new Set<string>();
  let width = 1280;
  const isFine = async (message: string) => {
    // The previous screen may still be shown, or the screen may be rendered for the previous width.
    await expect.poll(() => faultsOf(page), { message: `${message} at ${width}` }).toEqual([]);
  };
  for (const [user, audience] of Object.entries(users)) {
    if (seen.size === 0) await app.logInAs(user as keyof typeof users);
    else await app.changeUser(user as keyof typeof users);
    for (const { path, title, audiences } of Object.values(routeTable)) {
      const isOwn =
        (audiences as readonly string[]).includes(audience) && !(audiences as readonly string[]).includes('visitor');
      if (!isOwn || seen.has(path) || ['/logout', '/auth2'].includes(path)) continue;
      seen.add(path);
      await app.go(path.replace('$id', '1'));
      await expect(page).toHaveTitle(`${title} - Downlink`);
      await expect(page.getByRole('main')).not.toBeEmpty();
      // Each route at the width of a phone and at one of the other widths, alternating: every second route starts at the width where the previous one ended.
      await isFine(`${path} as ${user}`);
      width = width === 360 ? (widths[1 + (seen.size % 4 > 1 ? 1 : 0)] ?? 0) : 360;
      await page.setViewportSize({ width, height: 800 });
      await isFine(`${path} as ${user}`);
    }
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
    await expect.poll(() => faultsOf(page), { message: `at ${width}` }).toEqual([]);
  }
});
