/** A phone: what the first visit downloads, when a start shows rows, how long a screen is blocked, and the search on the device. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { aircraftOf } from '../../src/find/aircraft.ts';
import { aircraftEntries, airportEntries } from '../../src/find/entries.ts';
import { otherCodes } from '../../src/find/fold.ts';
import { manyAircraft, manyAirports } from '../../src/find/index-for-file.ts';
import { search } from '../../src/find/search.ts';
import { atOnce } from '../../src/lib/in-pieces.ts';
import { App, offlineReady } from '../../tests/support/browser.ts';
import { root } from '../../tests/support/repository.ts';
import { launchChromium } from '../chromium.mjs';
import { isTaskOf, type TraceEvent, traced } from './browser.ts';
import { type Figure, median, medians, ownCpuMs, type Parts, ratio, rounds } from './figures.ts';
import { withServer } from './servers.ts';

export const parts: Parts = { size, start, blocked, search: searching };

/* Size of /auth after brotli: index.html, its styles, fonts and scripts, and their static imports. */

const firstRouteLimit = 165_000;
/** Decision 38: each file of every page costs a round trip. */
const firstRouteFiles = 10;
const staticImport = /(?:\bimport|\bexport)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.{1,2}\/[^"']+)["']/g;
/** The form has both weights of the text font. Their second files, and the mono, load with a text that needs them. */
const formFont = /url\(["']?\.\/(sans-\d00-(?!more)[^"')]+\.woff2)/g;
const pageAsset = /<(?:script|link)\b[^>]*\b(?:src|href)="(\/[^"]+\.(?:js|mjs|css))"/g;

/** Sizes do not vary between runs, so the limits are exact. */
async function size(): Promise<Figure[]> {
  const sizes = new Map<string, number>();
  const visit = (name: string): void => {
    if (sizes.has(name)) return;
    const bytes = readFileSync(join(root, 'dist/app', name));
    sizes.set(name, brotliCompressSync(bytes).length);
    const text = bytes.toString('utf8');
    const named = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, path = '']) => path);
    const beside = (path: string): string => posix.join(posix.dirname(name), path);
    if (name.endsWith('.html')) for (const path of named(pageAsset)) visit(path.slice(1));
    if (name.endsWith('.css')) for (const path of named(formFont)) visit(beside(path));
    if (/\.m?js$/.test(name)) for (const path of named(staticImport)) visit(beside(path));
  };
  visit('index.html');
  const files = [...sizes].sort(([, a], [, b]) => b - a);
  const detail = files.map(([name, brotli]) => `${name.split('/').pop()} ${(brotli / 1000).toFixed(1)}`).join(', ');
  const total = files.reduce((sum, [, brotli]) => sum + brotli, 0);
  const exact = { isExact: true, detail } as const;
  return [
    { name: 'first route, brotli', value: total / 1000, unit: ' kB', limit: firstRouteLimit / 1000, ...exact },
    { name: 'first route, files', value: files.length, limit: firstRouteFiles, ...exact },
  ];
}

/* A start in a new process: from the address to the rows of the last visit, against those of the app (decision 53). */

const startLimit = 0.6;
/** The rows are stored 1.5 s after they are shown, when the browser is idle. */
const storedMs = 5000;

function start(): Promise<Figure[]> {
  return withServer({ args: [] }, async (server) => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
      const page = await context.newPage();
      await new App(page, server.url).logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
      await page.locator(rowsOfList).first().waitFor();
      await offlineReady(page);
      const figures: Figure[] = [];
      for (const isOffline of [false, true]) {
        await page.waitForTimeout(storedMs);
        await context.setOffline(isOffline);
        const first: number[] = [];
        const own: number[] = [];
        for (let round = 0; round < rounds; round++) {
          // Our headers then need a new process.
          await page.goto('about:blank');
          await page.goto(`${server.url}/akrxAll`, { waitUntil: 'commit' });
          first.push(await shownAt(page, `.first-rows, ${rowsOfList}`));
          own.push(await shownAt(page, rowsOfList));
          await page.waitForTimeout(storedMs);
        }
        const name = `phone, first rows of a start ${isOffline ? 'offline' : 'with a network'}, against the rows of the app`;
        figures.push(ratio(name, median(first), median(own), startLimit));
      }
      return figures;
    } finally {
      await browser.close();
    }
  });
}

