/**
 * /device: what is stored is told, and removed a part at a time or all of it, also without a network.
 * Must not: reach into the app; tiles are fetched and areas noted as the map does, through the worker.
 */
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, testInstalled as test } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type StandIn, startStandIn, tileReply } from '../support/stand-in.ts';
import { bringRows, deviceOf, expectLive, onDevice, stored, visit } from './device.ts';

let source: StandIn;
let server: TestServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  source = await startStandIn();
  source.on('/', tileReply);
  server = await startServer({
    env: {
      TILES_MAIN_URL: `${source.url}/main/{z}/{x}/{y}.png`,
      TILES_MAIN_STORING: 'areas',
      TILES_MAIN_ATTRIBUTION: 'Loopback tiles',
    },
  });
  await bringRows(server);
});
test.afterAll(async () => {
  await server?.dispose();
  await source?.stop();
});

const raw = 'ACARS raw (all data)';
const main = (page: Page): Locator => page.getByRole('main');
const part = (page: Page, title: string): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Remove ${title}`, exact: true }) });
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const answer = (page: Page, name: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Two tiles, one of them in a kept area, through the worker that keeps them. */
async function keepTiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ask = (message: object): Promise<unknown> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller?.postMessage(message, [port2]);
      });
    const bounds = { west: -170, south: 10, east: -10, north: 80 };
    const area = { id: 'corner', name: 'The corner', since: 0, layer: 'main', bounds, minZoom: 1, maxZoom: 1 };
    await ask({ ask: 'note', area });
    for (const z of [0, 1]) await ask({ ask: 'keep', tile: { layer: 'main', z, x: 0, y: 0 }, since: 0 });
  });
}

test('C119 OFF-03: what is stored is told and removed, one by one and all of it; without a network the lists then have nothing', async ({
  page,
  context,
}) => {
  const app = new App(page, server.url);
  await visit(app);
  await keepTiles(page);
  await app.open('/device');
  await expect(part(page, raw)).toContainText(`${stored} rows`);
  await expect(part(page, raw)).toContainText(/From \d\d:\d\dZ, \d+ (s|min) ago/);
  await expect(part(page, 'Tiles outside of kept areas')).toContainText('1 tile,');
  await expect(part(page, 'The corner')).toContainText('zoom 1, 1 of 1 tile,');
  await expect(main(page)).toContainText('opens without a network');

  // What is gone from the device is gone from memory, too: this list is left and come back to within one page.
  await page.getByRole('link', { name: raw }).click();
  await expect(app.dataRows).toHaveCount(10);
  await page.goBack();
  await context.setOffline(true);
  await press(page, `Remove ${raw}`);
  await expect(page.getByRole('alertdialog')).toContainText('The server is not reached now');
  await answer(page, 'Cancel');
  await expect(part(page, raw)).toBeVisible();
  await press(page, `Remove ${raw}`);
  await answer(page, 'Remove');
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: `Removed: ${raw}` }),
  ).toBeFocused();
  await expect(part(page, raw)).toHaveCount(0);
  expect((await deviceOf(page)).text).not.toContain('N00');
  await page.goForward();
  await expect(main(page)).toContainText('nothing of this list is stored yet');
  await expect(app.dataRows).toHaveCount(0);

  await context.setOffline(false);
  await expectLive(app);
  await onDevice(page);
  await page.goBack();
  await press(page, 'Remove Tiles outside of kept areas');
  await expect(part(page, 'Tiles outside of kept areas')).toHaveCount(0);
  await expect(main(page)).toContainText(/The map\s*1 tile,/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, '/device');

  await press(page, 'Remove everything');
  await answer(page, 'Remove everything');
  await expect(page.getByRole('heading', { name: 'In all: 0 B' })).toBeVisible();
  await expect(main(page)).toContainText('None yet.');
  await expect(part(page, 'The corner')).toHaveCount(0);
  expect((await deviceOf(page)).text).not.toContain('N00');
  expect(await page.evaluate(async () => (await (await caches.open('tiles')).keys()).length)).toBe(0);
  await expect(page.getByRole('button', { name: 'Remove everything' })).toBeDisabled();
  // Nobody was logged out, and the store that was deleted is there again when it is needed.
  await page.setViewportSize({ width: 1280, height: 860 });
  await visit(app);
});

test('C119 OFF-03: without storage the screen says so, and stands; what the browser answers to being asked is told where the button was', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(navigator, 'storageBuckets', { value: undefined });
    // The browser agrees when it is asked a second time.
    let asked = 0;
    navigator.storage.persisted = async () => asked > 1;
    navigator.storage.persist = async () => {
      asked += 1;
      return asked > 1;
    };
  });
  const app = new App(page, server.url);
  await app.logInAs('customer', { from: '/device', lands: '/device' });
  await expect(main(page).getByRole('alert').filter({ hasText: 'This device keeps no copies' })).toBeVisible();
  await expect(main(page)).toContainText(/Your lists and answers\s*cannot be read/);
  await press(page, 'Ask the browser to keep it');
  await expect(main(page).getByRole('status').filter({ hasText: 'The browser did not agree.' })).toBeVisible();
  await press(page, 'Ask the browser to keep it');
  await expect(main(page).getByText('The browser does not clear it by itself.')).toBeFocused();
});
