import type { BrowserContext, Page } from 'playwright/test';
import { deviceOf } from '../offline/device.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf, excessOf } from '../support/layout.ts';
import { coloursAt } from '../support/map-picture.ts';

// The CPU draws WebGL here: a small map is drawn faster. A trail is too narrow for half of the pixels.
test.use({ viewport: { width: 700, height: 490 }, deviceScaleFactor: 1 });

const server = sharedServer();
/** A screenshot of the WebGL canvas takes seconds on a busy CPU. */

type Reported = {
  readonly icao: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly altitudeFt?: number | null;
};
/** Lead of the clock of the page. */
let aheadMs = 0;
const now = (): string => new Date(Date.now() + aheadMs).toISOString();
const reported = (one: Reported & object) => ({
  id: 1,
  lat: 45,
  lon: 25,
  angle: 0,
  callsign: one.icao,
  seenAt: now(),
  ...one,
});
const pollMs = 4500;
/** The map shows an aircraft for 3 minutes after its last position. These are moved out of view instead. */
const elsewhere = (...icaos: readonly string[]) => icaos.map((icao) => reported({ icao, lat: -40 }));
/**
 * Only these aircraft, over the built-in map. The app learns the time from each response. The server's clock is behind the page's: after
 * one of its responses, new positions would be older than those shown. So these responses have the time of the page.
 */
async function withSky(context: BrowserContext, rows: () => readonly object[]): Promise<void> {
  await stub(context, '/CurrentLocation/GetCurrentLocation2', () => ({
    json: { currentLocations: rows() },
    headers: { date: new Date(now()).toUTCString() },
  }));
  await stub(context, '/airport/(large|all)\\w*Locations', { json: { airports: [], airportsCount: 0 } });
}
async function openMap(page: Page, search = ''): Promise<App> {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: `/openstreetMap${search}`, lands: '/openstreetMap' });
  await expect(page.getByRole('banner')).toContainText('Live');
  return app;
}
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Aircraft in view' });
const legendOf = (page: Page, unit = 'ft') =>
  page.getByRole('region', { name: `Altitude, 1,000 ${unit}`, exact: true });

