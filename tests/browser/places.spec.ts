import type { Page } from 'playwright/test';
import { hourMs } from '../../contract/durations.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { coloured } from '../support/greys.ts';
import { countHeard } from '../support/heard-stations.ts';
import { boxOf } from '../support/layout.ts';
import { acarsdecLine, type LineValues } from '../support/messages.ts';

/** All reports are relative to this time, so that the test knows the minute of each. */
const nowS = Math.floor(Date.now() / 1000);
const timeOf = (secondsAgo: number): Date => new Date((nowS - secondsAgo) * 1000);
const clockOf = (secondsAgo: number): string => timeOf(secondsAgo).toISOString().slice(11, 16);
/** A time that the screen shows: with its day if that was yesterday when the screen was opened. */
function moment(secondsAgo: number): string {
  const [, day, month, year] = timeOf(secondsAgo).toUTCString().split(' ');
  return `(${Number(day)} ${month} ${year}, )?${clockOf(secondsAgo)}Z`;
}
/** An out, off, on or in report, received by stations of the demo. */
const report = (label: string, airports: string, secondsAgo: number, values: LineValues): Record<string, unknown>[] =>
  ['DL-LROP-ACARS', 'DL-LOWW-ACARS'].map((station) => {
    const text = `${airports}${clockOf(secondsAgo).replace(':', '')}`;
    return acarsdecLine({ label, text, secondsAgo, station, ...values }, nowS);
  });
