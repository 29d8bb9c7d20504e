import type { BrowserContext, Page } from 'playwright/test';
import { deviceOf } from '../offline/device.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { coloursAt } from '../support/map-picture.ts';

// WebGL is drawn by the processor here: a small map is drawn soon. The tests read the colours of pixels.
test.use({ viewport: { width: 800, height: 500 }, deviceScaleFactor: 1 });

const server = sharedServer();
/** A picture of what WebGL drew takes seconds on a busy processor. */
const slow = { timeout: 40_000 };

type Told = {
  readonly icao: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly altitudeFt?: number | null;
};
const told = (one: Told & object) => ({
  id: 1,
  lat: 45,
  lon: 25,
  angle: 0,
  callsign: one.icao,
  seenAt: new Date().toISOString(),
  ...one,
});
/** Nothing but these aircraft, over the built-in map. */
async function withSky(context: BrowserContext, rows: () => readonly object[]): Promise<void> {
  await stub(context, '/CurrentLocation/GetCurrentLocation2', () => ({ json: { currentLocations: rows() } }));
  await stub(context, '/airport/(large|all)\\w*Locations', { json: { airports: [], airportsCount: 0 } });
}
async function openMap(page: Page, search = ''): Promise<App> {
  page.setDefaultTimeout(slow.timeout);
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: `/openstreetMap${search}`, lands: '/openstreetMap' });
  await expect(page.getByRole('banner')).toContainText('Live');
  return app;
}
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Aircraft in view' });
const legendOf = (page: Page) => page.getByRole('region', { name: 'Altitude, 1,000 ft' });

test('MAP-03: the colour of an aircraft is its altitude in light and dark; high contrast has one colour and no legend', async ({
  page,
  context,
}) => {
  let isOnGround = false;
  let altitudeFt: number | null = 38_000;
  await withSky(context, () => [told({ icao: '4B1803', altitudeFt, ...{ isOnGround } })]);
  await openMap(page, '?z=10&lat=45&lon=25');
  const looksLike = (colour: string) => expect.poll(() => coloursAt(page, [[0, 0]]), slow).toEqual([colour]);
  await looksLike('#001a4e');
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksLike('#ddf2ff');
  altitudeFt = 9000;
  await looksLike('#da7646');
  await page.emulateMedia({ colorScheme: 'light' });
  await looksLike('#ab5118');
  isOnGround = true;
  await looksLike('#626a6f');
  await expect(legendOf(page)).toContainText('ground< 5510203037+');
  await page.emulateMedia({ contrast: 'more' });
  await looksLike('#000000');
  await expect(legendOf(page)).toBeHidden();
});

test('MAP-05: an emergency code is first in the list, in words and in a frame on the map; climb and descent are arrows with words', async ({
  page,
  context,
}) => {
  await withSky(context, () => [
    told({ icao: '4A0001', altitudeFt: 12_000, ...{ verticalRateFtMin: 1500, squawk: '1000' } }),
    told({ icao: '4B0002', lat: 45.2, altitudeFt: 8000, ...{ verticalRateFtMin: -900, squawk: '7600' } }),
    told({ icao: '4C0003', lat: 45.1, altitudeFt: 38_000, ...{ verticalRateFtMin: 200, squawk: '7000' } }),
  ]);
  const app = await openMap(page, '?z=10&lat=45.2&lon=25');
  await expect(listOf(page).getByRole('option')).toHaveText([
    /^4B00027600 radio failure8,000 ft, 360° ↓, descending/,
    /^4A000112,000 ft, 360° ↑, climbing/,
    /^4C0003FL380, 360°\d/,
  ]);
  // 35 px at zoom 10; the frame is twice as wide.
  await expect.poll(() => coloursAt(page, [[33, 20]]), slow).toEqual(['#d23c3d']);
  await listOf(page).getByRole('option', { name: /7600/ }).click();
  await expect(page.getByRole('region', { name: '4B0002', exact: true })).toContainText('Squawk7600 radio failure');
  await expect(app.alertDialog).toHaveCount(0);
});

