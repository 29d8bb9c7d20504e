/** Airlines and aircraft without a network, in a page that is open: starts without a network are in every-screen.spec.ts. */
import { callApi, logIn } from '../support/api-client.ts';
import { App, expect, sharedServer, test } from '../support/browser.ts';
import { awaitOnDevice } from './device.ts';

const server = sharedServer();
/** OpenFlights' number of Tarom; the demo's fleet has aircraft of it. */
const tarom = 5179;

const open = (app: App, path: string): Promise<void> =>
  app.logInAs('parser', { from: path, lands: path.split('?')[0] ?? path });

type AirlineResponse = {
  readonly airlines: readonly {
    readonly airlineId: number;
    readonly airlineName: string;
    readonly isActive: boolean;
    readonly fleet: number;
  }[];
};
async function airlinesBy(query: string): Promise<AirlineResponse['airlines']> {
  const { token } = await logIn(server.current, 'parser');
  return ((await callApi(server.current, `/airline?${query}`, { token })).json as AirlineResponse).airlines;
}

async function registrationsBy(path: string): Promise<readonly string[]> {
  const { token } = await logIn(server.current, 'parser');
  const { aircraft } = (await callApi(server.current, path, { token })).json as {
    readonly aircraft: readonly { readonly registration: string }[];
  };
  return aircraft.map(({ registration }) => registration);
}

test('OFF-03 REF-04 REF-08: without a network all airlines page, sort and filter, and visited fleets are shown; one that was not visited is reported as not stored, unless all aircraft are on the device', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  const noFleet = page
    .getByRole('main')
    .getByRole('heading', { name: 'There is no aircraft for the selected Airline!' });
  await open(app, `/aircraft/${tarom}`);
  await expect(app.dataRows.first()).toBeVisible();
  const fleetRows = await app.rowTexts();
  await app.choose('Airlines');
  await expect(app.dataRows).toHaveCount(10);
  await awaitOnDevice(page, lastOf(await airlinesBy('airlineNameDesc=true&limit=1')).airlineName);
  const largest = await airlinesBy('fleetDesc=true&limit=20&offset=10');
  const named = await airlinesBy('airlineName=ROM&limit=10');
  await context.setOffline(true);
  await app.go('/airlines?sort=-fleet&page=2');
  await expect(page.getByRole('banner')).toContainText('Stored');
  await expect(app.grid.getByRole('link')).toHaveText(largest.slice(0, 10).map(shownName));
  await app.go('/airlines?airlineName=ROM');
  await expect(app.grid.getByRole('link')).toHaveText(named.map(shownName));
  await app.go(`/aircraft/${tarom}`);
  await expect.poll(() => app.rowTexts()).toEqual(fleetRows);
  await app.go('/aircraft/1');
  await expect(page.getByRole('main')).toContainText('this list is not stored yet');

  await context.setOffline(false);
  await app.go('/aircraft');
  await expect(app.dataRows).toHaveCount(10);
  const unvisited = (await airlinesBy('fleetDesc=true&limit=2')).find(
    ({ airlineId }) => airlineId !== tarom,
  )?.airlineId;
  const fleet = await registrationsBy(`/aircraft/getaircraftinairline/${unvisited}?limit=10`);
  expect(fleet.length).toBeGreaterThan(1);
  // The last aircraft that no visited fleet contains.
  const last = await registrationsBy('/aircraft?registrationDesc=true&limit=50');
  await awaitOnDevice(page, String(last.find((one) => !fleetRows.join().includes(one))));
  await context.setOffline(true);
  await app.go(`/aircraft/${unvisited}`);
  await expect(page.getByRole('banner')).toContainText('Stored');
  await expect(app.grid.getByRole('link')).toHaveText(fleet);
  await app.go('/aircraft/999999999');
  await expect(noFleet).toBeVisible();
});

const shownName = ({ airlineName, isActive }: { airlineName: string; isActive: boolean }): string =>
  isActive ? airlineName : `${airlineName} (ended)`;

/** If the last row is stored, the full copy is stored. */
function lastOf<T>(rows: readonly T[]): T {
  const last = rows.at(-1);
  if (!last) throw new Error('The list has no row.');
  return last;
}