test('MAP-01 MAP-03 MAP-05: no tile of a layer that is turned off is requested; colours by altitude, rings of new messages, emergency codes, trails, the filter and the ranges of stations are shown on map and list, stored, and readable offline; metric units are chosen with the appearance, stay after a reload, and belong to the user @clock', async ({
  page,
  context,
}) => {
  aheadMs = 0;
  /** Requests the current positions. */
  const poll = async (): Promise<void> => {
    aheadMs += pollMs;
    await page.clock.fastForward(pollMs);
  };
  let rows: () => readonly object[] = () => [];
  await withSky(context, () => rows());
  const undrawn: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('could not be drawn')) undrawn.push(message.text());
  });

  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/tiles/')) tiles.push(request.url());
  });
  const name = await holdRoute(context, '**/api/v1/map/layers');
  let one: object = { altitudeFt: 38_000 };
  rows = () => [reported({ icao: '4B1803', ...one })];
  const app = await openMap(page, '?z=10&lat=45&lon=25');

  await test.step('MAP-01: no tile is requested, even before the server has listed its layers', async () => {
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
    await name();
    await expect(page.getByRole('button', { name: 'Base layer' })).toHaveAttribute('title', /turned off on the server/);
    expect(tiles).toEqual([]);
  });

  await test.step('MAP-03: the colour shows the altitude in light and dark; high contrast has one colour and no legend', async () => {
    const looksLike = (colour: string) => expect.poll(() => coloursAt(page, [[0, 0]])).toEqual([colour]);
    await looksLike('#001a4e');
    await page.emulateMedia({ colorScheme: 'dark' });
    await looksLike('#ddf2ff');
    one = { altitudeFt: 9000 };
    await poll();
    await looksLike('#da7646');
    await page.emulateMedia({ colorScheme: 'light' });
    await looksLike('#ab5118');
    one = { altitudeFt: 9000, isOnGround: true };
    await poll();
    await looksLike('#626a6f');
    await expect(legendOf(page)).toContainText('ground< 5510203037+');
    await page.emulateMedia({ contrast: 'more' });
    await looksLike('#000000');
    await expect(legendOf(page)).toBeHidden();
    await page.emulateMedia({ contrast: null });
    await expect(legendOf(page)).toBeVisible();
  });

  await test.step('a new message shows as a ring, once; with reduced motion it does not move', async () => {
    const ring = page.locator('[data-message-ring]');
    await expect(ring).toHaveCount(0);
    // Recorded by the page: on a busy machine the ring disappears before the test can check it from outside.
    const width = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new MutationObserver((_, observer) => {
            const found = document.querySelector('[data-message-ring]');
            if (!found) return;
            observer.disconnect();
            resolve(getComputedStyle(found).width);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    one = { altitudeFt: 9000, lastMessageAt: now() };
    await page.clock.runFor(pollMs);
    expect(await width).toBe('24px');
    await page.clock.runFor(3000);
    aheadMs += pollMs + 3000;
    await expect(ring).toHaveCount(0);
  });

  const list = listOf(page).getByRole('option');
  /** After the next positions. */
  const lists = async (...texts: readonly RegExp[]): Promise<void> => {
    await poll();
    // A running request may have a response without them: the clock runs on to the next.
    await expect(list).toHaveText([...texts]);
  };
  await test.step('MAP-05: an emergency code and a state of ADS-B are first, with their meaning and a frame; climb and descent are arrows with words', async () => {
    rows = () => [
      ...elsewhere('4B1803'),
      reported({ icao: '4A0001', lat: 44.8, altitudeFt: 12_000, ...{ verticalRateFtMin: 1500, squawk: '1000' } }),
      reported({ icao: '4B0002', altitudeFt: 8000, ...{ verticalRateFtMin: -900, squawk: '7600' } }),
      reported({ icao: '4C0003', lat: 44.9, altitudeFt: 38_000, ...{ verticalRateFtMin: 200, squawk: '7000' } }),
      reported({ icao: '4D0005', lat: 44.9, lon: 25.1, altitudeFt: 9000, ...{ squawk: '1000', emergency: 'minfuel' } }),
    ];
    await lists(
      /^4B00027600 radio failure8,000\u00a0ft, 360° ↓, descending/,
      /^4D0005minimum fuel9,000\u00a0ft, 360°\d/,
      /^4A000112,000\u00a0ft, 360° ↑, climbing/,
      /^4C0003FL380, 360°\d/,
    );
    // 35 px at zoom 10; the frame is twice as wide.
    await expect.poll(() => coloursAt(page, [[33, 20]])).toEqual(['#d23c3d']);
    await listOf(page).getByRole('option', { name: /7600/ }).click();
    await expect(page.getByRole('region', { name: '4B0002', exact: true })).toContainText('Squawk7600 radio failure');
    await expect(app.alertDialog).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  const display = page.getByRole('button', { name: 'Map display' });
  const choices = page.getByRole('region', { name: 'Map display' });
  await test.step('a trail follows a moving aircraft in the colour of its altitude', async () => {
    let lon = 25.1;
    rows = () => [
      ...elsewhere('4B1803', '4A0001', '4B0002', '4C0003', '4D0005'),
      reported({ icao: '4D0004', lon, altitudeFt: 38_000 }),
    ];
    await lists(/^4D0004/);
    lon = 25.2;
    await poll();
    // At zoom 10 a tenth of a degree is 72.8 px: between its two positions, and next to them.
    const isLand = async (): Promise<boolean> => {
      const [here, beside] = await coloursAt(page, [
        [110, 0],
        [110, 40],
      ]);
      return here === beside;
    };
    const blueness = async (): Promise<number> => {
      const [red = 0, , blue = 0] = (await coloursAt(page, [[110, 0]])).flatMap((hex) =>
        [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)),
      );
      return blue - red;
    };
    await expect.poll(isLand).toBe(false);
    await expect.poll(blueness, { message: 'the blue of 37,000 ft and above' }).toBeGreaterThan(30);
    await display.click();
    await choices.getByRole('radio', { name: 'Selected aircraft' }).check();
    await page.keyboard.press('Escape');
    await expect.poll(isLand).toBe(true);
  });

  const here = () => [
    reported({
      icao: '4A0001',
      altitudeFt: 38_000,
      ...{ callsign: 'ROT391', typeCode: 'B738', positionKind: 'TIS-B' },
    }),
    reported({ icao: '4A0002', lat: 45.05, altitudeFt: 8000, ...{ callsign: 'ROT7', typeCode: 'AT76' } }),
    reported({ icao: '4A0003', lat: 45.1, altitudeFt: 2000, ...{ callsign: 'WZZ2', isOnGround: true } }),
  ];
  const filterButton = page.getByRole('button', { name: 'Filter aircraft' });
  await test.step('the filter leaves matching aircraft on map and list, and shows their number', async () => {
    rows = () => [...elsewhere('4B1803', '4B0002', '4C0003', '4D0004', '4D0005'), ...here()];
    await lists(/^ROT7/, /^ROT391/, /^WZZ2/);
    const filter = page.getByRole('region', { name: 'Filter aircraft' });
    await filterButton.click();
    await filter.getByLabel('Operator').fill('rot');
    await expect(list).toHaveText([/^ROT7/, /^ROT391/]);
    await expect(filter).toContainText('2 of 3 aircraft here');
    await filter.getByRole('slider', { name: 'Lowest' }).press('ArrowRight');
    await filter.getByRole('slider', { name: 'Lowest' }).press('ArrowRight');
    await expect(filter.getByText('10,000 ft and above', { exact: true })).toBeVisible();
    await expect(list).toHaveText([/^ROT391/]);
    await filter.getByLabel('Type').fill('at*');
    await expect(page.getByText('No aircraft matches the filter.')).toBeVisible();
    await filter.getByLabel('Type').fill('B73*');
    await filter.getByLabel('Source').selectOption('ADS-C');
    await expect(page.getByText('No aircraft matches the filter.')).toBeVisible();
    await filter.getByLabel('Source').selectOption('TIS-B');
    await expect(list).toHaveText([/^ROT391FL380, 360°, TIS-B/]);
    await expectPartAccessible(page, 'section[aria-label="Filter aircraft"]', 'filter of the map');
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 of 3 shown')).toBeVisible();
    await expect(filterButton).toHaveAttribute('title', 'Filter aircraft. 4 set');
  });

  const ranges = page.getByRole('region', { name: 'Station ranges' });
  await test.step('the ranges of chosen stations are shown on the map with their legend', async () => {
    await display.click();
    const find = page.getByRole('searchbox', { name: 'Find a station' });
    expect((await boxOf(find)).width).toBeGreaterThan(120);
    await find.fill('vien');
    await expect(page.getByRole('group', { name: 'Station ranges' }).getByRole('checkbox')).toHaveCount(1);
    await find.fill('1001 bu');
    await page.getByRole('checkbox', { name: '1001 Bucharest' }).check();
    await expect(ranges).toContainText('Range of 1001, 24 h');
    await expect.poll(async () => (await deviceOf(page)).text).toContain('ADD-mapRanges');
  });

  const appearance = page.getByRole('button', { name: 'Appearance' });
  const metric = page.getByRole('menuitemradio', { name: 'Metric (m, km/h, km)' });
  await test.step('metric units are chosen with the appearance', async () => {
    // The header of a narrower page has a menu instead.
    await page.setViewportSize({ width: 960, height: 490 });
    await expect(legendOf(page)).toContainText('37+');
    await appearance.click();
    await metric.click();
    await expect(metric).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await expect(legendOf(page, 'm')).toContainText('11.3+');
    await expect(page.getByText(/^\d+\skm zoom/)).toBeVisible();
  });

  await test.step('all of it is restored after a reload, the ranges from the device; Show all aircraft and Back to default clear it', async () => {
    await stub(context, '/CurrentLocation/ranges', { status: 503, json: { message: 'Down' } });
    await page.reload();
    await expect(page.getByText('1 of 3 shown')).toBeVisible();
    await expect(legendOf(page, 'm')).toContainText('11.3+');
    await page.getByRole('button', { name: 'Show all aircraft' }).click();
    await expect(list).toHaveCount(3);
    await expect(page.getByText(/ shown$/)).toHaveCount(0);
    await expect(ranges).toHaveText(/^Range of 1001, 24 hFarthest of 30 days, as of (\d+ \w+ \d{4}, )?\d\d:\d\dZ$/);
    await display.click();
    await expect(choices.getByRole('radio', { name: 'Selected aircraft' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: '1001 Bucharest' })).toBeChecked();
    await expectPartAccessible(
      page,
      'section[aria-label="Map display"], section[aria-label="Station ranges"]',
      'map display with ranges',
    );
    await stub(context, '/CurrentLocation/coverage', { status: 500, json: { message: 'No cells' } });
    await choices.getByRole('checkbox', { name: 'Stored positions of 24 h' }).check();
    const coverage = page.getByRole('region', { name: 'Coverage' });
    await expect(coverage).toContainText('Coverage is not available, and not stored on this device.');
    const again = page.waitForRequest(/\/CurrentLocation\/coverage/);
    await coverage.getByRole('button', { name: 'Try again' }).click();
    await again;
    await display.click();
    const back = choices.getByRole('button', { name: 'Back to default' });
    // The buttons on the map are squares, those in their panels are as wide as their texts.
    expect(await excessOf(back)).toBe(0);
    await back.click();
    await expect(choices.getByRole('radio', { name: 'All aircraft' })).toBeChecked();
    await expect(ranges).toHaveCount(0);
    expect(undrawn).toEqual([]);
  });

  await test.step('another user has the default units', async () => {
    await app.changeUser('customer');
    await appearance.click();
    await expect(metric).toHaveAttribute('aria-checked', 'false');
  });
});
