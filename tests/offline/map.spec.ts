import type { Page } from 'playwright/test';
import { tilePath } from '../../contract/base-layers.ts';
import { tilesOfArea } from '../../contract/tile-areas.ts';
import { startView } from '../../src/screens/map/map-address.ts';
import { viewportOf } from '../../src/screens/map/viewport.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, testInstalled as test } from '../support/browser.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { frame, storeFrames } from '../support/frames.ts';
import { boxOf } from '../support/layout.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type StandIn, startTileSource, tileReply } from '../support/stand-in.ts';
import { awaitNoStore, badge, bar, deviceOf } from './device.ts';

// Small, because the map is drawn without a graphics card here.
test.use({ viewport: { width: 420, height: 480 } });

let source: StandIn;
let server: TestServer;
test.beforeAll(async () => {
  const tiles = await startTileSource();
  source = tiles.source;
  server = await startServer({
    env: {
      ...tiles.env,
      TILES_OCEAN_URL: `${source.url}/ocean/{z}/{x}/{y}.png`,
      TILES_OPENAIP_URL: `${source.url}/openaip/{z}/{x}/{y}.png`,
    },
  });
  await storeFrames(server, [
    frame(20, { icao: '4b1803', lat: 45.2, lon: 25.1, identification: 'SWR18P', altitude: 30_000 }),
  ]);
});
test.afterAll(async () => {
  await server?.dispose();
  await source?.stop();
});

/** Paths of the tiles that are stored on the device, with the bytes of each. */
const tilesOn = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(async () => {
    const cache = await caches.open('tiles');
    const found: Record<string, number> = {};
    for (const request of await cache.keys())
      found[new URL(request.url).pathname] = (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
    return found;
  });
const pathsOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await (await caches.open('tiles')).keys()).map(({ url }) => new URL(url).pathname));
const countOn = async (page: Page): Promise<number> => (await pathsOn(page)).length;
/** The responses of the map for these paths, in turn: each an image, a status, or none. */
const fetchTiles = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(async (urls) => {
    const found: string[] = [];
    for (const url of urls)
      try {
        const response = await fetch(url);
        await response.arrayBuffer();
        found.push(response.ok ? (response.headers.get('content-type') ?? '') : String(response.status));
      } catch {
        found.push('nothing');
      }
    return found;
  }, paths);
const fetchTile = async (page: Page, path: string): Promise<string> => (await fetchTiles(page, [path]))[0] ?? '';
const images = (count: number): string[] => Array.from({ length: count }, () => 'image/png');
const requestedPaths = (layer: string): string[] =>
  source.requested.map(({ path }) => path).filter((path) => path.startsWith(`/${layer}/`));

/** Drawing the map by software blocks the page on a busy machine. */
const mapOf = (page: Page) => page.getByRole('region', { name: 'Map', exact: true });
/** The tiles that the map shows as it opens, calculated from its size. */
async function tilesInView(page: Page): Promise<string[]> {
  const size = await boxOf(mapOf(page));
  const { bounds } = viewportOf(startView, size);
  const area = { layer: startView.layer, bounds, minZoom: startView.zoom, maxZoom: startView.zoom };
  return [...tilesOfArea(area)].map((tile) => tilePath(tile.layer, tile));
}

/** Every tile on the device is recorded with this size; those of `old` were used long ago. Sums agree. */
const claimSizes = (page: Page, bytes: number, old: string): Promise<void> =>
  page.evaluate(
    async ({ size, oldest }) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('tiles'));
      const transaction = database.transaction(['tiles', 'sums'], 'readwrite');
      const committed = new Promise((resolve) => transaction.addEventListener('complete', resolve));
      const tiles = transaction.objectStore('tiles');
      const records = (await done(tiles.getAll())) as { path: string; usedAt: number }[];
      const sums: Record<string, Record<string, { tiles: number; bytes: number }>> = {};
      for (const record of records) {
        tiles.put({ ...record, bytes: size, usedAt: record.path === oldest ? 1 : record.usedAt });
        const [, , layer = '', z = ''] = record.path.split('/');
        sums[layer] ??= {};
        const sum = sums[layer][z] ?? { tiles: 0, bytes: 0 };
        sums[layer][z] = { tiles: sum.tiles + 1, bytes: sum.bytes + size };
      }
      transaction.objectStore('sums').put({ id: 'sums', sums });
      await committed;
      database.close();
    },
    { size: bytes, oldest: old },
  );
/** The index entries of all tiles. */
const bookedOn = (page: Page): Promise<{ bytes: number; paths: string[] }> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('tiles'));
    const records = (await done(database.transaction('tiles').objectStore('tiles').getAll())) as {
      path: string;
      bytes: number;
    }[];
    database.close();
    return { bytes: records.reduce((sum, { bytes }) => sum + bytes, 0), paths: records.map(({ path }) => path) };
  });

