/**
 * Aircraft on the map: when they are asked for, where and how they are drawn, what a press on one tells.
 * Must not: test the base map, the list beside it, or the server's own answers.
 */
import type { Page } from 'playwright/test';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';

// The service worker has files of its own: while it takes a page over, requests can pass by what a test puts in their way.
// WebGL is drawn by the processor here: a small map is drawn soon. Wider than a phone's, whose list would lie over it.
test.use({ serviceWorkers: 'block', viewport: { width: 660, height: 400 } });

const server = serverForFile();
const pollMs = 4500;
const companyPollMs = 5000;
const positions = '/CurrentLocation/GetCurrentLocation2';

/** As a server tells it that knows the five fields of MAP-16 only. */
const location = (more: object = {}) => ({ id: 1, lat: 45, lon: 25, angle: 90, icao: '4B1803', ...more });
const located = (...rows: object[]) => ({ json: { currentLocations: rows } });

/** Queries of a call, as they come. */
function asked(page: Page, path: string): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.toLowerCase() === `/api/v1${path}`.toLowerCase()) queries.push(url.searchParams);
  });
  return queries;
}
const mapOf = (page: Page) => page.getByRole('region', { name: 'Map', exact: true });
/** Resolves when positions came and are shown. */
async function openMap(page: Page, address = '/openstreetMap', user: 'parser' | 'customer' = 'parser'): Promise<App> {
  // A busy processor draws the first frame late, and the page answers nothing meanwhile.
  page.setDefaultTimeout(30_000);
  const app = new App(page, server.current.url);
  await app.logInAs(user, { from: address, lands: new URL(address, 'http://x').pathname });
  await expect(page.getByRole('banner')).toContainText('Live');
  return app;
}
const pressMiddle = async (page: Page) => {
  const box = await mapOf(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
};
const isPoll = (message: { url(): string }) => message.url().includes('GetCurrentLocation2');
const answered = (page: Page) => page.waitForResponse(isPoll);
/** From start to start of the requests, by the machine's clock: never sooner, and as soon where nothing holds the page up. */
async function expectRhythm(page: Page, everyMs: number): Promise<void> {
  const starts: number[] = [];
  for (let time = 0; time < 4; time++) starts.push((await answered(page)).request().timing().startTime);
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThan(everyMs - 250);
  expect(Math.min(...gaps)).toBeLessThan(everyMs + 1500);
}
const popup = (page: Page, icao: string) => page.getByRole('region', { name: `ICAO = ${icao}`, exact: true });

test('S16 MAP-04 MAP-05 MAP-16: an aircraft stands where it was told; pressed, it is selected and says its address', async ({
  page,
  context,
}) => {
  await stub(context, positions, located(location()));
  const trails = asked(page, '/CurrentLocation/trail');
  await openMap(page);
  expect(trails).toHaveLength(0);
  await pressMiddle(page);
  await expect(popup(page, '4B1803')).toContainText('ICAO = 4B1803');
  await expect(page).toHaveURL(/icao=4B1803/);
  await expect.poll(() => trails.map((query) => query.get('icao'))).toEqual(['4B1803']);
  await popup(page, '4B1803')
    .getByRole('button', { name: /^Close/ })
    .press('Enter');
  await expect(popup(page, '4B1803')).toHaveCount(0);

  await page.reload();
  await expect(popup(page, '4B1803')).toBeVisible();
  // Where nothing is, nothing is selected.
  await mapOf(page).click({ position: { x: 60, y: 60 } });
  await expect(popup(page, '4B1803')).toHaveCount(0);
  await expect(page).not.toHaveURL(/icao=/);
});

test('S16 MAP-09: positions in view are asked for each 4.5 s, one request at a time, none in a hidden tab, at once on return and after a move', async ({
  page,
  context,
}) => {
  // The deadline of a request runs by the machine's clock, not by the page's: a busy machine may pass it while one is held.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const queries = asked(page, positions);
  let isHeld = false;
  let release: () => void = () => undefined;
  await context.route(new RegExp(`/api/v1${positions}`, 'i'), async (route) => {
    if (isHeld) await new Promise<void>((done) => (release = done));
    await route.fulfill({ json: { currentLocations: [location()] } });
  });
  await page.clock.install();
  await openMap(page);
  const first = queries[0];
  const [lat1, lat2, lon1, lon2] = ['lat1', 'lat2', 'lon1', 'lon2'].map((name) => Number(first?.get(name)));
  // 256 px tiles at zoom 5: 8192 px around the world.
  const width = (await mapOf(page).boundingBox())?.width ?? 0;
  expect((lon1 ?? 0) + (lon2 ?? 0)).toBeCloseTo(50, 1);
  expect((lon2 ?? 0) - (lon1 ?? 0)).toBeCloseTo((360 * width) / 8192, 1);
  expect([(lat1 ?? 0) < 45, (lat2 ?? 0) > 45]).toEqual([true, true]);
  expect(first?.has('company')).toBe(false);

  await expectRhythm(page, pollMs);

  isHeld = true;
  await Promise.all([page.waitForRequest(isPoll), page.clock.fastForward(pollMs)]);
  const held = queries.length;
  // Less than the deadline of a request: this one is waited for.
  await page.clock.fastForward(pollMs);
  expect(queries).toHaveLength(held);
  isHeld = false;
  await Promise.all([answered(page), Promise.resolve().then(() => release())]);

  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await hide('hidden');
  const before = queries.length;
  await page.clock.fastForward(10 * pollMs);
  expect(queries).toHaveLength(before);
  await Promise.all([answered(page), hide('visible')]);
  expect(queries).toHaveLength(before + 1);

  await mapOf(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => Number(queries.at(-1)?.get('lon1')) > (lon1 ?? 0) + 1).toBe(true);
});

test('MAP-08 MAP-09: the map of a company names it in each call and asks each 5 s', async ({ page, context }) => {
  const queries = asked(page, positions);
  await stub(context, positions, located(location()));
  await openMap(page, '/openstreetMapCompany', 'customer');
  expect(queries[0]?.has('company')).toBe(true);
  await expectRhythm(page, companyPollMs);
});

test('S16 C111 C59 MAP-12 MAP-13: one source is asked at a time; OpenSky with the first band, then with that of the zoom', async ({
  page,
  context,
}) => {
  const receivers = asked(page, positions);
  const openSky = asked(page, '/OpenSkyFlightsCurrentLocation');
  const states = asked(page, '/External/states');
  await stub(context, '/OpenSkyFlightsCurrentLocation', { json: { openSkys: [location()] } });
  await stub(context, '/External/states', {
    json: { time: 1, states: [['4b1803', 'SWR18P', 'Switzerland', null, null, 25, 45, 11_000, false, 200, 90, 0]] },
  });
  await openMap(page, '/openstreetMap?source=opensky');
  await pressMiddle(page);
  await expect(popup(page, '4B1803')).toBeVisible();
  const band = (query: URLSearchParams | undefined) => [query?.get('baro_altitude1'), query?.get('baro_altitude2')];
  expect(band(openSky[0])).toEqual(['10500', '16000']);
  expect(Number(openSky[0]?.get('latitude1'))).toBeLessThan(45);
  await mapOf(page).focus();
  await page.keyboard.press('-');
  await expect.poll(() => band(openSky.at(-1))).toEqual(['11500', '20000']);
  expect([receivers.length, states.length]).toEqual([0, 0]);

  await page.goto(`${server.current.url}/openstreetMap?source=states&icao=4B1803`);
  await expect(popup(page, '4b1803')).toContainText('SWR18P FL361');
  expect(Number(states[0]?.get('lamin'))).toBeLessThan(45);
  expect(Number(states[0]?.get('lomax'))).toBeGreaterThan(25);
  expect(receivers).toHaveLength(0);
});

test('S26 C51: a poll that fails five times opens one dialog; the aircraft stay', async ({ page, context }) => {
  await stub(context, positions, located(location()));
  await page.clock.install();
  const app = await openMap(page, '/openstreetMap?icao=4B1803');
  await expect(popup(page, '4B1803')).toBeVisible();
  await context.unrouteAll();
  await stub(context, positions, { status: 500, json: { message: 'The radar fell.' } });
  const failed = () => page.waitForResponse((response) => response.status() === 500);
  await Promise.all([failed(), page.clock.fastForward(pollMs)]);
  await expect(app.alertDialog).toContainText('The radar fell.');
  await page.mouse.click(5, 300);
  await expect(app.alertDialog).toHaveCount(0);
  for (let time = 2; time <= 5; time++) await Promise.all([failed(), page.clock.fastForward(pollMs)]);
  await expect(app.alertDialog).toHaveCount(0);
  await expect(popup(page, '4B1803')).toBeVisible();
});

test('bad input: what has no place is left out, and the map goes on', async ({ page, context }) => {
  const bad = [{ lat: null }, { lon: 181 }, { lat: 'NaN', angle: null }, { icao: null }, { lat: -100, angle: 720 }].map(
    (more, index) => location({ icao: `BAD00${index}`, ...more }),
  );
  await stub(context, positions, {
    json: { currentLocations: [...bad, null, 7, location({ angle: 720 }), location()] },
  });
  await openMap(page);
  await pressMiddle(page);
  await expect(popup(page, '4B1803')).toBeVisible();
});

const reachPx = 22;
/** The dark pixels around a place beside the middle of the map, as places from it. */
async function darkPixels(page: Page, right: number): Promise<{ x: number; y: number }[]> {
  const { x, y, width, height } = (await mapOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = {
    x: Math.round(x + width / 2) + right - reachPx,
    y: Math.round(y + height / 2) - reachPx,
    width: 2 * reachPx,
    height: 2 * reachPx,
  };
  const shot = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(
    async ([png, reach]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(2 * reach, 2 * reach).getContext('2d');
      pen?.drawImage(picture, 0, 0);
      const { data } = pen?.getImageData(0, 0, 2 * reach, 2 * reach) ?? { data: [] };
      const dark: { x: number; y: number }[] = [];
      for (let index = 0; index < data.length; index += 4)
        if ((data[index] ?? 255) + (data[index + 1] ?? 255) + (data[index + 2] ?? 255) < 180)
          dark.push({ x: ((index / 4) % (2 * reach)) - reach, y: Math.floor(index / 4 / (2 * reach)) - reach });
      return dark;
    },
    [shot, reachPx] as const,
  );
}
const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values) + 1;
/** Pixels at the least and at the most of the values. */
function tips(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [values.filter((value) => value < least + 3).length, values.filter((value) => value > most - 3).length];
}
const isDrawn = async (page: Page) => (await darkPixels(page, 0)).length > 20;

test('S16 MAP-03 MAP-14: an aircraft is turned by its angle and drawn as large as the zoom says', async ({
  page,
  context,
}) => {
  const noAirports = () =>
    stub(context, '/airport/(large|all)\\w*Locations', { json: { airports: [], airportsCount: 0 } });
  // Their names are as dark as aircraft.
  await noAirports();
  // Side by side at zoom 10, where a hundredth of a degree is 7.28 px.
  const [north, east] = [location({ angle: 0 }), location({ angle: 90, lon: 25.1, icao: 'EA5700' })];
  await stub(context, positions, located(north, east));
  await openMap(page, '/openstreetMap?z=10&lat=45&lon=25');
  await expect.poll(() => isDrawn(page), { timeout: 30_000 }).toBe(true);
  const [up, right] = [await darkPixels(page, 0), await darkPixels(page, 73)];
  // The tail is wider than the nose.
  const [noseUp, tailDown] = tips(up.map(({ y }) => y));
  expect(tailDown).toBeGreaterThan(noseUp);
  const [tailLeft, noseRight] = tips(right.map(({ x }) => x));
  expect(tailLeft).toBeGreaterThan(noseRight);
  // 18 px at zoom 5, 35 px from 10 on; the outline fills nearly all of that.
  expect(extent(up.map(({ y }) => y))).toBeGreaterThanOrEqual(31);
  expect(extent(up.map(({ y }) => y))).toBeLessThanOrEqual(35);
  await context.unrouteAll();
  await noAirports();
  await stub(context, positions, located(north));
  await page.goto(`${server.current.url}/openstreetMap?z=5&lat=45&lon=25&layer=main`);
  await expect.poll(() => isDrawn(page), { timeout: 30_000 }).toBe(true);
  const far = await darkPixels(page, 0);
  expect(extent(far.map(({ y }) => y))).toBeGreaterThanOrEqual(15);
  expect(extent(far.map(({ y }) => y))).toBeLessThanOrEqual(18);
});