test('on a phone the legend closes to its colours after 10 s and opens again', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withSky(context, () => [told({ icao: '4A0001', altitudeFt: 12_000 })]);
  await page.clock.install();
  await openMap(page);
  const legend = legendOf(page).getByRole('button', { name: 'Altitude, 1,000 ft' });
  await expect(legend).toHaveAttribute('aria-expanded', 'true');
  await page.clock.fastForward(10_000);
  await expect(legend).toHaveAttribute('aria-expanded', 'false');
  await expect(legendOf(page)).not.toContainText('ground');
  const box = await legend.boundingBox();
  expect((box?.height ?? 0) >= 44, 'a target of 44 px').toBe(true);
  await expectAccessible(page, 'map of a phone with the strip');
  await legend.click();
  await expect(legendOf(page)).toContainText('ground');
});

test('a trail follows a moving aircraft in the colour of its altitude; All, Selected and None are remembered', async ({
  page,
  context,
}) => {
  const lons = [25.1, 25.2];
  await withSky(context, () => [told({ icao: '4A0001', lon: lons.shift() ?? 25.2, altitudeFt: 38_000 })]);
  await openMap(page, '?z=10&lat=45&lon=25');
  // At zoom 10 a tenth of a degree is 72.8 px: between its two positions, and beside them.
  const between = () => coloursAt(page, [[110, 0]]);
  const isLand = async (): Promise<boolean> => {
    const [here, beside] = await coloursAt(page, [
      [110, 0],
      [110, 40],
    ]);
    return here === beside;
  };
  const blueness = async (): Promise<number> => {
    const [red = 0, , blue = 0] = (await between()).flatMap((hex) =>
      [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)),
    );
    return blue - red;
  };
  await expect.poll(isLand, slow).toBe(false);
  await expect.poll(blueness, { ...slow, message: 'the blue of 37,000 ft and above' }).toBeGreaterThan(30);

  const choices = page.getByRole('region', { name: 'Map display' });
  await page.getByRole('button', { name: 'Map display' }).click();
  await choices.getByRole('radio', { name: 'Selected aircraft' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(isLand, slow).toBe(true);
  await listOf(page)
    .getByRole('option', { name: /^4A0001/ })
    .click();
  await page.reload();
  await page.getByRole('button', { name: 'Map display' }).click();
  await expect(choices.getByRole('radio', { name: 'Selected aircraft' })).toBeChecked();
  await expectAccessible(page, 'map display');
  await choices.getByRole('button', { name: 'Back to default' }).click();
  await expect(choices.getByRole('radio', { name: 'All aircraft' })).toBeChecked();
});

test('MAP-01: no tile of a layer that is turned off is requested, even before the server has named its layers', async ({
  page,
  context,
}) => {
  await withSky(context, () => [told({ icao: '4A0001' })]);
  let name = (): void => {};
  const named = new Promise<void>((resolve) => {
    name = resolve;
  });
  await context.route('**/api/v1/map/layers', async (route) => {
    await named;
    await route.continue();
  });
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/tiles/')) tiles.push(request.url());
  });
  await openMap(page);
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
  name();
  await expect(page.getByRole('button', { name: 'Base layer' })).toHaveAttribute('title', /turned off on the server/);
  expect(tiles).toEqual([]);
});

