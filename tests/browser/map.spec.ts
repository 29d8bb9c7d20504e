/**
 * The map screen: how it opens, its base layers, its address, what it shows when something is missing.
 * Must not: look at aircraft, airports or the list beside the map; tiles and positions are answered here.
 */
import type { BrowserContext, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';

const server = serverForFile();
// WebGL is drawn by the processor here: a small map, and time for it where the processor has other work, too.
test.use({ viewport: { width: 980, height: 420 }, actionTimeout: 30_000 });
test.describe.configure({ timeout: 120_000 });

/** MAP-01. */
const layerNames = [
  'main',
  'natGeo',
  'deLome',
  'topo2',
  'topographic',
  'ocean',
  'streets',
  'worldImagery',
  'worldAtNight',
  'darkLayer',
  'openAIP',
];
const layers = layerNames.map((name) => ({
  name,
  attribution: `Source of ${name}`,
  minZoom: name === 'openAIP' ? 4 : 0,
  maxZoom: name === 'openAIP' ? 14 : 19,
  storing: 'no',
}));
/** A tile of one colour, #ff00ff. */
const pink = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z/AfAAQAAf8iCjrwAAAAAElFTkSuQmCC',
  'base64',
);

/** Nothing flies, so that what is seen is the map. */
async function quietSky(context: BrowserContext, has: { tiles: boolean }): Promise<void> {
  await stub(context, '/map/layers', { json: { layers } });
  await stub(context, '/CurrentLocation/GetCurrentLocation2', { json: { currentLocations: [] } });
  for (const path of ['/airport/largeLocations', '/airport/largeAndMediumLocations', '/airport/allLocations'])
    await stub(context, path, { json: { airports: [], airportsCount: 0 } });
  await context.route(/\/tiles\//, (route) =>
    has.tiles ? route.fulfill({ contentType: 'image/png', body: pink }) : route.fulfill({ status: 502, body: '' }),
  );
}

const zoomShown = (page: Page) => page.getByText(/^zoom [\d.]+$/);
const search = (page: Page): string => new URL(page.url()).search;

/** Colours of pixels of the map, `#rrggbb`, at distances from its middle in CSS pixels. */
async function coloursAt(page: Page, places: readonly (readonly [number, number])[]): Promise<string[]> {
  const box = await page.locator('canvas').boundingBox();
  if (!box) return [];
  // From 20 px left of the middle and above it: all places lie in there.
  const clip = { x: Math.round(box.x + box.width / 2) - 20, y: Math.round(box.y + box.height / 2) - 20 };
  const picture = (await page.screenshot({ clip: { ...clip, width: 240, height: 100 } })).toString('base64');
  const points = places.map(([x, y]) => [x + 20, y + 20]);
  return page.evaluate(
    async ([text, at]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      sheet?.drawImage(bitmap, 0, 0);
      return at.map(([x = 0, y = 0]) => {
        const [r = 0, g = 0, b = 0] = sheet?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [];
        return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      });
    },
    [picture, points] as const,
  );
}
/** A picture of what WebGL drew takes seconds on a busy processor. */
const slow = { timeout: 40_000 };
/** At 45, 25 and zoom 5: north of Bucharest, and in the Black Sea (8192 px are 360 degrees). */
const landAndSea = [
  [-6, -8],
  [205, 63],
] as const;

test('S16 MAP-01 MAP-02 MAP-18 C58: opens at 45, 25, zoom 5; each of the 11 layers can be chosen and asks for its tiles', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: true });
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await app.choose('Map');
  await expect(zoomShown(page)).toHaveText('zoom 5');
  // The tile of 256 px in which 45, 25 lies: x = 205 / 360 * 32, y = 0.3597 * 32.
  await expect.poll(() => [...asked]).toContain('/tiles/main/5/18/11');
  await expect.poll(() => coloursAt(page, landAndSea), slow).toEqual(['#ff00ff', '#ff00ff']);

  await page.getByRole('button', { name: 'Base layer' }).click();
  const radios = page.getByRole('radio');
  expect(await radios.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual(layerNames);
  await expect(page.getByRole('radio', { name: 'main' })).toBeFocused();
  for (const name of layerNames.slice(1)) {
    // One radio group: the arrow key goes on to the next and chooses it.
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
    await expect.poll(() => [...asked]).toContain(`/tiles/${name}/5/18/11`);
    await expect(page.getByText(`Source of ${name}`)).toBeVisible();
  }
  await expect.poll(() => search(page)).toBe('?layer=openAIP');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Base layer' })).toBeFocused();
});

