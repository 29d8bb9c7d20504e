import type { Locator, Page } from 'playwright/test';
import { hourMs, minuteMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { deviceOf } from '../offline/device.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { coloured, coloursOf } from '../support/greys.ts';
import { countHeard } from '../support/heard-stations.ts';
import { boxOf, excessOf } from '../support/layout.ts';
import { fullLine, series } from '../support/messages.ts';

const slotMs = 600_000;
const slotNow = (): number => Math.floor(Date.now() / slotMs) * slotMs;
const db = { current: undefined as Database | undefined };
/** Two stations of the demo: one feeds with a pause of an hour, the other is silent for five hours. */
const server = serverForFile({
  prepare: async (it) => {
    const database = openDatabase({ url: it.databaseUrl }, { max: 2 });
    db.current = database;
    await it.import([fullLine({ secondsAgo: 5 }), ...series(30)]);
    const feeds = (receiver: string, from: number, to: number) =>
      countHeard(database, { receiver, type: 'ADSB', from, to });
    await feeds('DL-LROP-ADSB', slotNow() - 40 * hourMs, slotNow() - 3 * hourMs);
    await feeds('DL-LROP-ADSB', slotNow() - 2 * hourMs, Date.now());
    await countHeard(database, {
      receiver: 'DL-LOWW-ADSB',
      type: 'ADSB',
      from: slotNow() - 40 * hourMs,
      to: slotNow() - 5 * hourMs,
    });
    // No messages of other types were received: there is a gap.
    await database.query(
      `update stations set feeder_user_id = (select id from users where user_name = 'feeder') where id = (
       select station_record_id from receiver_station where receiver = 'dl-loww-adsb');
     update stations set feeder_user_id = null where feeder_user_id = (select id from users where user_name = 'company')`,
    );
    await database.query(`delete from rx_hour where receiver not like 'dl-l%-adsb'`);
  },
});
test.afterAll(() => db.current?.close());

const start = (page: Page): Locator => page.getByRole('slider', { name: 'Start of the range' });
const end = (page: Page): Locator => page.getByRole('slider', { name: 'End of the range' });
const chip = (page: Page): Locator => page.getByRole('button', { name: /^Clear the range/ });
const band = (page: Page): Locator => page.getByTestId('time band');
const open = async (page: Page): Promise<App> => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: '/overview', lands: '/overview' });
  await expect(page.getByRole('heading', { name: 'Newest messages' })).toBeVisible();
  return app;
};

