import type { BrowserContext, Page } from 'playwright/test';
import { api } from '../../contract/api.ts';
import type { Airport } from '../../contract/entities/reference.ts';
import { awaitOnDevice, changeStored } from '../offline/device.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { exportAllOf, exportOf } from '../support/exported.ts';
import { boxOf } from '../support/layout.ts';
import { acarsdecLine } from '../support/messages.ts';

const tail = 'YR-100';
const now = Date.now();
const hhmm = (secondsAgo: number): string =>
  new Date(now - secondsAgo * 1000).toISOString().slice(11, 16).replace(':', '');
const message = (secondsAgo: number, label: string): Record<string, unknown> =>
  acarsdecLine({ secondsAgo, tail, flight: 'RO0391', label, text: `LROPEGLL${hhmm(secondsAgo)}` });
const server = serverForFile({
  prepare: async (it) => {
    await it.import(
      [
        'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt',
        `4A0100,${tail},B738,Boeing,737-800,Boeing 737-800,0,Tarom,ROT,29100,2004`,
      ],
      ['--reference'],
    );
    await it.import([message(20_000, 'QP'), message(19_380, 'QQ'), message(9_000, 'QR'), message(8_400, 'QS')]);
  },
});

async function ask<T>(path: string): Promise<T> {
  const { token } = await logIn(server.current, 'parser');
  return (await callApi(server.current, path, { token })).json as T;
}
const idOfAircraft = async (): Promise<number> =>
  (await ask<{ aircraft: { aircraftId: number }[] }>(`/aircraft?registration=${tail}`)).aircraft[0]?.aircraftId ?? -1;
const airportOf = async (icao: string): Promise<Airport> =>
  (await ask<{ airports: [Airport] }>(`/airport?airportICAO=${icao}`)).airports[0];

test('S08 S35 OFF-03 REF-01 REF-09 REF-10 REF-11 REF-13 REF-14 REF-16 REF-19 RESP-01 RESP-02 RESP-03 RESP-05 PAGE-14 C39 C40 C41 C43 C44 API-24: a flight with its times; From links to the airport, which is shown first and expanded; an aircraft without flights, an address without an aircraft; day, duration and times are shown, and unknown values are empty; thirteen columns of airports, as many as fit; south and west values and All are requested unchanged; a country by its name or its code; after one visit every airport is read, paged, filtered and exported without a network; changed airports are downloaded at the next visit; a damaged copy is reported and downloaded again; the airport also on a phone, for permitted users; an unknown airport number is reported above the list', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await test.step('flights', () => showsFlights(page, context, app));
  await test.step('airports', () => showsAirports(page, app));
  await context.unrouteAll({ behavior: 'wait' });
  await test.step('without a network', () => readsAirportsOffline(page, context, app));
  await test.step('an airport on a phone', async () => {
    await app.changeUser('customer');
    await isShownOnPhone(page, app);
  });
});

