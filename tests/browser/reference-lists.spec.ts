import type { BrowserContext, Page, Request } from 'playwright/test';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';

// When a service worker takes over a page, requests bypass the routes of a test.
const server = sharedServer();
/** OpenFlights' number of Tarom; the demo's fleet has aircraft of it. */
const tarom = 5179;

const search = (request: Request): URLSearchParams => new URL(request.url()).searchParams;
function requestsTo(app: App, path: RegExp): Request[] {
  const requested: Request[] = [];
  app.page.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) requested.push(request);
  });
  return requested;
}

type AirlineResponse = { readonly airlines: readonly { readonly airlineName: string; readonly fleet: number }[] };
async function airlinesBy(query: string): Promise<AirlineResponse['airlines']> {
  const { token } = await logIn(server.current, 'parser');
  return ((await callApi(server.current, `/airline?${query}`, { token })).json as AirlineResponse).airlines;
}

const anAircraft = {
  aircraftId: 71,
  registration: 'YR-XYZ',
  airline: { airlineId: tarom, airlineName: 'Tarom', iata: 'RO', icao: 'ROT', fleet: 1 },
  typeCode: 'B738',
  aircraftType: 'Boeing 737-800',
  serialNumber: '29123',
  modeS: '4A0AAA',
  age: 2,
  operator: { airlineName: 'Tarom Cargo', iata: 'RX', icao: 'ROX' },
  manufactureDate: '2024-03-07',
  id: '71',
};
const aFlight = {
  flightCode: 'RO391',
  flightDate: '2024-03-07',
  fromAirport: { city: 'Otopeni', airportIata: 'OTP', airportId: 7 },
  toAirport: null,
  flightTime: { hours: 2, minutes: 5 },
  aircraft: null,
};
const only = { json: { aircraft: [anAircraft], aircraftCount: 1 } };
const none = { json: { aircraft: [], aircraftCount: 0, airlines: [], airlinesCount: 0 } };

type Text = readonly [path: string, call: string, text: string];
const failures: readonly Text[] = [
  ['/aircraft', '/aircraft', 'Could not read aircraft from the server!'],
  ['/airlines?size=25', '/airline', 'Could not read airlines from the server!'],
  ['/airports', '/airport', 'Could not read airports from the server!'],
  ['/flights/7', '/flight/getflightsforaircraft/7', 'Could not read flights from the server!'],
];
const empties: readonly Text[] = [
  ['/aircraft/tarom', '/aircraft/getaircraftinairline/tarom', 'Please select an Airline!'],
  ['/aircraft/77', '/aircraft/getaircraftinairline/77', 'There is no aircraft for the selected Airline!'],
  ['/aircraft', '/aircraft', 'There is no aircraft!'],
  [
    '/airlines?size=50',
    '/airline',
    'There are no results for your search. Please reset Your search or enter new search term.',
  ],
];
const labels = ['Registration', 'Airline', 'Type Code', 'Aircraft Type', 'Serial Number', 'Mode S', 'Age', 'Operator'];

test('S24 REF-01 REF-02 REF-04 REF-05 REF-06 REF-08 REF-12 REF-13 REF-14 REF-15 REF-16 REF-17 RAW-06 RESP-01 RESP-02 RESP-03 C37b C41 C42 C44 C95 C103 ERR-06: 6, 4, 2, none and 8 columns, the others with their labels in the expanded row; a hidden column makes space for the next one; rows with all columns in view do not expand; Loading..., also on return: the list is not cached in memory; no id, an airline without aircraft, no aircraft, no airline, and failures, each with its own text; the name of an airline leads to its aircraft, and back, a registration to its flights, From to an airport; a click on a header sorts all airlines on the server, from the first page; an airline is selected from suggestions, and days from date inputs @clock', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  // Before the other steps store rows: the app shows stored rows in place of a slow failure.
  await test.step('failures', () => hasFailures(page, context, app));
  await test.step('empty lists', () => isEmpty(page, context, app));
  await context.unrouteAll({ behavior: 'wait' });
  await test.step('few columns', () => hasFewColumns(page, context, app));
  await test.step('Loading...', () => loads(page, context, app));
  await context.unrouteAll({ behavior: 'wait' });
  await test.step('from airlines to their aircraft', () => leadsToAircraft(page, context, app));
});

