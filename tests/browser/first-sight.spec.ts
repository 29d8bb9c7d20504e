/** Statistics at first sight (decision 18): charts that need no search. */

import type { Locator, Page } from 'playwright/test';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { awaitResponse } from '../offline/device.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { countHeard } from '../support/heard-stations.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf } from '../support/layout.ts';

/** Two stations of the demo feed for a week. One lost its range to the south-west, the other is silent for five hours. */
const server = serverForFile({
  prepare: async (it) => {
    const db = openDatabase({ url: it.databaseUrl }, { max: 1 });
    const now = Date.now();
    await countHeard(db, { receiver: 'DL-LROP-ADSB', type: 'ADSB', from: now - 9 * dayMs, to: now });
    await countHeard(db, { receiver: 'DL-LOWW-ADSB', type: 'ADSB', from: now - 9 * dayMs, to: now - 5 * hourMs });
    await db.query(
      `insert into range_day (receiver, day, message_type, bearing_deg, farthest_nmi)
       select 'dl-lrop-adsb', (now() at time zone 'UTC')::date - ago, 'ADSB', bearing, 200
       from generate_series(10, 20) ago, generate_series(0, 355, 5) bearing on conflict do nothing`,
    );
    await db.query(
      `insert into range_hour (receiver, hour, message_type, bearing_deg, farthest_nmi)
       select 'dl-lrop-adsb', date_trunc('hour', now(), 'UTC'), 'ADSB', bearing, case when bearing between 200 and 249 then 30 else 190 end
       from generate_series(0, 359) bearing on conflict do nothing`,
    );
    await db.query(
      `insert into text_day (day, receiver, kind, name, messages) values
         ((now() at time zone 'UTC')::date, 'dl-lrop-adsb', 'tail', 'YR-ASA', 12), ((now() at time zone 'UTC')::date, 'dl-lrop-adsb', 'label', 'H1', 30)`,
    );
    await db.close();
  },
});

