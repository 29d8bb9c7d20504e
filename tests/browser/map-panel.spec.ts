import { api } from '../../contract/api.ts';
import { deviceOf } from '../offline/device.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, serverForFile, stub, test } from '../support/browser.ts';
import { excessOf } from '../support/layout.ts';
import {
  airportAt,
  airportCalls,
  expectInterval,
  icao,
  MapPage,
  otopeni,
  pathOf,
  report,
  requestsTo,
  withServices,
} from '../support/map-page.ts';
import { pressMap } from '../support/map-picture.ts';
import { acarsdecLine } from '../support/messages.ts';
import { installClock } from '../support/page-clock.ts';

const tail = 'YR-BGA';
const server = serverForFile({
  prepare: async (it) => {
    await it.import(
      [
        'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt',
        `${icao},${tail},B738,Boeing,737-800,Boeing 737-800,0,Tarom,ROT,29100,2004`,
      ],
      ['--reference'],
    );
    await it.import([acarsdecLine({ secondsAgo: 600, tail, flight: 'RO0391', label: 'H1', text: 'FROM ABOVE' })]);
  },
});
/** A small map is cheap to draw without a graphics card. */
const size = { width: 800, height: 500 };
test.use({ viewport: size, contextOptions: { reducedMotion: 'reduce' } });

