/** The first moment of a start: stored rows are drawn before the code of the app runs (decision 53). What a canvas draws is read from its calls. */
import type { Page } from 'playwright/test';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf } from '../support/layout.ts';
import { bringRows, deviceOf, tails } from './device.ts';

const server = serverForFile({ prepare: bringRows });
const app = (page: Page): App => new App(page, server.current.url);
const list = '/akrxAll?acarsMessageDateTimeMin=2020-01-01T00:00&size=10';
const libraries = /\/assets\/libraries-[^/]+\.js$/;

const drawn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { drawn?: string[] }).drawn ?? []);
const canvas = (page: Page) => page.locator('canvas.first-rows');

async function openList(page: Page, user: 'parser' | 'customer' = 'parser', path = list): Promise<void> {
  const [id = ''] = path.split('?');
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { drawn: texts });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...call) {
      texts.push(call[0]);
      fillText.apply(this, call);
    };
    // The app starts when these rows are drawn, or there are none: a busy machine takes longer than the limits of both.
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) => {
      const isLimit = (ms === 500 || ms === 30_000) && !document.getElementById('root')?.hasChildNodes();
      return isLimit ? 0 : setTimeout(work, ms, ...rest);
    }) as typeof window.setTimeout;
  });
  await app(page).logInAs(user, { from: path, lands: id });
  await expect(page.getByRole('gridcell', { name: 'N0000T' })).toBeVisible();
  await expect.poll(async () => (await pictures(page, id)).length).toBe(1);
}
type Stored = { readonly id: string; readonly text: string };
const pictures = async (page: Page, path = '/akrxAll'): Promise<Stored[]> => {
  const { text } = await deviceOf(page);
  // Without a store there is no text.
  const tables = text.split('\n').filter((table) => table !== '');
  return tables.flatMap((table) => (JSON.parse(table) as Stored[]).filter(({ id }) => id === path));
};
/** A start whose libraries do not arrive until the returned function is called. */
async function startSlowly(page: Page): Promise<() => Promise<void>> {
  const release = await holdRoute(page, libraries);
  await page.reload({ waitUntil: 'commit' });
  return release;
}

test('the rows of the last visit are drawn at their place with their age before any library has arrived, and give way to the rows of the app; keys and clicks end them', async ({
  page,
}) => {
  await openList(page);
  const place = await boxOf(page.getByRole('gridcell', { name: 'N0003T' }));
  const release = await startSlowly(page);
  await expect(canvas(page)).toBeVisible();
  const texts = await drawn(page);
  expect(texts).toEqual(expect.arrayContaining(tails(0, 10)));
  expect(texts.join('\n')).toMatch(/^Stored (\d{4}-\d\d-\d\d )?\d\d:\d\dZ\. Loading\.$/m);
  expect(await page.locator('#root').innerHTML()).toBe('');
  // Of the row: its text differs from its background there.
  const { x, y, width, height } = await boxOf(canvas(page));
  expect([
    place.x >= x,
    place.y >= y,
    place.x + place.width <= x + width,
    place.y + place.height <= y + height,
  ]).toEqual([true, true, true, true]);
  const colours = await canvas(page).evaluate(
    (element: HTMLCanvasElement, at) => {
      const scale = devicePixelRatio;
      const { data } = element
        .getContext('2d')
        ?.getImageData(at.x * scale, at.y * scale, at.width * scale, at.height * scale) ?? { data: [] };
      const seen = new Set<string>();
      for (let pixel = 0; pixel < data.length; pixel += 4) seen.add(data.slice(pixel, pixel + 3).join());
      return seen.size;
    },
    { x: place.x - x, y: place.y - y, width: place.width, height: place.height },
  );
  expect(colours).toBeGreaterThan(1);

  await release();
  await expect(page.getByRole('gridcell', { name: 'N0000T' })).toBeVisible();
  await expect(canvas(page)).toHaveCount(0);

  await page.unrouteAll({ behavior: 'wait' });
  const again = await startSlowly(page);
  await expect(canvas(page)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('resize')));
  await expect(canvas(page), 'the size is as before').toBeVisible();
  await page.keyboard.press('Shift');
  await expect(canvas(page)).toHaveCount(0);
  await again();
  await expect(page.getByRole('gridcell', { name: 'N0000T' })).toBeVisible();
});

test('the rows of the last visit end with a logout in another tab before the app runs, and when the screen cannot be loaded', async ({
  page,
  context,
}) => {
  await openList(page);
  await page.route(/\/assets\/akrx-all\.list-/, (route) => route.abort());
  const release = await startSlowly(page);
  await expect(canvas(page)).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'This screen stopped working' })).toBeVisible();
  await expect(canvas(page)).toHaveCount(0);

  await page.unrouteAll({ behavior: 'wait' });
  await holdRoute(page, libraries);
  await page.reload({ waitUntil: 'commit' });
  await expect(canvas(page)).toBeVisible();
  const other = await context.newPage();
  await app(other).open('/overview');
  await app(other).choose('Log out');
  await app(other).expectPath('/auth');
  await expect(canvas(page)).toHaveCount(0);
});

