import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, test, testInstalled } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type StandIn, startTileSource } from '../support/stand-in.ts';
import { bringRows, deviceOf, expectLive, rowsOnDevice, stored, visit } from './device.ts';

let source: StandIn;
let server: TestServer;
test.beforeAll(async () => {
  const tiles = await startTileSource();
  source = tiles.source;
  server = await startServer({ env: tiles.env });
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
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Two tiles, one of them in an offline area, stored by the worker. */
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

testInstalled(
  'C119 OFF-03: stored data is listed and removed, one entry at a time and all at once; offline the lists are then empty',
  async ({ page, context }) => {
    const app = new App(page, server.url);
    await visit(app);
    await keepTiles(page);
    await app.go('/device');
    await expect(part(page, raw)).toContainText(`${stored} rows`);
    await expect(part(page, raw)).toContainText(/From \d\d:\d\dZ, \d+\s(s|min) ago/);
    await expect(part(page, 'Tiles outside offline areas')).toContainText('1 tile,');
    await expect(part(page, 'The corner')).toContainText('zoom 1, 1 of 1 tile,');
    await expect(main(page)).toContainText('Stored. Opens offline.');

    // Data deleted from the device is also deleted from memory: this list is left and opened again without a page load.
    await page.getByRole('link', { name: raw }).click();
    await expect(app.dataRows).toHaveCount(10);
    await page.goBack();
    await context.setOffline(true);
    await press(page, `Remove ${raw}`);
    await expect(page.getByRole('alertdialog')).toContainText('You are offline.');
    await choose(page, 'Cancel');
    await expect(part(page, raw)).toBeVisible();
    await press(page, `Remove ${raw}`);
    await choose(page, 'Remove');
    await expect(
      main(page)
        .getByRole('status')
        .filter({ hasText: `Removed: ${raw}` }),
    ).toBeFocused();
    await expect(part(page, raw)).toHaveCount(0);
    expect((await deviceOf(page)).text).not.toContain('N00');
    await page.goForward();
    await expect(main(page)).toContainText('this list is not stored yet');
    await expect(app.dataRows).toHaveCount(0);

    await context.setOffline(false);
    await expectLive(app);
    await rowsOnDevice(page);
    await page.goBack();
    await press(page, 'Remove Tiles outside offline areas');
    await expect(part(page, 'Tiles outside offline areas')).toHaveCount(0);
    await expect(main(page)).toContainText(/The map\s*1 tile,/);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, '/device');

    await press(page, 'Remove everything');
    await choose(page, 'Remove everything');
    await expect(page.getByRole('heading', { name: 'Total: 0 B' })).toBeVisible();
    await expect(main(page)).toContainText('Nothing stored yet.');
    await expect(part(page, 'The corner')).toHaveCount(0);
    expect((await deviceOf(page)).text).not.toContain('N00');
    expect(await page.evaluate(async () => (await (await caches.open('tiles')).keys()).length)).toBe(0);
    await expect(page.getByRole('button', { name: 'Remove everything' })).toBeDisabled();
    // The login stays, and the deleted store is created again when needed.
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.go('/akrxAll');
    await expect(app.dataRows).toHaveCount(10);
    await rowsOnDevice(page);
  },
);
