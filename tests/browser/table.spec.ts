import type { Page } from 'playwright/test';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const rows = 10_000;
const rowHeight = 29;
const long = `${'FPN/RI:DA:KSFO:AA:KEWR:F:SYRAH '.repeat(12)}\nLINE TWO`;
/** Labels of short lists: one row, two, sixty. */
const labelOf = (index: number): string => (index === 0 ? 'P1' : index < 3 ? 'P2' : index < 63 ? 'P6' : 'H1');

const server = serverForFile({
  prepare: (it) =>
    it.import(
      series(rows, (index) => ({
        secondsAgo: 30 + Math.floor(index / 2),
        label: labelOf(index),
        text: `${index} ${index % 5 === 0 ? long : 'SHORT'}`,
      })),
    ),
});

const scrollTo = (app: App, place: { top?: number; left?: number }) =>
  app.grid.evaluate(
    (grid, { top, left }) =>
      new Promise<void>((done) => {
        if (top !== undefined) grid.scrollTop = top;
        if (left !== undefined) grid.scrollLeft = left;
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
    place,
  );
const scrollTop = (app: App) => app.grid.evaluate((grid) => grid.scrollTop);
const header = (app: App, name: string) => app.grid.getByRole('columnheader', { name, exact: true });
const cell = (app: App, row: number, col: number) => app.grid.locator(`[data-row="${row}"][data-col="${col}"]`);
const topOf = async (app: App, row: number) => (await boxOf(cell(app, row, 0))).y;
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null;
    return at?.role === 'grid' ? 'grid' : `${at?.dataset.row},${at?.dataset.col}`;
  });

/** Faults of the table as drawn now, in words; none = each cell is under its header, and no gap is in view. */
const faults = (app: App): Promise<string[]> =>
  app.grid.evaluate((grid) => {
    const box = (element: Element) => element.getBoundingClientRect();
    const found: string[] = [];
    const off = (what: string, is: number, should: number) => {
      if (Math.abs(is - should) > 0.5) found.push(`${what}: ${is} instead of ${should}`);
    };
    const view = { left: box(grid).left, top: box(grid).top, right: 0, bottom: 0 };
    view.right = view.left + grid.clientWidth;
    view.bottom = view.top + grid.clientHeight;
    const heads = [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')];
    off('top of the header', box(heads[0] ?? grid).top, view.top);
    off('left edge of the pinned column', box(heads[0] ?? grid).left, view.left);
    const byColumn = new Map(heads.map((head) => [head.dataset.col, box(head)]));
    const items = [...grid.querySelectorAll<HTMLElement>('[role=rowgroup] > [role=presentation]')]
      .map((item) => ({ item, ...box(item).toJSON() }) as { item: HTMLElement; top: number; bottom: number })
      .sort((a, b) => a.top - b.top);
    for (const { item } of items) {
      const cells = [...item.querySelectorAll<HTMLElement>('[data-col]')];
      for (const one of cells) {
        if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'hidden')
          found.push(`the text of row ${one.dataset.row}, column ${one.dataset.col} runs out of its cell`);
        const head = byColumn.get(one.dataset.col);
        if (!head) found.push(`column ${one.dataset.col} has no header`);
        else {
          off(`left of row ${one.dataset.row}, column ${one.dataset.col}`, box(one).left, head.left);
          off(`width of row ${one.dataset.row}, column ${one.dataset.col}`, box(one).width, head.width);
        }
      }
      const inOrder = cells.map(box).slice(1);
      for (const [at, next] of inOrder.slice(1).entries())
        off('left of the next cell', next.left, inOrder[at]?.right ?? 0);
      const [pinned] = cells.map(box);
      if ((inOrder[0]?.left ?? 0) > (pinned?.right ?? 0) + 0.5) found.push('a hole beside the pinned column');
      const isAtEnd = grid.scrollLeft + grid.clientWidth >= grid.scrollWidth - 1;
      if (!isAtEnd && (inOrder.at(-1)?.right ?? 0) < view.right - 0.5) found.push('a hole at the right edge');
    }
    for (const [at, next] of items.slice(1).entries()) off('top of the next row', next.top, items[at]?.bottom ?? 0);
    if ((items[0]?.top ?? 0) > view.top + 34.5) found.push('a hole under the header');
    const isAtEnd = grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1;
    if (!isAtEnd && (items.at(-1)?.bottom ?? 0) < view.bottom - 0.5) found.push('a hole at the bottom');
    return found.slice(0, 5);
  });