test('OVW-01 to OVW-06 OVW-08: band, sky, messages and stations from one response, silent stations first with their cause; below the cards of the start screens; forced colours; ranges; gaps; lists that follow the range; new messages are inserted after a click; on a phone, offline, the same picture is shown, grey, with its age; OVW-07: a feeder sees his silent station first; a company user without stations has messages and no map @clock', async ({
  page,
  context,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v1\/(Overview|FeederStatistics|Stations)/i.test(pathname)) calls.push(pathname);
  });
  const app = await open(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(main.getByRole('link', { name: /stations? silent: / })).toBeVisible();
  const stations = main.getByRole('region', { name: 'Stations' }).getByRole('listitem');
  await expect(stations.first()).toContainText(/Silent since .*Cause unknown/);
  await expect(main.getByRole('region', { name: 'Live sky' })).toContainText('aircraft in the last minute');
  const messages = main.getByRole('list', { name: 'Messages' });
  await expect(messages.getByRole('listitem').first()).toBeVisible();
  // Sentences are complete in a narrow column, too.
  const cut = await messages.evaluate((list) =>
    [...list.querySelectorAll<HTMLElement>('li > span')]
      .filter((part) => getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
  const parts = await messages.evaluate((list) => {
    const words = list.querySelector('li > [class*=words]');
    return (words?.clientWidth ?? 0) / list.clientWidth;
  });
  expect(parts, 'width of a sentence in the narrow column').toBeGreaterThan(0.7);
  await expect(start(page)).toHaveAttribute('aria-valuetext', /^\d\d:\d0Z, \d+ ACARS, \d+ VDLM2, \d+ HFDL, \d+ ADSB$/);
  expect(calls.filter((path) => !path.endsWith('/names'))).toEqual(['/api/v1/Overview']);

  await test.step('OVW-03: below the cards of the start screens', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await app.go('/administrator');
    await expect(page.getByRole('main').getByRole('link', { name: /C\.R\.U\.D\. User/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Overview', level: 2 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Last 24 hours' })).toBeVisible();
  });
  await app.go('/overview');

  await test.step('OVW-01: with forced colours of the system the map and the legend have different colours', async () => {
    const canvas = page.getByRole('region', { name: 'Live sky' }).locator('canvas');
    const drawn = (): Promise<number> =>
      canvas.evaluate((one: HTMLCanvasElement) => {
        const pixels = one.getContext('2d')?.getImageData(0, 0, one.width, one.height).data ?? new Uint8ClampedArray();
        return new Set(new Uint32Array(pixels.buffer)).size;
      });
    // Water, land and their border.
    await expect.poll(drawn).toBeGreaterThanOrEqual(3);
    const marks = await page
      .getByRole('region', { name: 'Last 24 hours' })
      .locator('li[data-type]')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor));
    expect(new Set(marks).size).toBe(4);
    // The selection is visible.
    const filters = page.getByRole('group', { name: 'Kinds of messages' }).getByRole('button');
    await filters.first().click();
    await expect(filters.first()).toHaveAttribute('aria-pressed', 'true');
    const backgrounds = await coloursOf(filters, 'background-color');
    expect(new Set(backgrounds).size).toBe(2);
    const here = page.locator('nav a[aria-current="page"]').first();
    expect(await coloursOf(here.locator('svg'), 'color')).toEqual(await coloursOf(here, 'color'));
    await page.keyboard.press('Control+k');
    const selected = page.getByRole('option', { selected: true });
    await expect(selected).toHaveCSS('outline-width', '2px');
    await page.keyboard.press('Escape');
    await expect(selected).toHaveCount(0);
    await page.emulateMedia({ forcedColors: null });
  });

  await test.step('OVW-04: a range selected by keyboard and mouse is in the header and the address; Esc and a double click clear it', async () => {
    await expect(chip(page)).toHaveCount(0);
    await end(page).focus();
    await page.keyboard.press('Control+ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(chip(page)).toBeVisible();
    await expect(page).toHaveURL(/range=\d{4}-\d\d-\d\dT\d\d%3A\d0%2F/);
    await expect(end(page)).toHaveAttribute('aria-valuenow', String(145 - 7));
    await page.keyboard.press('Escape');
    await expect(chip(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/range=/);

    const box = await boxOf(band(page));
    const y = box.y + 20;
    await page.mouse.move(box.x + box.width * 0.25, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
    await page.mouse.up();
    await expect(chip(page)).toBeVisible();
    await expect(start(page)).toHaveAttribute('aria-valuenow', String(Math.floor(145 * 0.25)));
    await band(page).dblclick({ position: { x: box.width * 0.9, y: 20 } });
    await expect(chip(page)).toHaveCount(0);
  });

  await test.step('OVW-02: a gap has a text, and the table has the numbers of each slot', async () => {
    await expect(page.getByRole('list', { name: 'Gaps' })).toContainText(
      /\d\d:\d0Z to \d\d:\d0Z: nothing received, \d+ stations silent/,
    );
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('region', { name: 'Messages per 10 minutes, rows' });
    await expect(table.getByRole('columnheader')).toHaveText([/From/, /ACARS/, /VDLM2/, /HFDL/, /ADSB/]);
    await expectAccessible(page, '/overview with the table of the band');
  });

  await test.step('OVW-04: lists follow the range as if SEARCH was clicked, RESET leaves it, and the list follows again on request', async () => {
    const from = new Date(slotNow() - 4 * hourMs).toISOString().slice(0, 16);
    const to = new Date(slotNow() - 3 * hourMs).toISOString().slice(0, 16);
    await app.go(`/overview?range=${from}/${to.slice(0, 10) === from.slice(0, 10) ? to.slice(11) : to}`);
    await expect(chip(page)).toBeVisible();
    const requested = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return /allUsers/i.test(pathname) && searchParams.get('acarsMessageDateTimeMin') === from;
    });
    await page.getByRole('navigation').getByRole('link', { name: 'ACARS raw' }).first().click();
    expect(new URL((await requested).url()).searchParams.get('acarsMessageDateTimeMax')).toBe(to);
    await expect(app.filter.button).toHaveText(/FILTER ON/);
    await expect(chip(page)).toBeVisible();
    await expect(page).toHaveURL(/range=/);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'RESET' }).click();
    await expect(app.filter.button).toHaveText(/FILTER OFF/);
    await expect(page.getByText('This list does not follow the range.')).toBeVisible();
    await page.getByRole('button', { name: 'Follow again' }).click();
    await expect(app.filter.button).toHaveText(/FILTER ON/);
    await expect(page.getByText('This list does not follow the range.')).toHaveCount(0);
    await chip(page).click();
    await expect(app.filter.button).toHaveText(/FILTER OFF/);
    await expect(page).not.toHaveURL(/range=/);
  });
  await app.go('/overview');

  await test.step('OVW-06: new messages are inserted after a click', async () => {
    const rows = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const before = await rows.first().innerText();
    await server.current.import([fullLine({ secondsAgo: 1, label: 'QB', text: 'LROPEGLL0712 0078', msgno: 'M77A' })]);
    const news = page.getByRole('button', { name: '1 new' });
    // The server caches the overview for 10 s of the server's clock.
    const { token } = await logIn(server.current, 'admin');
    const realOffsetMs = clock.offsetMs;
    clock.offsetMs += 10_000;
    await expect
      .poll(async () => (await callApi(server.current, '/Overview', { token })).text)
      .toContain('LROP 07:12Z');
    clock.offsetMs = realOffsetMs;
    await page.clock.fastForward(61_000);
    await expect(news).toBeVisible();
    await expect.poll(() => rows.first().innerText()).toBe(before);
    await news.click();
    await expect(rows.first()).toContainText('Took off from LROP 07:12Z, to EGLL');
    await page.getByRole('button', { name: 'Gate and air' }).click();
    await expect(rows).toHaveCount(1);
  });

  await test.step('OVW-08 OVW-01: on a phone, offline, the same picture is shown, grey, with its age', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('navigation', { name: 'Quick links' })).toBeVisible();
    // Ends the filter of one kind.
    await page.getByRole('button', { name: 'Gate and air' }).click();
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').nth(1)).toBeVisible();
    await expectAccessible(page, '/overview on a phone');
    expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);
    const ways = page.getByRole('navigation', { name: 'Quick links' });
    await expect(ways.getByRole('link')).toHaveText(['Overview', 'Messages', 'Map', 'Faults', 'Notices']);
    await expect(ways.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    const silent = page.getByRole('link', { name: /^Station 1003: (was )?silent/ });
    const liveColours = await coloursOf(silent, 'color');
    const row = await page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first().innerText();
    const sky = page.getByRole('region', { name: /^(Live sky|Sky at .+)$/ });
    await sky.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await deviceOf(page)).text).toMatch(/positions/);
    // The first response covers all aircraft, the second their region, and the next ones contain what changed.
    const continued = page.waitForRequest(
      (request) => request.url().includes('GetCurrentLocation2') && request.headers()['if-none-match'] !== undefined,
    );
    await Promise.all([page.waitForResponse(/GetCurrentLocation2/), page.clock.fastForward(15_000)]);
    await page.clock.fastForward(15_000);
    expect((await continued).headers().accept).toContain('positions+json');
    // The last positions stay on the device when no aircraft is received.
    await stub(context, '/CurrentLocation/GetCurrentLocation2', { json: { currentLocations: [] } });
    await page.clock.fastForward(15_000);
    await expect(sky).toContainText('0 aircraft');
    await context.unrouteAll({ behavior: 'wait' });
    await context.setOffline(true);
    await expect(sky, 'also what was live a moment ago').toContainText(/Positions of .+ old/);

    // Positions that are stored only after the first read are shown by the next.
    await page.evaluate(() => {
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (this: IDBObjectStore, key: IDBValidKey) {
        return get.call(this, /^positions/.test(String(key)) && !('isOpen' in window) ? 'too late' : key);
      };
    });
    await context.setOffline(false);
    await context.route(/\/api\/v1\//, (route) => route.abort());
    await app.go('/device');
    await expect(page.getByRole('heading', { name: 'Stored on this device', level: 1 })).toBeVisible();
    // Nothing of it is in memory any more.
    await page.clock.fastForward(6 * 60_000);
    await app.go('/overview');
    await sky.scrollIntoViewIfNeeded();
    await expect(sky).toContainText('Positions are not stored on this device.');
    await page.evaluate(() => Object.assign(window, { isOpen: true }));
    await page.clock.fastForward(15_000);
    await expect(sky).toContainText(/Positions of .+ old/);

    await expect(page.getByText(/^As of .*The current state is unknown\.$/)).toBeVisible();
    await expect
      .poll(() => page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first().innerText())
      .toBe(row);
    // Nothing looks live, and the four types remain different.
    const bars = page.getByRole('region', { name: 'Last 24 hours' }).locator('path[data-type]');
    await expect(bars).toHaveCount(4);
    expect(await coloured(bars, 'fill')).toEqual([]);
    expect(new Set(await coloursOf(bars, 'fill')).size).toBe(4);
    await expect(page.getByRole('region', { name: 'Stations' }).getByRole('listitem').first()).toContainText(
      /Was silent/,
    );
    await expect(page.getByText(/^\d+ of \d+ were feeding at /)).toBeVisible();
    const asOf = page.getByText(/^As of .*The current state is unknown\.$/);
    expect(await coloursOf(silent, 'color')).toEqual(await coloursOf(asOf, 'color'));
    expect(await coloursOf(silent, 'color')).not.toEqual(liveColours);
    // The age is one line below the cause.
    const age = page.getByRole('region', { name: 'Connection' }).getByText(/stored data from/);
    const lines = await age.evaluate(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    );
    expect(Math.round(lines)).toBe(1);
  });

  await test.step('OVW-07: a feeder; a company user without stations', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.changeUser('feeder');
    await app.go('/overview');
    await expect(page.getByRole('main').getByRole('link', { name: /^Station \d+: silent since/ })).toBeVisible();
    await app.changeUser('company');
    await app.go('/overview');
    await expect(page.getByText('Counts are available for your own stations.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Live sky' })).toHaveCount(0);
    const fleet = page.getByRole('region', { name: 'Aircraft received' });
    await expect(fleet).toContainText(/^Aircraft receivedas of .*\d+ aircraft, \d+ with a message today/);
    await expect(fleet.getByRole('link').first()).toHaveAttribute('href', /\/tail\/./);
    // An old index says nothing of now.
    await context.setOffline(true);
    await page.clock.fastForward(16 * minuteMs);
    await expect(fleet).toContainText(/\d+ aircraft(?!,)/);
    await context.setOffline(false);
  });
});