test('S18 MAP-06 MAP-07 MAP-10 MAP-11 MAP-17 WX-01 WX-02 WX-03 WX-04 API-31 API-32 C56: a click on an airport shows its weather, and requests weather and routes with the bearer; a failed service affects nothing else; airports by zoom, one request with the bounds after each move of the map', async ({
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
  const weather = requestsTo(page, pathOf(api.map.metar.path));
  const routed = requestsTo(page, pathOf(api.map.routes.path));
  const requested = requestsTo(page, '/airport/(large|largeAndMedium|all)Locations');
  const names = (): string[] => requested.map((request) => new URL(request.url()).pathname.split('/').at(-1) ?? '');
  const map = await MapPage.open(page, server.current, '', { zoom: 7 });
  await map.count('5 airports').click();
  expect(names()).toEqual(['largeLocations']);
  expect([weather.length, routed.length], 'nothing is requested before').toEqual([0, 0]);
  await pressMap(page);
  for (const text of ['Henri Coanda', 'Bucharest, LROP/OTP', '7 °C', '81 %', '10 km', report.raw])
    await expect(map.airportCard).toContainText(text);
  await expect(map.airportCard).toContainText(/Observed \d\d:\d\dZ, 2\d min ago/);
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

test('API-30 C56: if the server has no airports, stored ones are shown', async ({ page, context }) => {
  for (const call of airportCalls)
    await stub(context, call.path, { status: 500, json: { message: 'No airports today' } });
  const map = new MapPage(page, server.current.url);
  // The list screen stores the full copy of the airports.
  await map.logInAs('parser', { from: '/airports', lands: '/airports' });
  await expect
    .poll(async () => (await deviceOf(page)).text.includes('Bucharest Henri'), { timeout: 60_000 })
    .toBe(true);
  await map.go('/openstreetMap?z=6&lat=44.57&lon=26.1');
  await map.airports.click();
  await expect(map.beside.getByRole('option', { name: /LROP\/OTP/ })).toBeVisible();
  await expect(map.alertDialog).toHaveCount(0);
});

test('MAP-05 C112 API-23: the list contains aircraft in view with their age; by keyboard alone an aircraft is found, selected, read and closed; its details are shown in any format; the search finds airports and aircraft everywhere and moves the map to them; a view without aircraft leads to all of them; axe finds no fault, on a desktop and on a phone', async ({
  page,
  context,
}) => {
  await withServices(context);
  // The server supports the first service. The others are third-party, or missing.
  const others = `${api.aircraft.byIcao.path}\\?icao24=4[BC]000\\d`;
  await stub(context, others, (url) =>
    url.searchParams.get('icao24') === '4B0002'
      ? { json: { aircraft: [{ tail: 'X-ODD', owner: 'Somebody', seats: 4, photos: [{}] }] } }
      : { status: 500, json: { message: 'No' } },
  );
  const requested = requestsTo(page, api.aircraft.byIcao.path);
  const map = await MapPage.open(page, server.current, `&icao=${icao}&airport=LROP`);
  await test.step('axe finds no fault with layers, a card and a panel open, on a desktop and on a phone', async () => {
    await expect(map.airportCard).toContainText('81 %');
    await expect(map.card('ROT391')).toContainText('FROM ABOVE');
    await map.airportCard.getByRole('button', { name: 'Routes' }).click();
    await page.keyboard.press('l');
    await expect(page.getByRole('radio', { name: /^main/ })).toBeFocused();
    await expectAccessible(page, 'map with panel, card and layers');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    const handle = map.beside.getByRole('button', { name: /^ROT391|^In view/ });
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await expect(map.airportCard).toHaveCount(1);
    await expect(map.beside).toContainText('Bucharest, LROP/OTP');
    await map.airportCard.getByRole('button', { name: /^Close/ }).click();
    await map
      .card('ROT391')
      .getByRole('button', { name: /^Close/ })
      .click();
    await expect(map.aircraftList.getByRole('option')).not.toHaveCount(0);
    await expectAccessible(page, 'sheet of a phone');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await handle.click();
    await expect(map.aircraftList).toHaveCount(0);
    await page.setViewportSize(size);
  });

  await expect(map.count('3 aircraft')).toBeVisible();
  const rows = map.aircraftList.getByRole('option');
  await expect(rows).toHaveText([
    /^ROT391FL380, 128°\d+ s ago$/,
    /^WZZ7PD4,500 ft, 360°\d\d:\d\dZ 6 min ago$/,
    /^4C0003007°\d+ s ago$/,
  ]);

  await map.aircraftList.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  const card = map.card('ROT391');
  await expect(card.getByRole('heading', { name: 'ROT391' })).toBeFocused();
  await expect(card).toContainText(tail);
  await expect(card).toContainText('Boeing 737-800 (B738)');
  await expect(card).toContainText('FROM ABOVE');
  await expect(card).toContainText('440 kt');
  await expect(card).not.toContainText('MLAT');
  await expect(card).not.toContainText('Doubtful');
  await expect.poll(() => map.said('icao')).toBe(icao);
  expect(requested.map((request) => new URL(request.url()).searchParams.get('icao24'))).toEqual([icao]);
  const links = card.getByRole('link');
  await expect(links).toHaveText(['Aircraft page', 'ACARS raw', 'ACARS per aircraft', 'ADS-B', 'Flights']);
  await expect(links.nth(0)).toHaveAttribute('href', `/tail/${icao}`);
  await expect(links.nth(2)).toHaveAttribute('href', `/acarsWithExtData?modeS=${icao}`);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(map.aircraftList).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(map.card('WZZ7PD')).toContainText('X-ODD');
  await expect(map.card('WZZ7PD')).toContainText('Somebody');
  await expect(map.card('WZZ7PD')).toContainText('MLAT, calculated by several receivers');
  await expect(map.card('WZZ7PD')).toContainText('Doubtful This address was received at two places at the same time.');
  const following = map.card('WZZ7PD').getByRole('button', { name: 'Follow on the map' });
  await following.click();
  await expect.poll(() => [map.said('lat'), map.said('lon')], 'the map goes where it is').toEqual(['45.5', '26']);
  await expect(following).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(640, 300, { steps: 4 });
  await page.mouse.up();
  await expect(following).toHaveAttribute('aria-pressed', 'false');
  await rows.filter({ hasText: '4C0003' }).click();
  await expect(map.card('4C0003')).toContainText('Aircraft details are not available.');
  await expect(map.card('4C0003')).toContainText(/Position of \d\d:\d\dZ, \d+ s ago/);
  await expect(map.alertDialog).toHaveCount(0);

  for (const [words, found] of [
    ['wzz7', /^WZZ7PD/],
    ['4c00', /^4C0003/],
    [tail.toLowerCase(), /^ROT391/],
  ] as const) {
    await map.finder.fill(words);
    await expect(map.found.getByRole('option')).toHaveText([found]);
  }
  await map.finder.fill('NOBODY');
  await expect(map.found).toContainText('Nothing found.');

  const where = (): string[] => ['lat', 'lon'].map((name) => Number(map.said(name)).toFixed(1));
  const goToHeathrow = async (): Promise<void> => {
    await map.finder.fill('EGLL');
    await map.found.getByRole('option', { name: /^EGLL/ }).click();
    await expect.poll(where).toEqual(['51.5', '-0.5']);
    // The focus moves to the card with the second frame.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  };
  await goToHeathrow();
  await page.keyboard.press('/');
  await page.keyboard.type('wzz7');
  const groups = map.found.getByRole('group');
  await expect(groups.filter({ has: page.getByRole('option', { name: /^WZZ7PD/ }) })).toHaveAccessibleName('Elsewhere');
  await expectAccessible(page, 'search of the map');
  await page.keyboard.press('Enter');
  await expect(map.card('WZZ7PD').getByRole('heading', { name: 'WZZ7PD' })).toBeFocused();
  await expect.poll(where).toEqual(['45.5', '26.0']);
  await expect.poll(() => map.said('icao')).toBe('4B0002');

  await expect.poll(() => Number(map.said('z'))).toBeGreaterThanOrEqual(7);

  await goToHeathrow();
  await map.count('0 aircraft').click();
  await expect(map.beside).toContainText('No aircraft in view.');
  await map.beside.getByRole('button', { name: 'Show all aircraft' }).click();
  await expect(map.count('3 aircraft')).toBeVisible();
  await expect(map.aircraftList.getByRole('option')).toHaveCount(3);
});

test('MAP-08 MAP-09: the map of a Customer uses company calls only, every 5 s, and links to company lists', async ({
  page,
  context,
}) => {
  await withServices(context);
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) paths.add(pathname.slice('/api/v1'.length).toLowerCase());
  });
  const positions = requestsTo(page, api.map.currentLocation.path);
  await installClock(page);
  const map = await MapPage.open(page, server.current, `&icao=${icao}`, { user: 'customer' });
  const card = map.card('ROT391');
  await expect(card).toContainText(tail);
  await expect(card.getByRole('link')).toHaveText(['Aircraft page', 'ACARS raw', 'ACARS per aircraft', 'ADS-B']);
  await expect(card.getByRole('link').nth(1)).toHaveAttribute('href', `/akrx?icao=${icao}`);
  await expect(map.beside.getByRole('radio')).toHaveCount(0);
  await expect.poll(() => paths.has(api.acarsMessage.withExtDataCompany.path.toLowerCase())).toBe(true);
  for (const call of [api.acarsMessage.withExtData, api.acarsMessage.allUsers, api.aircraft.list])
    expect(paths.has(call.path.toLowerCase()), call.path).toBe(false);
  expect(new URL(positions[0]?.url() ?? '').searchParams.has('company')).toBe(true);
  await expectInterval(page, api.map.currentLocation.path, 5000);
});