type Scrolled = { readonly inserted: readonly string[]; readonly heightReads: number };
/** Rows that enter the document while the table is scrolled 240 px a frame, and the number of reads of its height. */
const scrollBy = (app: App, frames: number): Promise<Scrolled> =>
  app.grid.evaluate(async (grid, count) => {
    const inserted: string[] = [];
    let heightReads = 0;
    const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight') ?? {};
    const countRead = () => {
      heightReads++;
      return get?.call(grid);
    };
    Object.defineProperty(grid, 'clientHeight', { get: countRead, configurable: true });
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLElement) inserted.push(node.dataset.index ?? node.tagName);
    });
    observer.observe(grid, { childList: true, subtree: true });
    for (let frame = 0; frame < count; frame++) {
      await new Promise((done) => requestAnimationFrame(done));
      grid.scrollTop += 240;
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    observer.disconnect();
    Reflect.deleteProperty(grid, 'clientHeight');
    return { inserted, heightReads };
  }, frames);

async function grab(app: App, page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await boxOf(header(app, name).locator('[data-handle]'));
  const at = { x: box.x + box.width / 2, y: box.y + 10 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  return at;
}

test('RAW-05 RAW-06 RAW-08 RESP-05: an expanded row at the lower edge scrolls into view with its fields, on a desktop and as a card; 10,000 rows stay smooth: only those in view are in the document, each is drawn once, and none is missing; a column resized in the middle of 10,000, 60, 2 and 1 rows: no row vanishes, nothing jumps, the focus stays; expanded rows in the middle of 1,000 are as high as their text, keep their position, and survive scrolling and sorting; keys scroll by the minimum, the active cell stays when its row is out of view, and Tab returns to the table; columns are pinned and unpinned by their menu, and density changes the rows but not the scroll position; a column is widened by touch, and a first column wider than the screen can be narrowed again', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll?limit=50', lands: '/akrxAll' });
  await expect(app.dataRows.first()).toBeVisible();
  await test.step('a row at the lower edge', () => scrollsIntoView(page, app));
  await page.setViewportSize({ width: 1280, height: 860 });
  await show(app, rows);
  await test.step('10,000 rows', () => staysSmooth(page, app));
  await show(app, 1000);
  await test.step('expanded rows, keys, pinned columns', () => keepsItsPlace(page, app));
  await test.step('with a finger', () => isMovedByFinger(page, app));
});

/** Without a load, with columns as they are at first. Resolves when the table is as high as this number of rows. */
async function show(app: App, size: number): Promise<void> {
  await app.page.getByRole('button', { name: /Show columns/ }).click();
  await app.page.getByRole('button', { name: 'Back to default' }).click();
  await app.page.keyboard.press('Escape');
  await app.go(`/akrxAll?size=${size}`);
  await expect.poll(() => app.grid.evaluate((grid) => grid.scrollHeight)).toBe(34 + size * rowHeight);
}

async function scrollsIntoView(page: Page, app: App): Promise<void> {
  // It takes space from the rows when it appears.
  await expect(page.getByRole('region', { name: 'How to read' })).toBeVisible();
  const last = await app.grid.evaluate((grid) => {
    const bottom = grid.getBoundingClientRect().bottom;
    const cells = [...grid.querySelectorAll<HTMLElement>('[data-col="1"][data-row]')];
    return Number(cells.filter((one) => one.getBoundingClientRect().bottom <= bottom).at(-1)?.dataset.row);
  });
  await cell(app, last, 1).click();
  await expect(app.grid.locator('[aria-colspan]')).toBeInViewport({ ratio: 0.9 });

  await page.setViewportSize({ width: 360, height: 740 });
  const cards = page.getByRole('button', { name: /, all fields$/ });
  await expect(app.grid).toHaveCount(0);
  await expect(cards.first()).toBeVisible();
  const boxes = await Promise.all((await cards.all()).slice(0, 8).map((one) => boxOf(one)));
  const low = boxes.findLastIndex((box) => box !== null && box.y + box.height < 680);
  await cards.nth(low).click();
  await expect.poll(async () => (await boxOf(cards.nth(low))).y).toBeLessThan((boxes[low]?.y ?? 0) - 100);
}

