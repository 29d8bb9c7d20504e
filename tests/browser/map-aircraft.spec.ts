import type { BrowserContext, Page } from 'playwright/test';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { countDraws, drawsOf } from '../support/map-draws.ts';
import { expectInterval, hideNight } from '../support/map-page.ts';
import { darkPixels, extent, letters, pressMap, tips } from '../support/map-picture.ts';
import { setVisibility } from '../support/visibility.ts';

// The CPU draws WebGL here: a small map is drawn faster. It is wider than on a phone, where the list would cover it.
// The tests count pixels.
test.use({ viewport: { width: 660, height: 400 }, deviceScaleFactor: 1 });

const server = sharedServer();
const pollMs = 4500;
const positions = '/CurrentLocation/GetCurrentLocation2';

/** As reported by a server that has only the five fields of MAP-16. */
const location = (more: object = {}) => ({ id: 1, lat: 45, lon: 25, angle: 90, icao: '4B1803', ...more });
/** Of an unknown type an aircraft is drawn smaller. */
const jet = { typeCode: 'B738' } as const;
const located = (...rows: unknown[]) => ({ json: { currentLocations: rows } });

/** Labels are as dark as aircraft. */
const noAirports = (context: BrowserContext) =>
  stub(context, '/airport/(large|all)\\w*Locations', { json: { airports: [], airportsCount: 0 } });

/** Queries of a call, in order of arrival. */
function requested(page: Page, path: string): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.toLowerCase() === `/api/v1${path}`.toLowerCase()) queries.push(url.searchParams);
  });
  return queries;
}
const mapOf = (page: Page) => page.getByRole('region', { name: 'Map', exact: true });
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Aircraft in view' });
/** A screenshot of the WebGL canvas takes seconds on a busy CPU. */
/** Resolves when positions arrive. The map draws them a frame later: `drawn`. */
async function openMap(page: Page, address = '/openstreetMap'): Promise<App> {
  // A busy CPU draws the first frame late, and the page does not respond until then.
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: address, lands: '/openstreetMap' });
  await expect(page.getByRole('banner')).toContainText('Live');
  return app;
}
/** Dark pixels at this distance right of the middle, once an aircraft is drawn there. */
async function drawn(page: Page, right = 0): Promise<{ x: number; y: number }[]> {
  let found: { x: number; y: number }[] = [];
  const look = async () => {
    found = await darkPixels(page, right);
    return found.length;
  };
  await expect.poll(look, { message: `an aircraft ${right} px right of the middle` }).toBeGreaterThan(20);
  return found;
}
const isPoll = (message: { url(): string }) => message.url().includes('GetCurrentLocation2');
const nextResponse = (page: Page) => page.waitForResponse(isPoll);
/** Details of the selected aircraft, by its name. */
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const popup = (page: Page, icao: string) => page.getByRole('region', { name: `ICAO = ${icao}`, exact: true });