async function hasFewColumns(page: Page, context: BrowserContext, app: App): Promise<void> {
  await stub(context, '/aircraft', only);
  await app.go('/aircraft');
  for (const [width, columns] of [
    [1900, 6],
    [1200, 4],
    [900, 2],
    [2000, 8],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(app.headers(), `${width} px`).toHaveCount(columns);
    await expect(app.headers()).toContainText(labels.slice(0, columns));
    const opener = app.grid.getByRole('button', { name: 'Show all fields' });
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    const fields = app.grid.locator('dt');
    await expect(fields).toContainText([...labels.slice(columns), 'Manufactured']);
    await expect(app.grid.locator('dd').filter({ hasText: '7 Mar 2024' })).toHaveCount(1);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expectAccessible(page, 'an open row of /aircraft');
  for (const width of [500, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(app.grid).toHaveCount(0);
    const card = page.getByRole('listitem').filter({ hasText: 'YR-XYZ' });
    await expect(card.getByRole('link', { name: 'Flights of YR-XYZ' }).first()).toBeVisible();
    const head = card.getByRole('button', { name: /YR-XYZ.*all fields/i });
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    await expect(card.locator('dt')).toContainText([...labels, 'Manufactured']);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.setViewportSize({ width: 900, height: 800 });
  await app.go('/airlines');
  await expect(app.headers()).toHaveText(['Name', 'IATA']);
  await page.getByRole('button', { name: 'Show columns 2 of 4' }).click();
  await page.getByRole('checkbox', { name: 'IATA' }).click();
  await expect(app.headers()).toHaveText(['Name', 'ICAO']);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(app.headers()).toHaveText(['Name', 'ICAO', 'Fleet']);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1200);
  await expect(app.grid.getByRole('button', { name: 'Show all fields' })).toHaveCount(10);
  await page.getByRole('button', { name: 'Show columns 3 of 4' }).click();
  await page.getByRole('checkbox', { name: 'IATA' }).click();
  await page.keyboard.press('Escape');
  await expect(app.headers()).toHaveCount(4);
  await expect(app.grid.getByRole('button', { name: 'Show all fields' })).toHaveCount(0);
}

async function loads(page: Page, context: BrowserContext, app: App): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 860 });
  await app.go('/aircraft');
  await expect(app.dataRows).toHaveCount(1);
  await app.choose('Airlines');
  await expect(page.getByRole('heading', { name: 'Airlines' })).toBeVisible();
  const respond = await holdRoute(context, /\/api\/v1\/aircraft\?/i, (route) => route.fulfill({ json: only.json }));
  // First content of the screen: the text, or rows of the previous visit.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      for (const one of ['Loading...', 'YR-XYZ']) if (text.includes(one) && !seen.includes(one)) seen.push(one);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await app.choose('Aircraft');
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toContain('Loading...');
  await respond();
  await expect(app.dataRows).toHaveCount(1);
  expect(await seen()).toEqual(['Loading...', 'YR-XYZ']);
}

const headingOf = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true });

async function hasFailures(page: Page, context: BrowserContext, app: App): Promise<void> {
  for (const [, call] of failures) await stub(context, call, { status: 500 });
  await app.logInAs('parser', { from: '/device', lands: '/device' });
  for (const [path, , text] of failures) {
    await app.go(path);
    await expect(headingOf(page, text)).toBeVisible();
    await expect(app.alertDialog, path).toBeVisible();
    await page.keyboard.press('Escape');
  }
}

async function isEmpty(page: Page, context: BrowserContext, app: App): Promise<void> {
  for (const [path, call, text] of empties) {
    await stub(context, call, none);
    const requested = requestsTo(app, new RegExp(`${call}$`, 'i'));
    await app.go(path);
    // The previous screen may still be shown: the clock is advanced until this list has been entered for 2.5 s.
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(2500);
          return headingOf(page, text).isVisible();
        },
        { message: path },
      )
      .toBe(true);
    if (path === '/aircraft/tarom') expect(requested).toEqual([]);
  }
}