async function staysSmooth(page: Page, app: App): Promise<void> {
  await expect(app.grid).toHaveAttribute('aria-rowcount', String(rows + 1));
  for (const place of [
    { top: 0 },
    { top: 100_000 },
    { left: 2500 },
    { top: 145_017, left: 777 },
    { top: 1e7, left: 1e7 },
  ]) {
    await scrollTo(app, place);
    expect(await faults(app), JSON.stringify(place)).toEqual([]);
  }
  await expect(cell(app, rows - 1, 28)).toBeVisible();
  await expect(app.dataRows.last()).toHaveAttribute('aria-rowindex', String(rows + 1));
  await expect.poll(() => app.dataRows.count()).toBeLessThan(60);
  await expect.poll(() => app.grid.evaluate((grid) => grid.querySelectorAll('*').length)).toBeLessThan(900);

  await scrollTo(app, { top: 50_000, left: 0 });
  const frames = 40;
  const { inserted, heightReads } = await scrollBy(app, frames);
  expect(heightReads, 'once per scroll: a reading during a render forces a layout').toBeLessThanOrEqual(frames + 1);
  expect(new Set(inserted).size, 'no row is inserted twice').toBe(inserted.length);
  expect(Math.abs(inserted.length - (frames * 240) / rowHeight)).toBeLessThan(9);
  expect(await faults(app)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);

  await scrollTo(app, { top: 100_000, left: 0 });
  const middle = await page.evaluate(() => document.querySelector<HTMLElement>('[role=gridcell]')?.dataset.row);
  const row = Number(middle) + 10;
  await cell(app, row, 2).click();
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe(`${row},2`);
  const before = { top: await scrollTop(app), rows: await app.dataRows.count(), y: await topOf(app, row) };
  // Wider, then narrower again: columns that come into view are drawn at each move.
  for (const distances of [
    [0, 40, 200, 500],
    [-30, -300, -580, -700],
  ]) {
    const from = await grab(app, page, 'Tail');
    for (const distance of distances) {
      await page.mouse.move(from.x + distance, from.y);
      expect(await faults(app), `moved by ${distance}`).toEqual([]);
      expect(await scrollTop(app)).toBe(before.top);
    }
    await page.mouse.up();
  }
  expect((await boxOf(header(app, 'Tail'))).width).toBe(100);
  expect({ top: await scrollTop(app), rows: await app.dataRows.count(), y: await topOf(app, row) }).toEqual(before);
  expect(await focused(page)).toBe(`${row},2`);
  // As wide as its drawn content: nothing is cut off any more.
  await header(app, 'Text').locator('[data-handle]').dblclick();
  await expect.poll(async () => (await boxOf(header(app, 'Text'))).width).toBe(1120);
  await header(app, 'Flight').locator('[data-handle]').dblclick();
  await expect.poll(async () => (await boxOf(header(app, 'Flight'))).width).toBe(100);
  expect(await faults(app)).toEqual([]);

  for (const [label, count] of [
    ['P6', 60],
    ['P2', 2],
    ['P1', 1],
  ] as const) {
    await app.go(`/akrxAll?size=100&label=${label}`);
    await expect(app.grid).toHaveAttribute('aria-rowcount', String(count + 1));
    const drawn = await app.dataRows.count();
    const start = await grab(app, page, 'UTC Date/Time');
    await page.mouse.move(start.x - 80, start.y, { steps: 4 });
    expect(await faults(app), `${count} rows`).toEqual([]);
    await page.mouse.up();
    expect(await faults(app), `${count} rows, after`).toEqual([]);
    await expect.poll(() => app.dataRows.count()).toBe(drawn);
  }
}

