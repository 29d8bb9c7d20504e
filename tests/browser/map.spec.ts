import type { BrowserContext, Page } from 'playwright/test';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { spendData } from '../support/data-saver.ts';
import { holdRoute } from '../support/held-route.ts';
import { hideNight } from '../support/map-page.ts';
import { coloursAt } from '../support/map-picture.ts';

const server = sharedServer();
// The CPU draws WebGL here: a small map, and more time for it on a busy CPU.
const size = { width: 800, height: 400 };
test.beforeEach(({ page }) => page.setViewportSize(size));

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
/** A layer without a source on this server, and a layer that the server does not list: the app uses its own defaults for it. */
const [unavailable, unnamed] = ['topo2', 'ocean'];
const refusal = 'topo2 is not available: nobody has said where it is.';
const layers = layerNames
  .filter((name) => name !== unnamed)
  .map((name) => ({
    name,
    ...(name === unavailable ? { unavailable: refusal } : {}),
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

/** No aircraft, so that only the map is visible. */
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
/** The source of positions is chosen by radio buttons, too. */
const layerRadios = (page: Page) => page.getByRole('region', { name: 'Base layer' }).getByRole('radio');
/** Its label also states how much of it is stored. */
const layerRadio = (page: Page, name: string) => layerRadios(page).and(page.locator(`[value="${name}"]`));
const search = (page: Page): string => new URL(page.url()).search;

/** A screenshot of the WebGL canvas takes seconds on a busy CPU. */
/** At 45, 25 and zoom 5: north of Bucharest, and in the Black Sea (8192 px are 360 degrees). */
const landAndSea = [
  [-6, -8],
  [205, 63],
] as const;

test('S16 MAP-01 MAP-02 MAP-15 MAP-18 C57 C58: the address contains the view without steps for the back button; the next visit restores the view of the user, another user starts at 45, 25, zoom 5; a browser that saves data requests no fine outlines; each of the 11 layers can be selected and requests its tiles, except one that the server does not have; full-screen map and own position; without tiles the built-in map is shown, light and dark, with a mark on the layer button; without WebGL a sentence is shown in its place, with the list next to it @clock', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: true });
  const outlines: string[] = [];
  page.on('request', (request) => {
    outlines.push(...(/countries-(?:110|50)m/.exec(request.url()) ?? []));
  });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/openstreetMap?z=6.5&lat=50&lon=8&layer=ocean', lands: '/openstreetMap' });
  await expect(zoomShown(page)).toHaveText('zoom 6.5');
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const left = '?z=7.5&lat=50&lon=8&layer=ocean';
  await expect.poll(() => search(page)).toBe(left);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);

  await app.choose('Map');
  await expect.poll(() => page.evaluate(() => history.length), 'a step of its own').toBe(steps + 1);
  await expect.poll(() => search(page), 'the link of the menu on the map itself').toBe(left);

  // The map is still mounted while the code of the selected screen loads: it does not write to that address, and retains its view.
  const letCome = await holdRoute(page, /\/assets\/airports\.list-.*js$/);
  await app.choose('Airports');
  await app.expectPath('/airports');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const keptView = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('map:'))?.[1]);
  await expect.poll(keptView).toContain('"z":8.5');
  expect(search(page)).toBe('');
  await letCome();
  await expect(page.getByRole('heading', { name: 'Airports', level: 1 })).toBeVisible();
  await app.expectPath('/airports');
  expect(search(page)).toBe('');
  expect(outlines).toEqual(['countries-110m']);
  await spendData(page);
  await app.choose('Map');
  await expect.poll(() => outlines).toEqual(['countries-110m', 'countries-110m', 'countries-50m']);
  await expect.poll(() => search(page)).toBe(left.replace('7.5', '8.5'));
  await expect(zoomShown(page)).toHaveText('zoom 8.5');

  await app.changeUser('admin');

  await test.step('opens at 45, 25, zoom 5; each layer requests its tiles', async () => {
    const requested = new Set<string>();
    page.on('request', (request) => requested.add(new URL(request.url()).pathname));
    await app.choose('Map');
    await expect(zoomShown(page)).toHaveText('zoom 5');
    expect(search(page)).toBe('');
    await hideNight(page);
    // The tile of 256 px that contains 45, 25: x = 205 / 360 * 32, y = 0.3597 * 32.
    await expect.poll(() => [...requested]).toContain('/tiles/main/5/18/11');
    await expect.poll(() => coloursAt(page, landAndSea)).toEqual(['#ff00ff', '#ff00ff']);

    await page.getByRole('button', { name: 'Zoom in' }).and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('l');
    const radios = layerRadios(page);
    await expect(radios).toHaveCount(layerNames.length);
    await expect
      .poll(() => radios.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(layerNames);
    await expect(layerRadio(page, 'main')).toBeFocused();
    for (const name of layerNames.slice(1)) {
      // One radio group: the arrow key moves to the next and selects it.
      await page.keyboard.press('ArrowDown');
      if (name === unavailable) {
        await expect(layerRadio(page, name)).toBeChecked();
        await expect(page.getByRole('region', { name: 'Base layer' }).getByText(refusal)).toBeVisible();
        await expect(page.getByText('Source of topo2')).toHaveCount(0);
        continue;
      }
      await expect.poll(() => [...requested]).toContain(`/tiles/${name}/5/18/11`);
      await expect(page.getByText(name === unnamed ? 'GEBCO' : `Source of ${name}`)).toBeVisible();
    }
    expect([...requested].filter((path) => path.startsWith(`/tiles/${unavailable}/`))).toEqual([]);
    await expect.poll(() => search(page)).toBe('?layer=openAIP');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expect(layerRadio(page, 'openAIP')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Base layer' })).toBeFocused();

    const zoomOut = page.getByRole('button', { name: 'Zoom out' });
    for (const zoom of ['zoom 4', 'zoom 3']) {
      await zoomOut.click();
      await expect(zoomShown(page)).toHaveText(zoom);
    }
    await expect(page.getByRole('button', { name: 'Base layer' })).toHaveAttribute(
      'title',
      /openAIP covers zoom 4 to 14\. Zoom in to see it\.$/,
    );
  });

  await test.step('full-screen map and own position; without tiles the built-in map', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await quietSky(context, { tiles: false });
    await page.setViewportSize(size);
    await app.go('/openstreetMap?wall=1&z=5&lat=45&lon=25&layer=main');
    const layers = page.getByRole('button', { name: 'Base layer' });
    await expect(layers).toHaveAttribute('data-mark', 'true');
    await layers.click();
    await expect(page.getByRole('region', { name: 'Base layer' })).toContainText('Tiles of main failed to load.');
    await layers.click();
    await expect.poll(() => coloursAt(page, landAndSea)).toEqual(['#f3f4f1', '#d9e3ea']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => coloursAt(page, landAndSea)).toEqual(['#252d32', '#0a1014']);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Natural Earth' })).toBeVisible();

    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 47, longitude: 8 });
    await page.getByRole('button', { name: 'My location' }).click();
    await expect.poll(() => search(page)).toContain('z=9&lat=47&lon=8');
    await expect.poll(() => coloursAt(page, [[0, 0]])).toEqual(['#68b6e7']);

    await expect(page.getByRole('complementary')).toHaveCount(0);
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await expect(page.getByRole('complementary')).toBeVisible();
    await expect.poll(() => search(page)).not.toContain('wall');

    // The source has recovered: no user moves a map on a wall display, so the map retries automatically.
    await expect(layers).toHaveAttribute('data-mark', 'true');
    await quietSky(context, { tiles: true });
    await page.clock.fastForward(60_000);
    await expect(layers).not.toHaveAttribute('data-mark');
  });

  await test.step('outlines that fail to load are reported, and load when the device is online again', async () => {
    const worker = /countries-worker/;
    await page.route(worker, (route) => route.abort());
    await app.go('/airports');
    await expect(page.getByRole('heading', { name: 'Airports', level: 1 })).toBeVisible();
    await app.go('/openstreetMap');
    const note = page.getByText('Land and water could not be loaded.');
    await expect(note).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(note).toHaveCount(0);
  });

  await test.step('without WebGL a sentence is shown in its place, with the list next to it', async () => {
    await app.go('/airports');
    await expect(page.getByRole('heading', { name: 'Airports', level: 1 })).toBeVisible();
    await page.evaluate(() => {
      const original = HTMLCanvasElement.prototype.getContext as (kind: string) => RenderingContext | null;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
        return /webgl/.test(kind) ? null : original.call(this, kind);
      } as typeof HTMLCanvasElement.prototype.getContext;
    });
    await app.go('/openstreetMap');
    await expect(page.getByText('The map needs WebGL')).toBeVisible();
    await expect(page.getByRole('complementary')).toBeVisible();
  });
});

test('no other screen loads the code of the map; if it fails to load, a sentence is shown in its place, with the list next to it', async ({
  page,
  context,
}) => {
  await quietSky(context, { tiles: true });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  // The small map of the overview draws countries without MapLibre.
  const ofMap = /\/assets\/(MapScreen|MapCanvas|maplibre)/;
  const code = /\/assets\/MapCanvas-.*js$/;
  await page.route(code, (route) => route.abort());
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  for (const item of ['ACARS raw', 'ADSB', 'Airports']) await app.choose(item);
  await app.expectPath('/airports');
  expect(requested.filter((path) => ofMap.test(path))).toEqual([]);
  await app.choose('Map');
  await expect(page.getByText('The map could not be loaded.')).toBeVisible();
  await expect(page.getByRole('complementary')).toBeVisible();
  expect(requested.filter((path) => ofMap.test(path)).length).toBeGreaterThan(1);
});
