import { api } from '../../contract/api.ts';
import { deviceOf } from '../offline/device.ts';
import { expect, sharedServer, test } from '../support/browser.ts';
import { excessOf } from '../support/layout.ts';
import {
  airportAt,
  airportCalls,
  MapPage,
  middle,
  otopeni,
  pathOf,
  report,
  requestsTo,
  withServices,
} from '../support/map-page.ts';
import { pressMap } from '../support/map-picture.ts';

/** A small map is cheap to draw without a graphics card. */
test.beforeEach(({ page }) => page.setViewportSize({ width: 800, height: 500 }));
const server = sharedServer();

test('S18 MAP-06 MAP-07 MAP-10 MAP-11 MAP-17 WX-01 WX-02 WX-03 WX-04 API-31 API-32 C56: a click on an airport shows its weather, and requests weather and routes with the bearer; a failed service affects nothing else; airports by zoom, one request with the bounds after each move of the map. API-30 C56: if the server has no airports, stored ones are shown', async ({
  page,
  context,
}) => {
  await withServices(context, [
    otopeni,
    airportAt('LRAA', 'Refused', 1),
    airportAt('LRBB', 'Down', 2),
    airportAt('LRCC', 'Silent', -1),
    { ...airportAt('LRDD', 'Late', -2), city: 'W'.repeat(200) },
  ]);
  let isDown = false;
  for (const call of airportCalls)
    await context.route(new RegExp(`/api/v1${call.path}(\\?|$)`, 'i'), (route) =>
      isDown ? route.fulfill({ status: 500, json: { message: 'No airports today' } }) : route.fallback(),
    );
  const weather = requestsTo(page, pathOf(api.map.metar.path));
  const routed = requestsTo(page, pathOf(api.map.routes.path));
  const requested = requestsTo(page, '/airport/(large|largeAndMedium|all)Locations');
  const names = (): string[] => requested.map((request) => new URL(request.url()).pathname.split('/').at(-1) ?? '');
  const map = new MapPage(page, server.current.url);
  await test.step('API-30: stored airports', async () => {
    // The list screen stores the full copy of the airports.
    await map.logInAs('parser', { from: '/airports', lands: '/airports' });
    await expect.poll(async () => (await deviceOf(page)).text.includes('Bucharest Henri')).toBe(true);
    isDown = true;
    await map.go(`/openstreetMap?z=6&lat=${middle.lat}&lon=${middle.lon}`);
    await map.airports.click();
    await expect(map.beside.getByRole('option', { name: /LROP\/OTP/ })).toBeVisible();
    await expect(map.alertDialog).toHaveCount(0);
    isDown = false;
  });
  const first = names().length;
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map.count('5 airports')).toBeVisible();
  // A repeat of the failed request of the other zoom may come in between.
  await expect.poll(() => [...new Set(names().slice(first))]).toEqual(['largeLocations']);
  expect([weather.length, routed.length], 'nothing is requested before').toEqual([0, 0]);
  await pressMap(page);
  for (const text of ['Henri Coanda', 'Bucharest, LROP/OTP', '7 °C', '81 %', '≥ 10 km', report.raw])
    await expect(map.airportCard).toContainText(text);
  await expect(map.airportCard).toContainText(/Observed \d\d:\d\dZ, 2\d\smin ago/);
  for (const requested of [weather, routed]) {
    expect(requested.map((request) => new URL(request.url()).pathname.split('/').at(-1))).toEqual(['LROP']);
    expect(await requested[0]?.headerValue('authorization')).toMatch(/^Bearer \S+/);
  }
  expect(await routed[0]?.headerValue('x-api-key')).toMatch(/^\S{20,}$/);
  await expect.poll(() => map.said('airport')).toBe('LROP');

  await map.airportCard.getByRole('button', { name: 'Routes' }).click();
  await expect(map.airportCard.getByRole('listitem')).toHaveText(['London, EGLL/LHR9.3 a day', 'Cluj, LRCL–']);
  await expect(map.airportCard).toContainText('1 not on the map');
  await map.airportCard.getByRole('button', { name: 'Close Henri Coanda' }).click();
  await expect(map.airportCard).toBeHidden();
  await expect.poll(() => map.said('airport')).toBeNull();

  for (const [name, words] of [
    ['Refused', 'Weather is not available: no service is configured.'],
    ['Down', 'Weather is not available.'],
    ['Silent', 'Observation time unknown'],
  ] as const) {
    await map.beside.getByRole('option', { name }).click();
    await expect(map.card(name)).toContainText('Bucharest, LR');
    await expect(map.card(name)).toContainText(words);
    await expect(map.card(name).locator('dd')).toHaveText(['–', '–', '–']);
    await expect(map.card(name).getByRole('button', { name: 'Routes' })).toBeVisible();
  }
  await map.beside.getByRole('option', { name: 'Late' }).click();
  await expect(map.card('Late')).toContainText('3 h ago, out of date');
  expect(await excessOf(map.card('Late')), 'a long word is broken').toBe(0);
  await expect(map.alertDialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);

  await test.step('airports by zoom, one request after each move', async () => {
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    const before = names().length;
    await zoomIn.click();
    await expect.poll(() => names().slice(before)).toEqual(['largeAndMediumLocations']);
    await zoomIn.click();
    await zoomIn.click();
    await expect.poll(() => names().at(-1)).toBe('allLocations');
    const query = new URL(requested.at(-1)?.url() ?? '').searchParams;
    for (const [low, high, at] of [
      ['lat1', 'lat2', Number(map.said('lat'))],
      ['lon1', 'lon2', Number(map.said('lon'))],
    ] as const) {
      expect(Number(query.get(low))).toBeLessThan(at);
      expect(Number(query.get(high))).toBeGreaterThan(at);
    }
    // One long drag: no request before its end.
    const still = requested.length;
    await page.mouse.move(700, 300);
    await page.mouse.down();
    await page.mouse.move(500, 400, { steps: 10 });
    expect(requested.length).toBe(still);
    await page.mouse.up();
    await expect.poll(() => requested.length).toBe(still + 1);
  });
});
