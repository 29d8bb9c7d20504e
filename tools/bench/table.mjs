/** The product's table against AG Grid Community and mantine-react-table's body: main-thread work, one Chromium at a time. */
import { heapMb, ratio, rounded, withPages } from './pages.mjs';

const frames = 60;
const step = 240;
const pages = 10;
const moves = 30;

const parts = { scrolling, scrollingWide, nextPage, resizing };

const sources = { ours: 'ours.tsx', 'ag-grid': 'ag-grid.ts', mrt: 'mrt.tsx' };
const isReady = () => window.bench !== undefined && document.querySelector('[role="columnheader"], th') !== null;

/** All parts, or those that are named. */
export function measure(selected = Object.keys(parts)) {
  return withPages('tools/bench/table', sources, async (openPage) => {
    const open = async (path) => {
      const candidate = await openPage(path, isReady);
      await scrollToTop(candidate);
      return candidate;
    };
    const figures = [];
    for (const name of selected) figures.push(...(await parts[name](open)));
    return figures;
  });
}
const scrollToTop = ({ page }) => page.evaluate(() => window.bench.scrollTo(0));

/** Both tables with 10,000 rows of a list. */
async function bothTables(open, list) {
  return { ours: await open(`ours?list=${list}&rows=10000`), agGrid: await open(`ag-grid?list=${list}&rows=10000`) };
}
const scrollRatio = (columns, tasks) =>
  ratio(
    `10,000 rows x ${columns} columns: main-thread CPU of a scrolled frame, against AG Grid`,
    tasks.ours,
    tasks.agGrid,
    0.5,
  );

async function scrolling(open) {
  const candidates = { ...(await bothTables(open, 'akrxAll')), ours100k: await open('ours?rows=100000') };
  const tasks = await rounded(candidates, scrollMs);
  const heap = {};
  for (const name of ['ours', 'agGrid']) {
    await scrollToTop(candidates[name]);
    heap[name] = await heapMb(candidates[name]);
  }
  const inserted = await candidates.ours.page.evaluate(
    ([count, by]) => window.bench.insertedWhileScrolling(count, by),
    [frames, step],
  );
  const elements = await candidates.ours.page.evaluate(() => window.bench.elements());
  for (const { browser } of Object.values(candidates)) await browser.close();
  return [
    scrollRatio(29, tasks),
    ratio('100,000 rows: main-thread CPU of a scrolled frame, against 10,000 rows', tasks.ours100k, tasks.ours, 1.25),
    {
      name: '10,000 rows: JavaScript heap after scrolling and garbage collection, against AG Grid',
      value: heap.ours / heap.agGrid,
      limit: 1,
      isExact: true,
      detail: `${heap.ours.toFixed(1)} MB against ${heap.agGrid.toFixed(1)} MB; ${elements} elements in the document`,
    },
    {
      // 240 px are 8.3 rows: rows are inserted once when they enter the view.
      name: '10,000 rows: rows inserted in a scrolled frame of 240 px',
      value: inserted / frames,
      limit: 9,
      isExact: true,
      detail: `${inserted} in ${frames} frames`,
    },
  ];
}

async function scrollingWide(open) {
  const candidates = await bothTables(open, 'adsb');
  const tasks = await rounded(candidates, scrollMs);
  for (const { browser } of Object.values(candidates)) await browser.close();
  return [scrollRatio(53, tasks)];
}

async function nextPage(open) {
  const candidates = { ours: await open('ours?rows=100'), mrt: await open('mrt?rows=100') };
  const tasks = await rounded(candidates, async ({ page, taskMs }) => {
    const before = await taskMs();
    await page.evaluate((count) => window.bench.nextPages(count), pages);
    return ((await taskMs()) - before) / pages;
  });
  for (const { browser } of Object.values(candidates)) await browser.close();
  return [
    ratio(
      "next page of 100 rows: main-thread CPU, against mantine-react-table's own body",
      tasks.ours,
      tasks.mrt,
      0.15,
    ),
  ];
}

async function resizing(open) {
  const candidates = { ours: await open('ours?rows=10000'), mrt: await open('mrt?rows=10000&virtual') };
  const tasks = await rounded(candidates, resizeMs);
  for (const { browser } of Object.values(candidates)) await browser.close();
  return [
    ratio(
      "10,000 rows: main-thread CPU of one move of a resized column (live), against mantine-react-table's own, which resizes at the end",
      tasks.ours,
      tasks.mrt,
      1,
    ),
  ];
}

async function scrollMs({ page, taskMs }) {
  await page.evaluate(() => window.bench.scrollTo(0));
  const before = await taskMs();
  await page.evaluate(([count, by]) => window.bench.scroll(count, by), [frames, step]);
  return ((await taskMs()) - before) / frames;
}

/** A drag by real mouse events, 3 px a move, out and back in turn so that the next one finds the column as it was. */
async function resizeMs(candidate) {
  const { page, taskMs } = candidate;
  await page.evaluate(() => window.bench.scrollTo(100_000));
  candidate.direction = candidate.direction === 1 ? -1 : 1;
  const { x, y } = await page.evaluate(() => window.bench.handle());
  const widthBefore = await page.evaluate(() => window.bench.settledWidth());
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await taskMs();
  for (let move = 1; move <= moves; move++) {
    await page.mouse.move(x + move * 3 * candidate.direction, y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
  }
  const spent = (await taskMs()) - before;
  await page.mouse.up();
  const width = await page.evaluate(() => window.bench.settledWidth());
  if (Math.abs(Math.abs(width - widthBefore) - moves * 3) > 2)
    throw new Error(`The column did not follow the mouse: ${widthBefore} became ${width}.`);
  return spent / moves;
}