/** When it was on the page, ms from the beginning of the navigation. */
async function shownAt(page: Page, selector: string): Promise<number> {
  await page.locator(selector).first().waitFor();
  return page.evaluate(() => performance.now());
}

/*
 * Total blocking time of a screen: CPU time of main-thread tasks beyond 50 ms at a quarter of the speed. CPU time, so that a busy machine
 * measures about the same.
 */

const slowdown = 4;
const longTaskMs = 50;
/** Background work of a screen ends within this time after its content is shown. */
const afterMs = 3000;
const blockedLimitMs = 200;
/** Cards, or rows to read. */
const rowsOfList = 'main li, main [role=option]';

function blocked(): Promise<Figure[]> {
  return withServer({ args: [] }, async (server) => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        isMobile: true,
        hasTouch: true,
        serviceWorkers: 'block',
      });
      const figures = [await blockedOn(browser, context, `${server.url}/auth`, '.login-submit')];
      await new App(await context.newPage(), server.url).logInAs('parser');
      figures.push(await blockedOn(browser, context, `${server.url}/akrxAll`, rowsOfList));
      figures.push(await blockedOn(browser, context, `${server.url}/overview`, 'ol[aria-label="Messages"] li'));
      return figures;
    } finally {
      await browser.close();
    }
  });
}

async function blockedOn(browser: Browser, context: BrowserContext, url: string, ready: string): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage();
    const events = await traced(browser, async () => {
      await page.goto(url);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(afterMs);
    });
    times.push(blockedMs(events));
    await page.close();
  }
  return {
    name: `phone, ${new URL(url).pathname} blocked`,
    value: median(times),
    unit: ' ms',
    limit: blockedLimitMs,
    detail: `of ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; CPU time x ${slowdown}, beyond ${longTaskMs} ms a task`,
  };
}

/** Tasks of the painted page, from its first content on. */
function blockedMs(events: readonly TraceEvent[]): number {
  const paint = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1);
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === paint?.pid && args.name === 'CrRendererMain',
  );
  if (!paint || !main) throw new Error('The trace has no first paint.');
  return events
    .filter(isTaskOf(main))
    .filter(({ ts, dur = 0 }) => ts + dur >= paint.ts)
    .map(({ tdur = 0 }) => (tdur / 1000) * slowdown - longTaskMs)
    .filter((ms) => ms > 0)
    .reduce((sum, ms) => sum + ms, 0);
}

/* Search of the go-to dialog on 20,000 aircraft and 10,000 airports, against JSON.parse of the index. */

/** Each way to match: a code, one letter, words, a part, an error, nothing. */
const queries = [
  'yr-aab',
  'y',
  'a',
  '4a',
  'ro73',
  'ro',
  'boeing',
  'lufthansa a320',
  'aabborough',
  'ville',
  'lufthanza',
  'zzzzzzzz',
];
/** The dialog gives its first results within 50 ms. JSON.parse of this index takes 6 to 8 ms on one core. */
const searchLimit = 4;
/** Work of milliseconds needs more rounds than work of seconds. */
const repeats = 3;

async function searching(): Promise<Figure[]> {
  const index = manyAircraft(20_000);
  const text = JSON.stringify(index);
  const now = Date.parse(index.asOf);
  const groups = [
    atOnce(aircraftEntries(aircraftOf(index, now), otherCodes(index.codes))),
    atOnce(airportEntries(manyAirports(10_000))),
  ];
  const timed = (work: () => unknown) => (): number =>
    ownCpuMs(() => {
      for (let time = 0; time < repeats; time++) work();
    }) / repeats;
  const candidates = queries.map((typed) => [typed, timed(() => search(groups, typed))] as const);
  const { parsed = Number.NaN, ...found } = await medians<string>({
    ...Object.fromEntries(candidates),
    parsed: timed(() => JSON.parse(text)),
  });
  const [slowest = '', ms = Number.NaN] = Object.entries(found).sort(([, a], [, b]) => b - a)[0] ?? [];
  const figure = ratio('slowest search of the go-to dialog, against JSON.parse of its index', ms, parsed, searchLimit);
  return [{ ...figure, detail: `"${slowest}" ${figure.detail}, ${queries.length} queries, CPU` }];
}