test('the filter leaves what passes on map and list, says how many, is remembered, and is cleared by Show all aircraft; the ranges of chosen stations are on the map with their legend, remembered and readable offline', async ({
  page,
  context,
}) => {
  await withSky(context, () => [
    told({ icao: '4A0001', altitudeFt: 38_000, ...{ callsign: 'ROT391', typeCode: 'B738' } }),
    told({ icao: '4A0002', lat: 45.1, altitudeFt: 8000, ...{ callsign: 'ROT7', typeCode: 'AT76' } }),
    told({ icao: '4A0003', lat: 45.2, altitudeFt: 2000, ...{ callsign: 'WZZ2', isOnGround: true } }),
  ]);
  const undrawn: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('could not be drawn')) undrawn.push(message.text());
  });
  await openMap(page, '?z=9&lat=45&lon=25');
  const rows = listOf(page).getByRole('option');
  await expect(rows).toHaveCount(3);
  const button = page.getByRole('button', { name: 'Filter aircraft' });
  const filter = page.getByRole('region', { name: 'Filter aircraft' });
  await button.click();
  await filter.getByLabel('Operator').fill('rot');
  await expect(rows).toHaveText([/^ROT7/, /^ROT391/]);
  await expect(filter).toContainText('2 of 3 aircraft here');
  await filter.getByRole('slider', { name: 'Lowest' }).press('ArrowRight');
  await filter.getByRole('slider', { name: 'Lowest' }).press('ArrowRight');
  await expect(filter.getByText('10,000 ft and above', { exact: true })).toBeVisible();
  await expect(rows).toHaveText([/^ROT391/]);
  await filter.getByLabel('Type').fill('at*');
  await expect(page.getByText('No aircraft matches the filter.')).toBeVisible();
  await filter.getByLabel('Type').fill('B73*');
  await expectAccessible(page, 'filter of the map');
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 of 3 shown')).toBeVisible();
  await expect(button).toHaveAttribute('title', 'Filter aircraft. 3 set');

  const legend = page.getByRole('region', { name: 'Station ranges' });
  const display = page.getByRole('button', { name: 'Map display' });
  await display.click();
  const find = page.getByRole('searchbox', { name: 'Find a station' });
  expect((await find.boundingBox())?.width).toBeGreaterThan(120);
  await find.fill('vien');
  await expect(page.getByRole('group', { name: 'Station ranges' }).getByRole('checkbox')).toHaveCount(1);
  await find.fill('1001 bu');
  await page.getByRole('checkbox', { name: '1001 Bucharest' }).check();
  await expect(legend).toContainText('Range of 1001, 24 h');
  await expect.poll(async () => (await deviceOf(page)).text).toContain('ADD-mapRanges');
  await stub(context, '/CurrentLocation/ranges', { status: 503, json: { message: 'Down' } });

  await page.reload();
  await expect(page.getByText('1 of 3 shown')).toBeVisible();
  await page.getByRole('button', { name: 'Show all aircraft' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(/ shown$/)).toHaveCount(0);
  await expect(legend).toHaveText(/^Range of 1001, 24 hFarthest of 30 days, as of \d\d:\d\dZ$/);
  await display.click();
  await expect(page.getByRole('checkbox', { name: '1001 Bucharest' })).toBeChecked();
  await expectAccessible(page, 'map with ranges');
  await page.getByRole('button', { name: 'Back to default' }).click();
  await expect(legend).toHaveCount(0);
  expect(undrawn).toEqual([]);
});

test('MAP-13: Show all aircraft requests OpenSky from 0 to 20,000 m until another source is chosen', async ({
  page,
  context,
}) => {
  await withSky(context, () => []);
  const bands: string[] = [];
  await stub(context, '/OpenSkyFlightsCurrentLocation', (url) => {
    bands.push(`${url.searchParams.get('baro_altitude1')} ${url.searchParams.get('baro_altitude2')}`);
    return { json: { openSkys: [told({ icao: '4A0001', altitudeFt: 38_000 })] } };
  });
  await openMap(page, '?source=opensky');
  await expect.poll(() => bands.at(-1)).toBe('10500 16000');
  await page.getByRole('button', { name: 'Show all aircraft' }).click();
  await expect.poll(() => bands.at(-1)).toBe('0 20000');
  await page.getByText('Receivers', { exact: true }).click();
  await page.getByText('OpenSky', { exact: true }).click();
  await expect.poll(() => bands.at(-1)).toBe('10500 16000');
});

test('a new message shows as a ring, once; with reduced motion it stands still', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let lastMessageAt: string | null = null;
  await withSky(context, () => [told({ icao: '4A0001', altitudeFt: 38_000, ...{ lastMessageAt } })]);
  await page.clock.install();
  await openMap(page);
  await expect(listOf(page).getByRole('option')).toHaveCount(1);
  const ring = page.locator('[data-message-ring]');
  await expect(ring).toHaveCount(0);
  // Noted by the page: on a busy machine the ring is gone before a look from outside.
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
  lastMessageAt = new Date().toISOString();
  await page.clock.runFor(4500);
  expect(await width).toBe('24px');
  await page.clock.runFor(3000);
  await expect(ring).toHaveCount(0);
});
