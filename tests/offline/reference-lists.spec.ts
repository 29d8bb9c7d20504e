/** Airlines and aircraft without a network. */
import type { Page } from 'playwright/test';
import { deviceOf } from '../offline/device.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { App, expect, offlineReady, sharedServer, testInstalled } from '../support/browser.ts';

// A service worker that takes a page over lets requests pass by what a test puts in their way.
const server = sharedServer();
/** OpenFlights' number of Tarom; the demo's fleet has aircraft of it. */
const tarom = 5179;

const open = (app: App, path: string): Promise<void> =>
  app.logInAs('parser', { from: path, lands: path.split('?')[0] ?? path });

type AirlineAnswer = { readonly airlines: readonly { readonly airlineName: string; readonly fleet: number }[] };
async function airlinesBy(query: string): Promise<AirlineAnswer['airlines']> {
  const { token } = await logIn(server.current, 'parser');
  return ((await callApi(server.current, `/airline?${query}`, { token })).json as AirlineAnswer).airlines;
}

async function registrationsBy(path: string): Promise<readonly string[]> {
  const { token } = await logIn(server.current, 'parser');
  const { aircraft } = (await callApi(server.current, path, { token })).json as {
    readonly aircraft: readonly { readonly registration: string }[];
  };
  return aircraft.map(({ registration }) => registration);
}

/** Waits until the last row of a list is stored: then the list is complete. */
async function onDevice(page: Page, field: string, last: string | undefined): Promise<void> {
  await offlineReady(page);
  await expect
    .poll(async () => (await deviceOf(page)).text, { message: `${field} ${last} is on the device` })
    .toContain(last ?? 'no row');
}

testInstalled(
  'OFF-03 REF-04: without a network all airlines page, sort and filter, and visited fleets are there; one that was not visited says so',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await open(app, `/aircraft/${tarom}`);
    await expect(app.dataRows.first()).toBeVisible();
    const fleetRows = await app.rowTexts();
    await app.choose('Airlines');
    await expect(app.dataRows).toHaveCount(10);
    await onDevice(page, 'airlineName', (await airlinesBy('airlineNameDesc=true&limit=1'))[0]?.airlineName);
    const largest = await airlinesBy('fleetDesc=true&limit=20&offset=10');
    const named = await airlinesBy('airlineName=ROM&limit=10');
    await context.setOffline(true);
    await page.goto(`${server.current.url}/airlines?sort=-fleet&page=2`);
    await expect(page.getByRole('banner')).toContainText('Stored');
    await expect(app.grid.getByRole('link')).toHaveText(largest.slice(0, 10).map(({ airlineName }) => airlineName));
    await page.goto(`${server.current.url}/airlines?airlineName=ROM`);
    await expect(app.grid.getByRole('link')).toHaveText(named.map(({ airlineName }) => airlineName));
    await page.goto(`${server.current.url}/aircraft/${tarom}`);
    await expect.poll(() => app.rowTexts()).toEqual(fleetRows);
    await page.goto(`${server.current.url}/aircraft/1`);
    await expect(page.getByRole('main')).toContainText('this list is not stored yet');
  },
);

testInstalled(
  'OFF-03 REF-08: who has all aircraft on the device opens every airline without a network',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await open(app, '/aircraft');
    const fleet = await registrationsBy(`/aircraft/getaircraftinairline/${tarom}?limit=10`);
    expect(fleet).toHaveLength(10);
    await onDevice(page, 'registration', (await registrationsBy('/aircraft?registrationDesc=true&limit=1'))[0]);
    await context.setOffline(true);
    await page.goto(`${server.current.url}/aircraft/${tarom}`);
    await expect(page.getByRole('banner')).toContainText('Stored');
    await expect(app.grid.getByRole('link')).toHaveText(fleet);
    await page.goto(`${server.current.url}/aircraft/999999999`);
    await expect(
      page.getByRole('main').getByRole('heading', { name: 'There is no aircraft for the selected Airline!' }),
    ).toBeVisible();
  },
);