const open = async (page: Page, search = ''): Promise<App> => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: `/statistics${search}`, lands: '/statistics' });
  await expect(chart(page, 'Messages by time')).toBeVisible();
  return app;
};
const chart = (page: Page, name: string): Locator => page.getByRole('slider', { name, exact: true });
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('six charts are shown without a search: each has its finding, is read by keyboard, and has its table and files; without a network they are read from the device, with their age', async ({
  page,
  context,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/FeederStatistics/')) calls.push(pathname);
  });
  const app = await open(page);
  await expect(page.getByRole('navigation', { name: 'Sections of this screen' }).getByRole('link').first()).toHaveText(
    'Summary',
  );
  await expect(card(page, 'Range compared with the last month')).toContainText(
    /1001 Bucharest lost its south-west since \d+ \w+: 30\u00a0nmi instead of 200\./,
  );
  await expect(card(page, 'Hours by station')).toContainText(/1003 Vienna silent since /);
  await expect(card(page, 'Feeding calendar')).toContainText(/fed today|nothing for 1 day/);
  await expect(card(page, 'Most frequent')).toContainText('Most frequent: Label H1, YR-ASA.');
  await expect(card(page, 'Levels by frequency')).toContainText('No data in this period.');
  expect(calls).toEqual(['/api/v1/FeederStatistics/FirstSight']);
  await expectPartAccessible(page, '[aria-labelledby="section-sight-title"]', 'statistics at first sight');

  // Four of them at once on a usual screen.
  await page.setViewportSize({ width: 1280, height: 860 });
  for (const name of ['Messages per hour', 'Levels by frequency', 'Hours by station', 'Feeding calendar'])
    await expect(card(page, name), name).toBeInViewport({ ratio: 0.99 });

  const hours = chart(page, 'Hours by station');
  await hours.focus();
  const first = await hours.getAttribute('aria-valuetext');
  expect(first).toMatch(/^1003 Vienna, .* 0 messages, 0 % of the usual$/);
  await page.keyboard.press('ArrowDown');
  await expect(hours).toHaveAttribute('aria-valuetext', /^1001 Bucharest, .* messages, \d+ % of the usual$/);
  await page.keyboard.press('Home');
  await expect(card(page, 'Hours by station')).toContainText(/1001 Bucharest, .* 6 messages, 100 % of the usual/);
  await chart(page, 'Ranges by direction').focus();
  for (let step = 0; step < 42; step++) await page.keyboard.press('ArrowRight');
  await expect(card(page, 'Range compared with the last month')).toContainText(
    '1001 Bucharest, 210°: 30 nmi in 24 h, 200 nmi in 30 days',
  );

  const picture = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture: Range compared with the last month' }).click();
  expect((await picture).suggestedFilename()).toBe('Range compared with the last month Last 24 hours all stations.png');
  await page.getByRole('button', { name: 'Table: Most frequent' }).click();
  const table = page.getByRole('table', { name: 'Most frequent' });
  await expect(table.getByRole('cell', { name: 'YR-ASA', exact: true })).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV: Most frequent' }).click();
  expect((await csv).suggestedFilename()).toBe('Most frequent Last 24 hours all stations.csv');

  await test.step('without a network', async () => {
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    // Until then the charts are those of 24 hours.
    await awaitResponse(page, String.raw`\"days\":7`, 'the charts of a week');
    await expect(card(page, 'Range compared with the last month')).toContainText('1001 Bucharest lost its south-west');
    await app.go('/administrator');
    await expect(page.getByRole('heading', { name: 'Last 24 hours' })).toBeVisible();
    await context.setOffline(true);
    await app.go('/statistics?sight.days=7');
    await expect(card(page, 'Range compared with the last month')).toContainText('1001 Bucharest lost its south-west');
    await expect(page.getByText(/^As of .*\d\d:\d\dZ, .* ago$/)).toBeVisible();
    await page.getByRole('button', { name: 'Last 3 days' }).click();
    await expect(page.getByText('these charts are not stored yet')).toBeVisible();
    await expect(app.alertDialog).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  test('on a phone a range of the time band is selected by touch; nothing moves when the charts load; range and station are in the address; charts are read by touch', async ({
    page,
    context,
  }) => {
    const app = new App(page, server.current.url);
    await app.logInAs('admin', { from: '/overview', lands: '/overview' });
    // Until then a line above the band states that the status is unknown.
    await expect(page.getByRole('banner')).toContainText('Live');
    const band = page.getByTestId('time band');
    await band.scrollIntoViewIfNeeded();
    const plot = await boxOf(band);
    const touch = await context.newCDPSession(page);
    const at = (part: number) => ({ x: plot.x + part * plot.width, y: plot.y + 8 });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.3)] });
    for (const part of [0.4, 0.5, 0.6])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(part)] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const clear = page.getByRole('button', { name: /^Clear the range/ });
    await expect(clear).toBeVisible();
    await expectPartAccessible(page, 'header, [data-testid="time band"]', 'a range on a phone');
    // By keyboard: the browser may take a tap right after these touches as a part of their gesture.
    await clear.press('Enter');
    await expect(clear).toHaveCount(0);

    const send = await holdRoute(context, '**/FeederStatistics/FirstSight?*');
    await page.evaluate(() => {
      const shown = window as { moved?: number };
      shown.moved = 0;
      type Shift = PerformanceEntry & { value: number };
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as Shift[]) shown.moved = (shown.moved ?? 0) + shift.value;
      }).observe({ type: 'layout-shift' });
    });
    await app.go('/statistics');
    await expect(page.getByRole('main').getByText('Loading …')).toBeVisible();
    await send();
    await expect(chart(page, 'Messages by time')).toBeVisible();
    await expect(chart(page, 'Feeding days by station and type')).toBeAttached();
    // What moves in a frame is reported after it.
    const moved = () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done((window as { moved?: number }).moved)));
      });
    expect(await page.evaluate(moved)).toBeLessThan(0.05);

    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await expect(card(page, 'Messages per day')).toBeVisible();
    await page.getByLabel('Station of the charts').selectOption('1001');
    await expect(page).toHaveURL(/sight\.days=30/);
    await expect(page).toHaveURL(/sight\.station=1001|sight\.station=%221001%22/);
    await expect(card(page, 'Feeding calendar')).not.toContainText('1003');
    const calendar = chart(page, 'Feeding days by station and type');
    await calendar.scrollIntoViewIfNeeded();
    const box = await boxOf(calendar);
    await calendar.tap({ position: { x: box.width - 12, y: 8 } });
    await expect(card(page, 'Feeding calendar')).toContainText(/1001 Bucharest ADSB, \d+ \w+: \d+ % of the day/);
    await expectPartAccessible(page, '[aria-labelledby="section-sight-title"]', 'statistics at first sight on a phone');
    const wide = await page
      .getByRole('main')
      .evaluate(
        (main) => [main, ...main.children].filter((element) => element.scrollWidth > element.clientWidth + 1).length,
      );
    expect(wide).toBe(0);
  });
});
