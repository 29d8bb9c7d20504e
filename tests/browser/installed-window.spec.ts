/** The app in its own window. The display mode and the badge are those of an installed app: a test browser has neither. */
import type { Page } from 'playwright/test';
import { App, expect, sharedServer, test } from '../support/browser.ts';

const server = sharedServer();

async function pretendInstalled(page: Page): Promise<() => Promise<number | null>> {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query === '(display-mode: browser)' ? real('not all') : real(query));
    const shown = window as { badge?: number | null };
    Object.assign(navigator, {
      setAppBadge: async (count: number) => {
        shown.badge = count;
      },
      clearAppBadge: async () => {
        shown.badge = null;
      },
    });
  });
  return () => page.evaluate(() => (window as { badge?: number | null }).badge ?? null);
}

test('the icon shows the number of new notices or of silent stations, and no number after a logout; the header is the title bar, whose links and buttons do not drag the window', async ({
  page,
}) => {
  const badge = await pretendInstalled(page);
  await page.route('**/api/v1/Overview', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { stations: { counts: Record<string, number> } };
    body.stations.counts.silent = 2;
    await route.fulfill({ response: reply, json: body });
  });
  let news = 0;
  await page.route('**/api/v1/Notices/Count', (route) => route.fulfill({ json: { new: news, emergencies: 0 } }));
  const app = new App(page, server.current.url);
  // Not a screen that requests the overview.
  await app.logInAs('admin', { from: '/device', lands: '/device' });
  await expect.poll(badge).toBe(2);
  // Without new notices only. The count is requested when the user comes back.
  news = 3;
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(badge).toBe(3);

  const rules = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('window-controls-overlay'))
      .map((rule) => rule.cssText.replace(/\s+/g, ' ')),
  );
  expect(rules.join()).toMatch(/header\w* \{ (-webkit-)?app-region: drag/);
  expect(rules.join()).toMatch(/no-drag/);
  // Without an overlay the header has its usual padding.
  await expect(page.getByRole('banner')).toHaveCSS('padding-right', '16px');

  // A running request ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // In the same window: a new document would have no badge in any case.
  await app.choose('Log out');
  await app.expectPath('/auth');
  await expect.poll(badge).toBe(null);
});