test('the address holds the view without steps for the back button; the next visit opens where the person left, another person at the start', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: true });
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await app.open('/openstreetMap?z=6.5&lat=50&lon=8&layer=ocean');
  await expect(zoomShown(page)).toHaveText('zoom 6.5');
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const left = '?z=7.5&lat=50&lon=8&layer=ocean';
  await expect.poll(() => search(page)).toBe(left);
  expect(await page.evaluate(() => history.length)).toBe(steps);

  await app.choose('Airports');
  await app.expectPath('/airports');
  await app.choose('Map');
  await expect.poll(() => search(page)).toBe(left);
  await expect(zoomShown(page)).toHaveText('zoom 7.5');

  await app.logOut();
  await app.logInAs('admin');
  await app.choose('Map');
  await expect(zoomShown(page)).toHaveText('zoom 5');
  expect(search(page)).toBe('');
});

test('MAP-15 C57: without tiles the map of this app is there, light and dark, and one quiet line says so', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: false });
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await app.open('/openstreetMap');
  await expect(page.getByText('Tiles of main did not come.')).toBeVisible();
  await expect.poll(() => coloursAt(page, landAndSea), slow).toEqual(['#f3f4f1', '#d9e3ea']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => coloursAt(page, landAndSea), slow).toEqual(['#252d32', '#0a1014']);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Natural Earth' })).toBeVisible();

  await app.open('/openstreetMap?z=3&lat=45&lon=25&layer=openAIP');
  await expect(page.getByText('openAIP has tiles for zoom 4 to 14: zoom in to see it.')).toBeVisible();
});

test('the map alone for a wall, and back', async ({ page, context }) => {
  await quietSky(context, { tiles: true });
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await app.open('/openstreetMap?wall=1');
  const back = page.getByRole('button', { name: 'Back to the list beside the map' });
  await expect(back).toBeVisible();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await back.click();
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect.poll(() => search(page)).toBe('');
});

test('axe: the map with its layers open, on a desktop and on a phone without sideways scrolling', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: true });
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await app.open('/openstreetMap');
  await page.getByRole('button', { name: 'Zoom in' }).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('l');
  await expect(page.getByRole('radio', { name: 'main' })).toBeFocused();
  await expectAccessible(page, 'map');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(page.getByRole('radio', { name: 'main' })).toBeInViewport();
});

test('its code is asked for by no other screen; when it does not come, the list beside it is there', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofMap = /\/assets\/(MapScreen|MapCanvas|maplibre|countries|cities|_?virtual)/;
  await page.route(/\/assets\/MapCanvas-.*js$/, (route) => route.abort());
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  for (const item of ['ACARS raw', 'ADSB', 'Airports']) await app.choose(item);
  await app.expectPath('/airports');
  expect(asked.filter((path) => ofMap.test(path))).toEqual([]);
  await app.choose('Map');
  await expect(page.getByText('The code of the map could not be loaded.')).toBeVisible();
  await expect(page.getByRole('complementary')).toBeVisible();
  expect(asked.filter((path) => ofMap.test(path)).length).toBeGreaterThan(1);
});

test('without WebGL a sentence stands in its place, and the list beside it is there', async ({ page, context }) => {
  await quietSky(context, { tiles: true });
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext as (kind: string) => RenderingContext | null;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
      return /webgl/.test(kind) ? null : original.call(this, kind);
    } as typeof HTMLCanvasElement.prototype.getContext;
  });
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await app.choose('Map');
  await expect(page.getByText('This browser has no WebGL')).toBeVisible();
  await expect(page.getByRole('complementary')).toBeVisible();
});