test('a text that changes with the clock is not in the picture: later it would be false', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const cell of document.querySelectorAll<HTMLElement>('[role="gridcell"]'))
        if (cell.textContent === 'N0009T') cell.dataset.ticking = '';
    }).observe(document, { childList: true, subtree: true });
  });
  await openList(page);
  await startSlowly(page);
  await expect(canvas(page)).toBeVisible();
  expect(await drawn(page)).toEqual(expect.arrayContaining(tails(0, 9)));
  expect(await drawn(page)).not.toContain('N0009T');
});

test('a scrolled list leaves no picture', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  // The list waits for this long, then for an idle moment. Here until the test has scrolled: a busy machine may take longer.
  await page.addInitScript((afterMs) => {
    const { setTimeout } = window;
    const isScrolled = new Promise<void>((scrolled) => Object.assign(window, { scrolled }));
    const due = new Promise<void>((done) => {
      window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
        setTimeout(
          ms === afterMs ? () => void isScrolled.then(work).then(done) : work,
          ms,
          ...rest,
        )) as typeof window.setTimeout;
    });
    Object.assign(window, { due });
  }, 1500);
  await app(page).logInAs('parser', { from: list.replace('size=10', 'size=50'), lands: '/akrxAll' });
  const row = page.getByRole('gridcell', { name: 'N0000T' });
  await expect(row).toBeVisible();
  await page.getByRole('grid').evaluate((grid) => {
    let scroller: Element | null = grid;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement;
    if (!scroller) throw new Error('Nothing scrolls.');
    scroller.scrollTop = 60;
  });
  await page.evaluate(async () => {
    const { scrolled, due } = window as unknown as { scrolled: () => void; due: Promise<void> };
    scrolled();
    await due;
    for (let turn = 0; turn < 2; turn++) await new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 }));
  });
  // A later list is stored: by then the scrolled one would be.
  await app(page).go('/airports');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect.poll(async () => (await deviceOf(page)).text).toContain('"id":"/airports"');
  expect(await pictures(page)).toEqual([]);
});

test('nothing is drawn in a window of another size, for another role, of a damaged picture, and of a session that has ended', async ({
  page,
}) => {
  await openList(page);
  const [good] = (await pictures(page)).map(({ text }) => text) as [string];
  const row = page.getByRole('gridcell', { name: 'N0000T' });
  /** Starts with this picture, and waits until the app shows its own rows, or its form. */
  const drawnWith = async (picture: string, screen = row, leave = async (): Promise<void> => undefined) => {
    // A page without the app: it would store its own.
    await app(page).open('/icons/icon.svg');
    await putPicture(page, picture);
    await leave();
    await app(page).open(list);
    await expect(screen).toBeVisible();
    return drawn(page);
  };
  expect(await drawnWith(good), 'as it was stored').toContain('N0000T');
  const changed = {
    'another role': good.replace(/"of":"(?:\\.|[^"\\])*"/, '"of":"[]"'),
    'another address': good.replace('size=10', 'size=25'),
    'other colours': good.replace(/"scheme":"[^"]*"/, '"scheme":"dark more"'),
    'of long ago': good.replace(/"at":\d+/, '"at":1'),
    'a half': good.slice(0, good.length / 2),
    'a text that is none': good.replace(/"texts":\[.*\]/, '"texts":[{"text":7}]'),
    'no picture': '{"picture":null}',
  };
  for (const [what, picture] of Object.entries(changed)) {
    expect(picture, what).not.toBe(good);
    expect(await drawnWith(picture), what).toEqual([]);
  }
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...size, height: size.height - 40 });
  expect(await drawnWith(good), 'another window').toEqual([]);
  await page.setViewportSize(size);

  // The mirror of the session is there: index.html expects that it continues.
  const form = page.getByLabel('Username', { exact: true });
  expect(await drawnWith(good, form, () => endByInactivity(page)), 'a session that has ended').toEqual([]);
});

function putPicture(page: Page, text: string): Promise<void> {
  return page.evaluate(async (picture) => {
    type Buckets = { keys(): Promise<string[]>; open(name: string): Promise<{ indexedDB: IDBFactory }> };
    const { storageBuckets } = navigator as unknown as { storageBuckets: Buckets };
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const name of await storageBuckets.keys()) {
      const database = await done((await storageBuckets.open(name)).indexedDB.open(name));
      const store = database.transaction('firstRows', 'readwrite').objectStore('firstRows');
      await done(store.put({ id: '/akrxAll', text: picture }));
      database.close();
    }
  }, text);
}

function endByInactivity(page: Page): Promise<void> {
  return page.evaluate(async () => {
    localStorage.setItem('lastUserActionTime', '1');
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('downlink-session'));
    const store = database.transaction('session', 'readwrite').objectStore('session');
    const record = (await done(store.get('record'))) as object;
    await done(store.put({ ...record, lastActiveAt: 1, lastSeenAt: 1 }, 'record'));
    database.close();
  });
}

test('the root, where the installed app starts, draws the rows of the home', async ({ page }) => {
  await openList(page, 'customer', '/akrx');
  await holdRoute(page, libraries);
  await page.goto(`${server.current.url}/`, { waitUntil: 'commit' });
  await expect(canvas(page)).toBeVisible();
  expect(await drawn(page)).toContain('N0000T');
});