const arrived = { tail: 'YR-ATQ', flight: 'RO0644', msgno: 'M10A' };
const server = serverForFile({
  prepare: async (it) => {
    const db = openDatabase({ url: it.databaseUrl }, { max: 2 });
    const now = Date.now();
    await it.import([
      ...report('QR', 'LRTRLROP', 1800, { ...arrived, msgno: 'M09A' }),
      ...report('QS', 'LRTRLROP', 1200, arrived),
      ...report('QQ', 'LROPEGLL', 900, { tail: 'YR-BGX', flight: 'RO0391', msgno: 'M11A' }),
      ...report('QQ', 'LOWWLROP', 600, { tail: 'YR-KMC', flight: 'V30301', msgno: 'M12A' }),
      acarsdecLine({ tail: 'YR-BGX', flight: 'RO0391', text: 'ENGINE', station: 'DL-LROP-ACARS', secondsAgo: 300 }),
    ]);
    const week = { receiver: 'DL-LROP-ADSB', type: 'ADSB', from: now - 8 * 24 * hourMs } as const;
    await countHeard(db, { ...week, to: now - 5000 });
    await countHeard(db, { ...week, receiver: 'DL-EKCH-ADSB', to: now - 5 * hourMs });
    await db.query(
      `insert into range_hour (receiver, hour, message_type, bearing_deg, farthest_nmi)
       select 'dl-lrop-adsb', date_trunc('hour', now()) - ago * interval '1 day', 'ADSB', bearing,
         case when ago = 0 and bearing between 90 and 149 then 60 else 200 end
       from generate_series(0, 359) bearing, unnest(array[0, 2]) ago on conflict do nothing`,
    );
    await db.query(
      `insert into range_day (receiver, day, message_type, is_demo, bearing_deg, farthest_nmi)
       select receiver, (hour at time zone 'UTC')::date, message_type, is_demo, bearing_deg / 5 * 5, max(farthest_nmi)
       from range_hour where receiver = 'dl-lrop-adsb' group by 1, 2, 3, 4, 5 on conflict do nothing`,
    );
    await db.close();
  },
});

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('a receiver name in a list opens the page of its station: status, ranges, its additional messages; offline it shows the status at the stored time; an airport in a message opens its page: arrivals and departures with their evidence, aircraft on the way; offline as it was stored; a feeder opens his own stations only, and only these are links in lists; an unknown station leads to the list of all stations', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: '/akrxAll?stationId=1001', lands: '/akrxAll' });
  await page
    .getByRole('grid')
    .getByRole('row', { name: /YR-KMC/ })
    .first()
    .click();
  await page.getByRole('rowheader').getByRole('link', { name: 'DL-LROP-ACARS' }).click();
  await app.expectPath('/station/DL-LROP-ACARS');
  await expect(page.getByRole('heading', { name: 'Station 1001', level: 1 })).toBeVisible();
  await expect(page, 'not the name in the address').toHaveTitle('Station 1001 - Downlink');
  await expect(page.getByRole('status').filter({ hasText: /^Feeding$/ })).toBeVisible();
  await expect(region(page, 'Range')).toContainText(
    /Farthest 200\u00a0nmi at \d+°.*Range less than in the last 2 days: 90° to 150°/,
  );
  await expect(region(page, 'Received by this station only')).toContainText(
    /1 of 5 messages.*with one more80 %.*1003Vienna4/,
  );
  await expect(region(page, 'Newest messages').getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Path of a message' }).getByRole('listitem')).toHaveCount(5);
  await region(page, 'Range').getByText('Ranges as a table').click();
  await expect(page.getByRole('row', { name: '90° to 120° 60 200' })).toBeVisible();
  await expectAccessible(page, '/station');

  // By keyboard to another station, and to the details that only an Admin has.
  await region(page, 'Received by this station only').getByRole('link', { name: 'Station 1003' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Station 1003', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(region(page, 'Newest messages').getByRole('listitem')).toHaveCount(5);
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL(/\/stationDetails\/\d+$/);
  await expect(page).toHaveTitle('Station 1001 - Downlink');
  await page.goBack();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('heading', { name: 'Feeding', level: 2 })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, '/station on a phone');
  await app.go('/station/1016');
  await expect(region(page, 'Cause').getByRole('heading', { name: 'What to check' })).toBeVisible();
  expect(await coloured(region(page, 'Cause'), 'background-color')).toHaveLength(1);

  await context.setOffline(true);
  // On return to the tab the status is requested at once.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText(/The current status is unknown\.$/)).toBeVisible();
  expect(await coloured(region(page, 'Cause'), 'background-color')).toEqual([]);
  await app.go('/akrxAll?stationId=1001');
  await expect(page.getByRole('listitem').filter({ hasText: 'YR-KMC' }).first()).toBeVisible();
  await app.go('/station/DL-LROP-ACARS');
  await expect(page.getByText(/^Was feeding at (\d+ \w+ \d{4}, )?\d\d:\d\dZ$/)).toBeVisible();
  const bars = page.getByRole('slider', { name: /, last 24 hours/ }).locator('i');
  await expect(bars).not.toHaveCount(0);
  expect(await coloured(bars, 'background-color')).toEqual([]);
  await expect(
    page.getByText(/^As of (\d+ \w+ \d{4}, )?\d\d:\d\dZ, .+ The current status is unknown\.$/),
  ).toBeVisible();
  await expect(region(page, 'Newest messages').getByRole('listitem')).toHaveCount(5);
  await app.go('/station/1009');
  await expect(page.getByText(/this page is not stored yet/)).toBeVisible();

  await test.step('an airport', async () => {
    await context.setOffline(false);
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.changeUser('customer');
    await app.go('/overview');
    await page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: 'Airport EGLL' }).first().click();
    await app.expectPath('/airport/EGLL');
    await expect(page.getByRole('heading', { name: /^EGLL/, level: 1 })).toBeVisible();
    await app.go('/airport/lrop');
    await expect(page.getByRole('heading', { name: /^LROP/, level: 1 })).toBeVisible();
    await expect(region(page, 'Arrived').getByRole('listitem')).toHaveText([/RO0644YR-ATQfrom LRTRin$/]);
    await expect(region(page, 'Departed').getByRole('listitem')).toHaveText([/RO0391YR-BGXto EGLLoff$/]);
    await expect(region(page, 'On the way here').getByRole('listitem')).toHaveText([
      new RegExp(`YR-KMCV30301reported ${moment(600)}$`),
    ]);
    // A report of the day before, with a distance: the sentence wraps, the codes do not.
    const linesOfCodes = await region(page, 'On the way here')
      .getByRole('listitem')
      .evaluateAll(([row]) => {
        const sentence = row?.lastElementChild;
        if (sentence) sentence.textContent = 'reported 30 November 2026, 18:57Z, 10,230 nmi';
        return [...(row?.querySelectorAll('a') ?? [])].map((code) => code.getClientRects().length);
      });
    expect(linesOfCodes).toEqual([1, 1]);
    await expect(region(page, 'Messages about this airport')).toContainText('At the gate at LROP');
    await expectAccessible(page, '/airport');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, '/airport on a phone');
    const topOf = async (name: string): Promise<number> => (await boxOf(region(page, name))).y;
    expect(await topOf('Weather'), 'weather is first on a phone').toBeLessThan(await topOf('Arrived'));

    await context.setOffline(true);
    await app.go('/overview');
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
    await app.go('/airport/lrop');
    await expect(page.getByText(/The current traffic is unknown\.$/)).toBeVisible();
    await expect(region(page, 'Arrived').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: /^On the ground at / })).toBeVisible();
  });

  await test.step('the stations of a feeder', async () => {
    await context.setOffline(false);
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.changeUser('company');
    await app.go('/station/1001');
    await expect(page.getByText('This station does not exist, or your account may not see it.')).toBeVisible();
    // A missing station is neither live nor a failure.
    await expect(page.getByRole('banner')).not.toContainText(/Live|Failed|Loading/);
    await page.getByRole('link', { name: 'All stations' }).click();
    await app.expectPath('/stationStatus');
    const stationOfFirstRow = async (list: string) => {
      const arrived = page.waitForResponse(/[?&]tail=YR-KMC/);
      await app.go(list);
      await arrived;
      await expect(page.getByRole('banner')).toContainText('Live');
      // Rows of the previous request are shown until these arrive.
      await expect(app.dataRows.filter({ hasNotText: 'YR-KMC' })).toHaveCount(0);
      await expect(app.dataRows.first()).toContainText('YR-KMC');
      await app.dataRows.first().click();
      return page.getByRole('definition').filter({ hasText: /^DL-\w+-\w+$/ });
    };
    const other = await stationOfFirstRow('/akrxAll?tail=YR-KMC');
    await expect(other).toBeVisible();
    await expect(other.getByRole('link')).toHaveCount(0);
    await app.changeUser('feeder');
    await (await stationOfFirstRow('/akrx?tail=YR-KMC')).getByRole('link').click();
    await expect(page.getByRole('heading', { name: /^Station 100[13]$/, level: 1 })).toBeVisible();

    // A place name without a space fits into the window of a phone, and a failure states which page could not be loaded.
    const call = '**/Stations/1001/page';
    await page.route(call, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, station: { ...body.station, city: 'x'.repeat(120) } } });
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await app.go('/station/1001');
    await expect(page.getByText(/^x{120}/)).toHaveCount(2);
    for (const place of await page.getByText(/^x{120}/).all())
      expect(await place.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(360);
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/Stations/1003/page', (route) => route.fulfill({ status: 500, json: { message: 'No room.' } }));
    await app.go('/station/1003');
    await expect(page.getByRole('main')).toContainText('This page could not be loaded. No room.');
  });
});