/** Tiles that are stored but not in the index, or the reverse. */
async function disagreeing(page: Page): Promise<string[]> {
  const [cached, { paths: booked }] = [await pathsOn(page), await bookedOn(page)];
  return [...cached, ...booked].filter((path) => cached.includes(path) !== booked.includes(path));
}

test('C57 OFF-02: anything but a tile of our server is neither shown nor stored; a layer whose terms forbid storing is shown, but not stored; at 200 MB the least recently used tiles are evicted, on a full device half of them, once; index and tiles agree, and a lost index is rebuilt. S08 MAP-18 C57: after one visit the map opens offline, with its tiles and the last positions and their age; Download area shows the cost, is cancelled and resumed, is read offline, and frees its bytes', async ({
  page,
  context,
}) => {
  const proxy = await startFaultProxy(server.url);
  // On a screen that draws little: without a graphics card each map takes long.
  const app = new App(page, proxy.url);
  await app.logInAs('parser', { from: '/device', lands: '/device' });
  await offlineReady(page);
  await test.step('C57 OFF-02: what is stored, and how much', async () => {
    const path = '/tiles/main/9/291/184';
    for (const kind of ['portal', 'portal302', 'portal-picture', 'cut', 'reset'] as const) {
      proxy.set({ kind }, /^\/tiles\//);
      expect(await fetchTile(page, path), kind).toBe('nothing');
    }
    proxy.set({ kind: 'status', status: 502 }, /^\/tiles\//);
    expect(await fetchTile(page, path)).toBe('502');
    proxy.set({ kind: 'pass' });
    expect(await fetchTile(page, '/tiles/ocean/5/18/11')).toBe('image/png');
    expect(await fetchTile(page, '/tiles/main/9/999/999')).not.toBe('image/png');
    expect(await pathsOn(page)).toEqual([]);

    expect(await fetchTile(page, path)).toBe('image/png');
    await expect.poll(() => tilesOn(page)).toEqual({ [path]: tileReply.body.length });
    proxy.set({ kind: 'portal' }, /^\/tiles\//);
    expect(await fetchTile(page, path), 'the stored one stands').toBe('image/png');
    proxy.set({ kind: 'pass' });

    const paths = Array.from({ length: 20 }, (_, x) => `/tiles/main/9/${280 + x}/184`);
    expect(await fetchTiles(page, paths)).toEqual(images(20));
    await expect.poll(async () => (await bookedOn(page)).paths).toHaveLength(20);
    // The index is written first, then the tile.
    await expect.poll(() => disagreeing(page)).toEqual([]);
    const tiles = await tilesOn(page);
    expect((await bookedOn(page)).bytes).toBe(Object.values(tiles).reduce((sum, bytes) => sum + bytes, 0));

    const oldest = paths[7] ?? '';
    await claimSizes(page, 10_000_000, oldest);
    const newest = '/tiles/main/9/300/184';
    await fetchTile(page, newest);
    // A tile is stored after the page received it.
    await expect.poll(() => pathsOn(page)).toContain(newest);
    await expect.poll(() => pathsOn(page)).not.toContain(oldest);
    await expect.poll(async () => (await bookedOn(page)).bytes).toBeLessThanOrEqual(200_000_000);
    await expect.poll(() => disagreeing(page)).toEqual([]);
    expect(await countOn(page), 'not more than needed').toBeGreaterThan(15);

    // The device stays full, whatever is deleted (QuotaExceededError): tiles are shown, and not all stored tiles are deleted for it.
    const device = await context.newCDPSession(page);
    await device.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1 });
    const lay = await countOn(page);
    const more = [310, 311, 312, 313].map((x) => `/tiles/main/9/${x}/184`);
    expect(await fetchTiles(page, more)).toEqual(images(4));
    await expect.poll(() => countOn(page)).toBeLessThan(lay);
    expect(await countOn(page)).toBeGreaterThanOrEqual(lay / 2 - 1);
    await expect.poll(() => disagreeing(page)).toEqual([]);
    await device.send('Storage.overrideQuotaForOrigin', { origin: proxy.url });
    await fetchTile(page, '/tiles/main/9/310/184');
    await expect.poll(() => pathsOn(page)).toContain('/tiles/main/9/310/184');

    await page.evaluate(async () => {
      const gone = indexedDB.deleteDatabase('tiles');
      await new Promise((done) => gone.addEventListener('success', done));
    });
    await fetchTile(page, '/tiles/main/9/301/184');
    await expect.poll(() => pathsOn(page)).toEqual(['/tiles/main/9/301/184']);
  });

  await test.step('S08 MAP-18: the map and Download area, offline', async () => {
    await app.go('/openstreetMap?icao=4B1803');
    await expect(page.getByText('ICAO = 4B1803')).toBeVisible();
    const notKept = async (): Promise<string[]> => {
      const cachedPaths = await pathsOn(page);
      return (await tilesInView(page)).filter((path) => !cachedPaths.includes(path));
    };
    await expect.poll(notKept, { message: 'each tile of the view is kept' }).toEqual([]);
    const inView = await tilesInView(page);
    expect(inView.length).toBeGreaterThan(1);
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^Close / })
      .press('Enter');
    const shown = page
      .getByRole('complementary', { name: 'In view' })
      .getByRole('button', { name: /^[1-9]\d* airports$/ });
    await expect(shown).toBeVisible();
    await page
      .getByRole('complementary')
      .getByRole('option', { name: /SWR18P/ })
      .click();
    await expect(page).toHaveURL(/icao=4B1803/);
    await expect.poll(async () => (await deviceOf(page)).text, { message: 'positions are kept' }).toMatch(/4b1803/i);

    await page.getByRole('button', { name: 'Download area' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download area' });
    const choice = dialog.getByLabel('This view of main, down to zoom');
    await expect(choice).toBeVisible();
    await choice.selectOption('7');
    const words = await choice.locator('option:checked').innerText();
    const tiles = Number(/: ([\d,]+) tiles, ≈ [\d.]+\s(kB|MB)/.exec(words)?.[1]?.replace(',', ''));
    expect(tiles).toBeGreaterThan(20);
    // The stated area is stored, also if a phone is turned in between.
    await page.setViewportSize({ width: 480, height: 420 });

    // The source is slow from the tenth tile until it is released.
    let given = 0;
    let letGo = (): void => {};
    const free = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    source.on('/main/', async () => {
      given += 1;
      if (given > 10) await free;
      return tileReply;
    });
    await dialog.getByRole('button', { name: 'Download area' }).click();
    await expect(dialog.getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^\\d+ of ${tiles} tiles`),
    );
    await expect.poll(() => given).toBeGreaterThan(10);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    letGo();
    await expect(dialog.getByRole('status')).toContainText('Cancelled.');
    const row = dialog.getByRole('region', { name: 'Offline areas' }).getByRole('listitem');
    await expect(row).toContainText(new RegExp(`\\d+ of ${tiles} tiles downloaded`));

    const before = requestedPaths('main').length;
    await row.getByRole('button', { name: /^Continue/ }).click();
    await expect(dialog.getByRole('status')).toContainText(`Downloaded: ${tiles} of ${tiles} tiles`);
    expect(requestedPaths('main').length - before, 'what was here is not requested again').toBeLessThan(tiles);
    await expect(row).toContainText('Complete, from');
    await expect(row).toContainText(`zoom 0 to 7, ${tiles} tiles`);
    expect(await countOn(page)).toBeGreaterThanOrEqual(tiles);
    await expectPartAccessible(page, 'dialog[open]', 'kept areas');

    await context.setOffline(true);
    await page.reload();
    await expect(bar(page)).toContainText('No network.');
    await expect(mapOf(page)).toBeVisible();
    await expect(page.getByText('ICAO = 4B1803')).toBeVisible();
    await expect(badge(page)).toContainText(/Stored \d+\s(s|min)/);
    await expect(page.getByText('Loopback tiles')).toBeVisible();
    // On a phone the list has the place of the details.
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^Close / })
      .press('Enter');
    const beside = page.getByRole('complementary', { name: 'In view' });
    // Fewer than before where the connection bar takes space of the map.
    await expect(beside.getByRole('button', { name: /^[1-9]\d* airports?$/ })).toBeVisible();
    await expect(beside.getByRole('option', { name: /SWR18P/ })).toHaveAttribute('data-aged', 'true');
    await expect(page.getByText(/Tiles of main failed to load/)).toHaveCount(0);
    expect(await fetchTiles(page, inView)).toEqual(images(inView.length));
    expect(await fetchTile(page, '/tiles/main/9/1/1')).toBe('nothing');
    await page.getByRole('button', { name: 'Base layer' }).click();
    await expect(page.getByRole('radio', { name: /^main stored, zoom \d/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: /^ocean not stored/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(app.alertDialog).toHaveCount(0);

    expect(await fetchTile(page, '/tiles/main/7/72/46')).toBe('image/png');
    await page.getByRole('button', { name: 'Download area' }).click();
    await expect(row).toContainText(`zoom 0 to 7, ${tiles} tiles`);
    await expect(row.getByRole('button', { name: /^Refresh/ })).toBeDisabled();
    await expect(dialog).toContainText('You are offline. Downloaded areas still work.');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await row.getByRole('button', { name: /^Remove [\d.]+\s(kB|MB)$/ }).click();
    await expect(dialog).toContainText('No areas yet.');
    expect(await pathsOn(page)).not.toContain('/tiles/main/7/72/46');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download area' })).toBeFocused();

    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
    const [one = ''] = inView;
    expect(await fetchTile(page, one)).toBe('image/png');
    await expect.poll(() => pathsOn(page)).toContain(one);
    await app.go('/logout');
    await app.expectPath('/auth');
    await awaitNoStore(page);
    expect(await pathsOn(page), 'tiles are nobody’s').toContain(one);
  });
  await proxy.close();
});