async function showsFlights(page: Page, context: BrowserContext, app: App): Promise<void> {
  const path = `/flights/${await idOfAircraft()}`;
  const otopeni = await airportOf('LROP');
  await page.setViewportSize({ width: 1600, height: 860 });
  await app.logInAs('admin', { from: path, lands: path });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Flights of ${tail}`);
  await expect(page).toHaveTitle(`Flights of ${tail} - Downlink`);
  await expect(app.dataRows).toHaveCount(1);
  const [row = ''] = await app.rowTexts();
  expect(row).toContain('RO391');
  expect(row).toContain('2:53'); // 19,380 s to 9,000 s ago
  await page.getByRole('link', { name: `${otopeni.city} (OTP)` }).click();
  await app.expectPath(`/airports/${otopeni.airportId}`);
  await expect(app.dataRows.first()).toContainText(otopeni.airportName);
  await expect(page.getByRole('main')).toContainText(otopeni.latitudeDeg.toFixed(4));
  expect((await app.rowTexts()).filter((text) => text.includes(otopeni.airportName))).toHaveLength(1);
  await expectAccessible(page, 'airport');
  // Another query replaces it.
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.pageLabel).toHaveText('Page 2');
  await expect.poll(async () => (await app.rowTexts()).join()).not.toContain(otopeni.airportName);
  await page.goBack();
  await expect(app.dataRows.first()).toContainText(otopeni.airportName);

  const main = page.getByRole('main');
  await app.go('/flights/999999999');
  await expect(main.getByText('There is no flights for the selected Airline!')).toBeVisible();
  await app.go('/flights/none');
  await expect(main.getByText('There is no flights!')).toBeVisible();

  const one = {
    flightCode: 'RO391',
    flightDate: '2024-03-07',
    fromAirport: { city: 'Otopeni', airportIata: 'OTP', airportId: 1 },
    toAirport: { city: null, airportIata: null, airportId: 2 },
    flightTime: { hours: 2, minutes: 5 },
    flightStd: { hours: 9, minutes: 0 },
    flightAtd: null,
    flightSta: null,
    flightStatus: null,
    flightLanded: 'at noon',
    divertedToAirport: 'Gatwick',
    aircraft: null,
  };
  const none = Object.fromEntries(Object.keys(one).map((field) => [field, null]));
  await stub(context, api.flight.ofAircraft.path.replace('{aircraftId}', '7'), {
    json: { flights: [one, none], flightsCount: 2 },
  });
  await page.setViewportSize({ width: 2000, height: 860 });
  await app.go('/flights/7');
  await expect(app.dataRows).toHaveCount(2);
  const cells = await app.dataRows.first().getByRole('gridcell').allInnerTexts();
  expect(cells.map((text) => text.trim())).toEqual([
    'RO391',
    '7 Mar 2024',
    'Otopeni (OTP)',
    'Airport 2',
    '2:05',
    '09:00',
    '',
    '',
  ]);
  await app.dataRows.first().getByRole('gridcell').first().click();
  await expect(main).toContainText('at noon');
  await expect(main).toContainText('Gatwick');
}

async function isShownOnPhone(page: Page, app: App): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const heathrow = await airportOf('EGLL');
  const path = `/airports/${heathrow.airportId}`;
  await app.go(path);
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').first()).toContainText(heathrow.airportName);
  await expect(main.getByRole('button', { name: heathrow.airportName })).toHaveAttribute('aria-expanded', 'true');
  await expect(main).toContainText(heathrow.latitudeDeg.toFixed(4));
  await app.go('/airports/999999999');
  await expect(main.getByText('There is no airport with this number.')).toBeVisible();
  await expect(main.getByRole('listitem').first()).toBeVisible();
}

async function showsAirports(page: Page, app: App): Promise<void> {
  const requested: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/\/airport$/i.test(url.pathname)) requested.push(url.searchParams);
  });
  await page.setViewportSize({ width: 1280, height: 860 });
  await app.go('/airports');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1-10 of more than 10');
  // Types are words, and names link to the pages of the airports.
  await expect(app.grid).toContainText(/(Large|Medium|Small) airport/);
  await expect(app.grid).not.toContainText('_airport');
  await expect(app.grid.getByRole('link').first()).toHaveAttribute('href', /\/airport\/[A-Z]{4}$/);
  // Without a range above the table the views need no separate line.
  const topOf = async (name: string): Promise<number | undefined> =>
    (await boxOf(page.getByRole('button', { name, exact: true }))).y;
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  expect(await topOf('Views')).toBe(await topOf('FILTER OFF'));
  await page.getByRole('button', { name: /show columns/i }).click();
  const columns = [
    ['Name', 'Type', 'City', 'Continent', 'ISO Country', 'ISO Region', 'IATA', 'ICAO', 'GPS Code', 'Local Code'],
    ['Elevation (ft)', 'Latitude', 'Longitude'],
  ].flat();
  for (const name of columns) await expect(page.getByRole('checkbox', { name, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [width, shown] of [
    // The other widths: reference-lists.spec.ts.
    [360, 0],
    [2000, 8],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    if (shown > 0) await expect(app.headers(), `${width} px`).toHaveCount(shown);
    else await expect(app.grid, `${width} px`).toHaveCount(0);
    const opener = page
      .getByRole('main')
      .getByRole('button', { name: /all fields/i })
      .first();
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    // Fields without a value are last.
    const fields = page.getByRole('main').locator('dt');
    const missing = async () => {
      const names = (await fields.allInnerTexts()).map((name) => name.trim());
      return columns.slice(shown).filter((name) => !names.includes(name));
    };
    await expect.poll(missing, `${width} px`).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect((await boxOf(app.headers().nth(2))).width, 'as wide as columns are unless declared').toBe(180);

  await app.filter.open();
  await app.filter.input('Latitude to').fill('-33.9');
  await app.filter.search();
  await expect.poll(() => requested.some((query) => query.get('latitudeDegMax') === '-33.9')).toBe(true);
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: /^All/ }).click();
  // Not the last request: the copy of all airports is requested at the same time.
  await expect.poll(() => requested.map(String)).toContain('latitudeDegMax=-33.9');
  const matching = async (country: string): Promise<string[]> => {
    await app.filter.reset();
    await app.filter.set('Country', country);
    await app.filter.search();
    await expect(page.getByRole('button', { name: `Remove Country ${country}` })).toBeVisible();
    // The previous rows stay until the response arrives.
    await expect(app.dataRows.filter({ hasText: 'Arad' })).not.toHaveCount(0);
    return app.rowTexts();
  };
  expect(await matching('RO')).toEqual(await matching('romania'));
}

async function readsAirportsOffline(page: Page, context: BrowserContext, app: App): Promise<void> {
  const { airportsCount } = await ask<{ airportsCount: number }>('/airport?limit=1');
  const [last] = (await ask<{ airports: [Airport] }>(`/airport?offset=${airportsCount - 1}&limit=1`)).airports;
  await page.setViewportSize({ width: 1280, height: 860 });
  await app.go('/airports');
  await expect(app.dataRows).toHaveCount(10);
  // The code of the export is loaded over the network.
  const loaded = await exportOf(page);
  expect([loaded.fileName, loaded.rows.length]).toEqual(['Airports.xlsx', 10]);
  await awaitOnDevice(page, last.airportName);
  await context.setOffline(true);
  const pages = page.getByRole('navigation', { name: 'Pages' });

  await app.go(`/airports?page=${Math.ceil(airportsCount / 10)}`);
  await expect(pages).toContainText(`of ${airportsCount.toLocaleString('en-US')}`);
  await expect(app.dataRows.last()).toContainText(last.airportName);
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText(
    /Showing stored data from \d\d:\d\dZ, \d+\s(s|min) ago\./,
  );

  await app.go('/airports?country=Romania&elevationFtMin=400&size=100');
  const expected = await ask<{ airports: Airport[] }>('/airport?country=Romania&elevationFtMin=400&limit=-1');
  await expect(pages).toContainText(`1-${expected.airports.length} of ${expected.airports.length}`);
  await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
  const rows = await app.rowTexts();
  expect(rows).toHaveLength(expected.airports.length);
  for (const [at, { airportName }] of expected.airports.entries()) expect(rows[at]).toContain(airportName);

  const otopeni = await airportOf('LROP');
  await app.go(`/airports/${otopeni.airportId}`);
  await expect(app.dataRows.first()).toContainText(otopeni.airportName);

  await app.go('/airports');
  await expect(app.dataRows.first()).not.toContainText(otopeni.airportName);
  expect((await exportAllOf(page)).rows).toHaveLength(airportsCount);

  await context.setOffline(false);
  await server.current.import(
    [
      '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country","iso_region","municipality","scheduled_service","gps_code","iata_code","local_code","home_link","wikipedia_link","keywords"',
      '900001,"ZZ01","small_airport","Zzz, a field that is new",44.5,26.1,300,"EU","RO","RO-IF","Otopeni","no",,,,,,',
    ],
    ['--reference'],
  );
  expect(await changeStored(page, 'old')).toBe(1);
  await page.reload();
  await awaitOnDevice(page, 'Zzz, a field that is new');

  // The open app reads the new copy in idle time, and would report the damage before the reload.
  await app.open('/manifest.webmanifest');
  expect(await changeStored(page, 'damaged')).toBe(1);
  await app.open('/airports');
  await expect(page.getByText('Some stored rows could not be read')).toBeVisible();
  await expect(app.dataRows).toHaveCount(10);
  await expect(app.alertDialog).toHaveCount(0);
  await awaitOnDevice(page, 'Zzz, a field that is new');
}