async function leadsToAircraft(page: Page, context: BrowserContext, app: App): Promise<void> {
  await app.go('/airlines?icao=ROT');
  await expect(app.headers()).toHaveText(['Name', 'IATA', 'ICAO', 'Fleet']);
  const link = app.grid.getByRole('link', { name: 'Tarom', exact: true });
  await expect(link).toHaveAttribute('href', `/aircraft/${tarom}`);

  const inNewTab = context.waitForEvent('page');
  await link.click({ button: 'middle' });
  const tab = await inNewTab;
  await expect.poll(() => new URL(tab.url()).pathname).toBe(`/aircraft/${tarom}`);
  await tab.close();

  const requested = requestsTo(app, /getaircraftinairline/i);
  // From the header down to the cell of the name: if rows do not expand, Enter follows the link.
  await app.headers().first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await app.expectPath(`/aircraft/${tarom}`);
  await expect(page.getByRole('heading', { name: 'Aircraft of Tarom' })).toBeVisible();
  await expectAccessible(page, 'aircraft of an airline');
  expect(new URL(requested[0]?.url() ?? '').pathname).toMatch(
    new RegExp(`/aircraft/getaircraftinairline/${tarom}$`, 'i'),
  );
  expect([...search(requested[0] as Request).keys()].sort()).toEqual(['limit', 'offset']);
  await expect(app.filter.button).toHaveCount(0);

  const registration = app.dataRows.first().getByRole('link');
  const name = await registration.innerText();
  await expect(registration).toHaveAttribute('href', /^\/flights\/\d+$/);
  await app.dataRows.first().locator('[data-opener]').click();
  await expect(page.getByRole('link', { name: `Flights of ${name}` })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Airlines', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Airlines' })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Airlines' })).toHaveCount(0);
  await expect(registration).toHaveText(name);
  await page.setViewportSize({ width: 1900, height: 860 });
  await stub(context, '/flight/getflightsforaircraft/\\d+', { json: { flights: [aFlight], flightsCount: 1 } });
  const flights = page.waitForRequest(/getflightsforaircraft/);
  const path = (await registration.getAttribute('href')) ?? '';
  await registration.click();
  await app.expectPath(path);
  expect(new URL((await flights).url()).pathname).toBe(`/api/v1/flight/getflightsforaircraft${path.slice(8)}`);
  await expect(app.dataRows).toContainText(['7 Mar 2024']);
  await expect(app.dataRows).toContainText(['2:05']);
  await expect(app.grid.getByRole('link', { name: 'Otopeni (OTP)' })).toHaveAttribute('href', '/airports/7');

  await context.unrouteAll({ behavior: 'wait' });
  await page.setViewportSize({ width: 1280, height: 860 });
  const ofAirlines = requestsTo(app, /\/airline$/i);
  await app.go('/airlines');
  await expect(app.dataRows).toHaveCount(10);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.pageLabel).toHaveText('Page 2');
  const fleet = app.headers().filter({ hasText: 'Fleet' });
  await fleet.click();
  await fleet.click();
  await expect(fleet).toHaveAttribute('aria-sort', 'descending');
  await expect(app.pageLabel).toHaveText('Page 1');
  const largest = await airlinesBy('fleetDesc=true&limit=10');
  expect(largest[0]?.fleet).toBeGreaterThan(largest[9]?.fleet ?? 0);
  await expect(app.grid.getByRole('link')).toHaveText(largest.map(({ airlineName }) => airlineName));
  const sent = ofAirlines.map(search).filter((query) => query.get('fleetDesc') === 'true');
  expect(sent.map((query) => [query.get('offset'), query.get('limit')])).toContainEqual(['0', '10']);
  // The address retains the order.
  await app.go('/device');
  await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
  await page.goBack();
  await expect(app.grid.getByRole('link')).toHaveText(largest.map(({ airlineName }) => airlineName));

  const ofAircraft = requestsTo(app, /\/aircraft$/i);
  await app.go('/aircraft');
  await expect(page.getByRole('heading', { level: 1, name: 'Aircraft', exact: true })).toBeVisible();
  await app.filter.open();
  await expect.poll(() => app.filter.panel.locator('input[type=date]').count()).toBe(2);
  await app.filter.input('Airline').pressSequentially('tarom');
  await page.getByRole('option', { name: /^Tarom/ }).click();
  await app.filter.panel.locator('#filter-maxManufactureDate').fill('2026-12-31');
  await app.filter.search();
  await expect
    .poll(() => ofAircraft.map(search).map((query) => [query.get('airline'), query.get('maxManufactureDate')]))
    .toContainEqual(['Tarom', '2026-12-31']);
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('31 Dec 2026 or earlier');
  const names = app.grid.locator('[role=gridcell][data-col="1"]');
  await expect.poll(async () => [...new Set(await names.allInnerTexts())]).toEqual(['Tarom']);
}