test('S16 MAP-03 MAP-04 MAP-05 MAP-14 MAP-16: an aircraft is drawn at its reported position, whatever other fields are reported; a click selects it and shows its address, also after the graphics context was lost; it is rotated by its angle and sized by the zoom, across the date line, too @clock', async ({
  page,
  context,
}) => {
  const bad = [{ lat: null }, { lon: 181 }, { lat: 'NaN', angle: null }, { icao: null }, { lat: -100, angle: 720 }].map(
    (more, index) => location({ icao: `BAD00${index}`, ...more }),
  );
  let rows: () => readonly unknown[] = () => [...bad, null, 7, location({ angle: 720, ...jet }), location(jet)];
  await noAirports(context);
  await stub(context, positions, () => located(...rows()));
  const poll = () => Promise.all([nextResponse(page), page.clock.runFor(pollMs)]);
  const trails = requested(page, '/CurrentLocation/trail');
  const app = await openMap(page);
  await expect(listOf(page).getByRole('option')).toHaveCount(1);
  // 18 px at zoom 5; the outline fills nearly all of it.
  const across = extent((await drawn(page)).map(({ x }) => x));
  expect([across >= 15, across <= 18], `${across} px`).toEqual([true, true]);
  expect(trails).toHaveLength(0);
  await pressMap(page);
  await expect(popup(page, '4B1803')).toContainText('ICAO = 4B1803');
  await expect(page).toHaveURL(/icao=4B1803/);
  await expect.poll(() => trails.map((query) => query.get('icao'))).toEqual(['4B1803']);

  const lose = await page.evaluateHandle(() =>
    document.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
  );
  await lose.evaluate((card) => card?.loseContext());
  await expect(page.getByText('The map lost its graphics context')).toBeVisible();
  await poll();
  await lose.evaluate((card) => card?.restoreContext());
  await expect(popup(page, '4B1803')).toBeVisible();
  // A click on an empty place selects nothing.
  await mapOf(page).click({ position: { x: 60, y: 220 } });
  await expect(popup(page, '4B1803')).toHaveCount(0);
  await expect(page).not.toHaveURL(/icao=/);
  await drawn(page);
  await pressMap(page);
  await popup(page, '4B1803')
    .getByRole('button', { name: /^Close/ })
    .press('Enter');
  await expect(popup(page, '4B1803')).toHaveCount(0);
  await expect(page.locator('[data-focus="aircraft"]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/icao=/);

  // At zoom 10 a tenth of a degree is 72.8 px: each at this distance from the middle.
  rows = () => [
    location({ angle: 0, lon: 179.9, icao: 'EA5700', ...jet }),
    location({ angle: 90, lon: -179.9, icao: '3E5700', ...jet }),
  ];
  const queries = requested(page, positions);
  await app.go('/openstreetMap?z=10&lat=45&lon=180');
  await expect(listOf(page).getByRole('option')).toHaveCount(2);
  // The map may send one more request for its previous view.
  await expect.poll(() => Number(queries.at(-1)?.get('lon1'))).toBeGreaterThan(179);
  expect(Number(queries.at(-1)?.get('lon2'))).toBeLessThan(-179);
  const [up, right] = [await drawn(page, -73), await drawn(page, 73)];
  // The tail is wider than the nose.
  const [noseUp, tailDown] = tips(up.map(({ y }) => y));
  expect(tailDown).toBeGreaterThan(noseUp);
  const [tailLeft, noseRight] = tips(right.map(({ x }) => x));
  expect(tailLeft).toBeGreaterThan(noseRight);
  // 35 px from zoom 10 on; the outline fills nearly all of it.
  const high = extent(up.map(({ y }) => y));
  expect([high >= 31, high <= 35], `${high} px`).toEqual([true, true]);

  // Its name next to it.
  await expect.poll(async () => (await darkPixels(page, -25, letters)).length).toBeGreaterThan(40);

  await pressMap(page, 73);
  await expect(popup(page, '3E5700')).toBeVisible();
  // The selected aircraft moves to the middle.
  await expect(page).toHaveURL(/lon=-179\.9/);
  await pressMap(page, -146);
  await expect(popup(page, 'EA5700')).toBeVisible();
});

test('MAP-09: draws no frame for 10 s while nothing moves, though positions are polled; a changed position draws one @clock', async ({
  page,
  context,
}) => {
  await countDraws(page);
  await noAirports(context);
  // Parked: each response has a newer fix at the same place.
  let lat = 45;
  const parked = () => location({ lat, groundSpeedKt: 0, seenAt: new Date().toISOString() });
  await stub(context, positions, () => located(parked()));
  // Without the outlines of the base map, which may arrive and be drawn at any time.
  await context.route(/countries-110m/, (route) => route.abort());
  await openMap(page);
  await hideNight(page);
  await drawn(page);
  const drawsIn = async (work: () => Promise<unknown>): Promise<number> => {
    const { calls } = await drawsOf(page);
    await work();
    return (await drawsOf(page)).calls - calls;
  };
  const poll = () => Promise.all([nextResponse(page), page.clock.runFor(pollMs)]);
  await expect.poll(() => drawsIn(poll)).toBe(0);
  const threePolls = async () => {
    for (let time = 0; time < 3; time++) await poll();
  };
  expect(await drawsIn(threePolls)).toBe(0);
  lat = 45.5;
  await expect.poll(() => drawsIn(poll)).toBeGreaterThan(0);
});

test('S16 MAP-09: positions in view are requested every 4.5 s, one request at a time, none in a hidden tab, at once on return and after a move. S16 C111 C59 MAP-12 MAP-13 MAP-19 API-28 API-29: one source is requested at a time; OpenSky with the first band, then with that of the zoom, or from 0 m to show all; limits are shown. S26 C05 C05b C51: a token is renewed between two polls without visible effect; a poll that fails five times opens one dialog; polls do not count as use of the session @clock', async ({
  page,
  context,
}) => {
  await noAirports(context);
  const app = await test.step('one source is requested at a time', async () => {
    const receivers = requested(page, positions);
    const openSky = requested(page, '/OpenSkyFlightsCurrentLocation');
    const states = requested(page, '/External/states');
    await stub(context, positions, located());
    let limited: { status: number; json: object } | null = null;
    await stub(
      context,
      '/OpenSkyFlightsCurrentLocation',
      () => limited ?? { json: { openSkys: [location({ callsign: 'OPEN1' })] } },
    );
    await stub(context, '/External/states', {
      json: { time: 1, states: [['4b1803', 'SWR18P', 'Switzerland', null, null, 25, 45, 11_000, false, 200, 90, 0]] },
    });
    const app = await openMap(page, '/openstreetMap?source=opensky&icao=4B1803');
    await expect(panel(page, 'OPEN1')).toBeVisible();
    const band = (query: URLSearchParams | undefined) => [query?.get('baro_altitude1'), query?.get('baro_altitude2')];
    expect(band(openSky[0])).toEqual(['10500', '16000']);
    expect(Number(openSky[0]?.get('latitude1'))).toBeLessThan(45);
    await mapOf(page).focus();
    await page.keyboard.press('-');
    await expect.poll(() => band(openSky.at(-1))).toEqual(['11500', '20000']);
    limited = { status: 429, json: { message: 'OpenSky is limited until 14:50 UTC.' } };
    await page.clock.fastForward(pollMs);
    await expect(page.getByRole('status').filter({ hasText: 'limited until 14:50' })).toBeVisible();
    expect([receivers.length, states.length]).toEqual([0, 0]);

    await page.getByText('Public states', { exact: true }).click();
    await expect(panel(page, 'SWR18P')).toContainText('FL361');
    await expect(page).toHaveURL(/source=states/);
    expect(Number(states[0]?.get('lamin'))).toBeLessThan(45);
    expect(Number(states[0]?.get('lomax'))).toBeGreaterThan(25);
    const before = openSky.length;
    const statesAfter = (ms: number) => page.clock.fastForward(ms).then(() => states.length);
    await expect.poll(() => statesAfter(1000)).toBeGreaterThan(1);
    expect([receivers.length, openSky.length - before]).toEqual([0, 0]);
    await expect(app.alertDialog).toHaveCount(0);

    await panel(page, 'SWR18P')
      .getByRole('button', { name: /^Close/ })
      .press('Enter');
    limited = null;
    await page.getByText('OpenSky', { exact: true }).click();
    await expect.poll(() => band(openSky.at(-1))).toEqual(['11500', '20000']);
    await page.getByRole('button', { name: 'Show all aircraft' }).click();
    await expect.poll(() => band(openSky.at(-1))).toEqual(['0', '20000']);
    await page.getByText('Receivers', { exact: true }).click();
    await page.getByText('OpenSky', { exact: true }).click();
    await expect.poll(() => band(openSky.at(-1))).toEqual(['11500', '20000']);
    return app;
  });

  const queries = requested(page, positions);
  const knownTags: (string | undefined)[] = [];
  let isHeld = false;
  let release: (() => void) | undefined;
  await context.route(new RegExp(`/api/v1${positions}`, 'i'), async (route) => {
    if (isHeld) await new Promise<void>((done) => (release = done));
    const known = route.request().headers()['if-none-match'];
    knownTags.push(known);
    if (known === 'W/"1"') await route.fulfill({ status: 304, headers: { etag: 'W/"1"' } });
    else await route.fulfill({ json: { currentLocations: [location()] }, headers: { etag: 'W/"1"' } });
  });
  await app.go('/openstreetMap?z=5&lat=45&lon=25&source=receivers');
  await expect.poll(() => queries.length).toBeGreaterThan(0);
  const sentCount = await expectInterval(page, positions, pollMs);
  const inView = queries.at(-1);
  const [lat1, lat2, lon1, lon2] = ['lat1', 'lat2', 'lon1', 'lon2'].map((name) => Number(inView?.get(name)));
  // 256 px tiles at zoom 5: 8192 px around the world.
  const width = (await boxOf(mapOf(page))).width;
  expect((lon1 ?? 0) + (lon2 ?? 0)).toBeCloseTo(50, 1);
  expect((lon2 ?? 0) - (lon1 ?? 0)).toBeCloseTo((360 * width) / 8192, 1);
  expect([(lat1 ?? 0) < 45, (lat2 ?? 0) > 45]).toEqual([true, true]);
  expect(inView?.has('company')).toBe(false);
  expect(knownTags[0], 'nothing is known at first').toBeUndefined();
  expect(knownTags.at(-1), 'the known tag is sent').toBe('W/"1"');
  await expect(listOf(page).getByRole('option', { name: /^4B1803/ })).toBeVisible();

  isHeld = true;
  const sentBefore = await sentCount();
  // The page may still be reading the previous response when the clock advances: the next request is then due a moment later.
  while ((await sentCount()) === sentBefore) await page.clock.runFor(100);
  await expect.poll(() => release).toBeDefined();
  await page.clock.runFor(pollMs);
  expect(await sentCount()).toBe(sentBefore + 1);
  isHeld = false;
  await Promise.all([nextResponse(page), Promise.resolve().then(release)]);

  await setVisibility(page, 'hidden');
  await page.clock.fastForward(10 * pollMs);
  expect(await sentCount()).toBe(sentBefore + 1);
  await Promise.all([nextResponse(page), setVisibility(page, 'visible')]);
  expect(await sentCount()).toBe(sentBefore + 2);

  await page.clock.resume();
  await mapOf(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => Number(queries.at(-1)?.get('lon1')) > (lon1 ?? 0) + 1).toBe(true);

  await test.step('a renewed token, failed polls, and the end of an unused session', async () => {
    await stub(context, positions, located(location()));
    await app.go('/openstreetMap?source=receivers&icao=4B1803');
    await expect(popup(page, '4B1803')).toBeVisible();

    const tokens: (string | undefined)[] = [];
    await context.unrouteAll({ behavior: 'wait' });
    await context.route(new RegExp(`/api/v1${positions}`, 'i'), async (route) => {
      const token = route.request().headers().authorization;
      tokens.push(token);
      // The token of the first request is no longer valid.
      if (token === tokens[0]) await route.fulfill({ status: 401, json: { message: 'No' } });
      else await route.fulfill({ json: { currentLocations: [location({ callsign: 'RENEWED' })] } });
    });
    await page.clock.fastForward(pollMs);
    await expect(panel(page, 'RENEWED')).toBeVisible();
    expect(new Set(tokens).size).toBe(2);
    await expect(app.alertDialog).toHaveCount(0);
    await app.expectPath('/openstreetMap');

    await context.unrouteAll({ behavior: 'wait' });
    await stub(context, positions, { status: 500, json: { message: 'The radar fell.' } });
    const failed = () => page.waitForResponse((response) => response.status() === 500);
    await Promise.all([failed(), page.clock.fastForward(pollMs)]);
    await expect(app.alertDialog).toContainText('The radar fell.');
    await page.mouse.click(5, 300);
    await expect(app.alertDialog).toHaveCount(0);
    for (let time = 2; time <= 5; time++) await Promise.all([failed(), page.clock.fastForward(pollMs)]);
    await expect(app.alertDialog).toHaveCount(0);
    await expect(popup(page, '4B1803')).toBeVisible();

    await context.unrouteAll({ behavior: 'wait' });
    await stub(context, positions, located(location()));
    // Less than the 29 minutes after which the user is warned.
    for (let quarter = 0; quarter < 3; quarter++)
      await Promise.all([nextResponse(page), page.clock.fastForward(9 * 60_000)]);
    await expect(page.getByText(/^No live positions\. Last received \d\d:\d\dZ$/)).toBeVisible();
    await expect(app.alertDialog).toHaveCount(0);
    // The warning appears 29 minutes after the last use. A late request of the screen is another use: the clock moves again.
    await expect(async () => {
      const idleMs = await page.evaluate(() => Date.now() - Number(localStorage.getItem('lastUserActionTime')));
      await page.clock.fastForward(Math.max(0, 29 * 60_000 + 5000 - idleMs));
      await expect(app.alertDialog).toBeVisible({ timeout: 5000 });
    }).toPass();
  });
});
