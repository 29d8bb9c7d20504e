import type { Page } from 'playwright/test';
import { type RouteRow, routeTable } from '../../src/app/route-table.ts';
import { deviceOf } from '../offline/device.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { controlFaults, layoutFaultsOfAll, widenText } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(1200)) });
const widths = [360, 768, 1280];
/** For each audience the routes that no earlier audience has. A user of a company has those of a customer. */
const users = { admin: 'admin', parser: 'parser', customer: 'customer' } as const;
/** Steps of the session; and the map of customers, which is the map: drawing it takes a second. */
const others: readonly string[] = ['/logout', '/auth2', '/openstreetMapCompany'];
/** Of pages that name their object also when it is unknown. */
const objectTitles: Readonly<Record<string, string>> = {
  '/tail/$id': '1',
  '/tail/$id/dialogue': 'Dialogue of 1',
  '/tail/$id/briefing': 'Briefing of 1',
  '/faults/$id': 'Faults of 1',
  '/station/$id': 'Station 1',
  '/airport/$id': 'Airport 1',
};
const parts = ['body header', 'nav[aria-label="Main menu"]', 'main header'];
const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await layoutFaultsOfAll(page, parts)),
  ...(await controlFaults(page)),
];

test('RESP-01 OFF-03: no text in the frame or above a list overlaps another, is cut off or leaves the window, on any route, and each control has its text on one line, with text 15 % wider than that of our font; offline, with a part of the list stored, titles and counts are shown in full', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  const seen = new Set<string>();
  let width = 1280;
  const isFine = async (message: string) => {
    // The previous screen may still be shown, or the screen may be rendered for the previous width.
    await expect.poll(() => faultsOf(page), { message: `${message} at ${width}` }).toEqual([]);
  };
  const resize = (to: number): Promise<void> => {
    width = to;
    return page.setViewportSize({ width, height: 800 });
  };
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  await widenText(page);
  await test.step('offline', async () => {
    await expect.poll(async () => (await deviceOf(page)).text.includes('"rowCount":1000')).toBe(true);
    await context.setOffline(true);
    await expect(page.getByRole('region', { name: 'Connection' })).toContainText('No network.');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('1,000 of 1,200').first()).toBeVisible();
    for (const one of widths) {
      await resize(one);
      await isFine('offline');
    }
    await context.setOffline(false);
  });
  // A screen whose file was requested without a network stays unavailable until the next load.
  await page.reload();
  await widenText(page);
  for (const [user, audience] of Object.entries(users)) {
    if (seen.size > 0) await app.changeUser(user as keyof typeof users);
    for (const { path, title, audiences } of Object.values(routeTable)) {
      const isOwn =
        (audiences as readonly string[]).includes(audience) && !(audiences as readonly string[]).includes('visitor');
      if (!isOwn || seen.has(path) || others.includes(path)) continue;
      seen.add(path);
      await app.go(path.replace('$id', '1'));
      // Others are named after what has been loaded.
      const isNamedLater = path.endsWith('$id') && !objectTitles[path];
      await expect(page).toHaveTitle(isNamedLater ? / - Downlink$/ : `${objectTitles[path] ?? title} - Downlink`);
      await expect(page.getByRole('main')).not.toBeEmpty();
      // Each route at the width of a phone and at one of the other widths, alternating: every second route starts at the width where the previous one ended.
      await isFine(`${path} as ${user}`);
      await resize(width === 360 ? (widths[1 + (seen.size % 4 > 1 ? 1 : 0)] ?? 0) : 360);
      await isFine(`${path} as ${user}`);
    }
  }
  const all = Object.values<RouteRow>(routeTable).filter(({ audiences }) => !audiences.includes('visitor'));
  expect(all.map(({ path }) => path).filter((path) => !seen.has(path) && !others.includes(path))).toEqual([]);
});