async function keepsItsPlace(page: Page, app: App): Promise<void> {
  await scrollTo(app, { top: 505 * rowHeight });
  const y = await topOf(app, 505);
  await cell(app, 505, 1).click();
  await expect(app.grid.locator('pre')).toBeVisible();
  expect(await topOf(app, 505)).toBe(y);
  await expect.poll(() => faults(app)).toEqual([]);

  // Scrolled out of view, the expanded row keeps its height: the visible rows stay in place when it returns above them.
  await scrollTo(app, { top: 900 * rowHeight });
  await expect(app.grid.locator('pre')).toHaveCount(0);
  expect(await faults(app)).toEqual([]);
  await scrollTo(app, { top: 505 * rowHeight });
  await expect(app.grid.locator('pre')).toBeVisible();
  expect(await topOf(app, 505)).toBe(y);
  // Collapsed by keyboard while the text below it is on screen: the row itself scrolls to the top.
  await scrollTo(app, { top: 505 * rowHeight + 150 });
  await page.keyboard.press('Escape');
  await expect(app.grid.locator('pre')).toHaveCount(0);
  expect(await topOf(app, 505)).toBe((await boxOf(app.grid)).y + 34);
  expect(await faults(app)).toEqual([]);

  // Text selected by dragging is no click.
  const text = await boxOf(cell(app, 506, 3));
  await page.mouse.move(text.x + 12, text.y + 14);
  await page.mouse.down();
  await page.mouse.move(text.x + 90, text.y + 14, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(3);
  await expect(app.grid.locator('pre')).toHaveCount(0);

  await scrollTo(app, { top: 300 * rowHeight });
  await cell(app, 310, 1).click();
  await page.keyboard.press('Escape');
  await scrollTo(app, { top: 300 * rowHeight });
  const press = async (key: string, at: string) => {
    await page.keyboard.press(key);
    expect(await focused(page), key).toBe(at);
  };
  const top = await scrollTop(app);
  await press('ArrowUp', '309,1');
  await press('ArrowDown', '310,1');
  await press('ArrowRight', '310,2');
  expect(await scrollTop(app)).toBe(top);
  const height = await app.grid.evaluate((grid) => grid.clientHeight);
  await press('PageDown', `${310 + Math.floor((height - 34) / rowHeight) - 1},2`);
  await press('Control+End', '999,28');
  expect(await faults(app)).toEqual([]);
  await scrollTo(app, { top: 0, left: 0 });
  expect(await focused(page)).toBe('grid');
  // The cell that Tab leads to is out of the document: the table itself takes its place.
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).not.toBe('grid');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('grid');
  await press('ArrowUp', '998,28');
  for (let times = 0; times < 30; times++) await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('968,28');
  expect(await faults(app)).toEqual([]);

  await scrollTo(app, { top: 0, left: 0 });
  await header(app, 'Tail').hover();
  await header(app, 'Tail').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Pin to right' }).click();
  await expect(header(app, 'Tail')).toHaveAttribute('data-side', 'right');
  await scrollTo(app, { top: 400 * rowHeight, left: 900 });
  const right = (await boxOf(header(app, 'Tail'))).x;
  expect((await boxOf(cell(app, 405, 28))).x).toBe(right);
  const first = await cell(app, 405, 0).innerText();
  await page.evaluate(() => document.documentElement.setAttribute('data-density', 'comfortable'));
  await expect.poll(async () => (await boxOf(cell(app, 405, 0))).height).toBe(35);
  await expect.poll(() => cell(app, 405, 0).innerText()).toBe(first);
  // The first row under the header is unchanged.
  expect(await topOf(app, 400)).toBe((await boxOf(app.grid)).y + 34);
  await page.evaluate(() => document.documentElement.removeAttribute('data-density'));
}

async function isMovedByFinger(page: Page, app: App): Promise<void> {
  await show(app, 100);
  // A device with a touch screen has it before the list is opened.
  await app.go('/device');
  await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await app.go('/akrxAll?size=100');
  expect((await boxOf(header(app, 'Tail'))).height).toBeGreaterThanOrEqual(43);
  expect((await boxOf(cell(app, 0, 1))).height).toBeGreaterThanOrEqual(44);
  const drag = async (name: string, distance: number) => {
    const box = await boxOf(header(app, name).locator('[data-handle]'));
    const [x, y] = [box.x + box.width / 2, box.y + 12];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x, y }]);
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: x + distance * part, y }]);
    await touch('touchEnd', []);
  };
  await drag('Tail', 120);
  await expect.poll(async () => (await boxOf(header(app, 'Tail'))).width).toBe(300);
  await expect.poll(() => app.grid.evaluate((grid) => grid.scrollLeft)).toBe(0);
  await drag('UTC Date/Time', 800);
  await expect.poll(async () => (await boxOf(header(app, 'UTC Date/Time'))).width).toBe(980);
  await page.setViewportSize({ width: 970, height: 768 });
  await scrollTo(app, { left: 700 });
  await drag('UTC Date/Time', -700);
  await expect.poll(async () => (await boxOf(header(app, 'UTC Date/Time'))).width).toBe(280);
}
