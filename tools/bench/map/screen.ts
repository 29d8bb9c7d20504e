/**
 * Map screen with stubbed positions: frames, draw calls and CPU while idle, and CPU of a drag.
 * The base map loads first, and only the aircraft move.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { App, stub } from '../../../tests/support/browser.ts';
import { startCluster } from '../../../tests/support/cluster.ts';
import { countDraws, drawsOf } from '../../../tests/support/map-draws.ts';
import { hideNight } from '../../../tests/support/map-page.ts';
import { startProgram, type TestProgram } from '../../../tests/support/server.ts';
import { launchChromium } from '../../chromium.mjs';
import { flying, refreshMs } from './fleet.ts';

/** Small: pixels are drawn by the processor here, which is no work of the main thread but takes its time. */
const viewport = { width: 800, height: 400 };
const moves = 15;

export type Drawn = { readonly frames: number; readonly calls: number; readonly cpuMs: number };
export type ScreenOptions = {
  readonly aircraft: number;
  readonly hasMotion: boolean;
  /** Each aircraft has been followed for 5 minutes. */
  readonly hasTrails?: boolean;
};
export type MapScreen = {
  /** Work of the screen in a number of milliseconds without input. */
  rest(ms: number): Promise<Drawn>;
  /** CPU ms of one move of a drag. */
  pan(): Promise<number>;
  close(): Promise<void>;
};

/** Opens screens one after the other; the server ends with `work`. */
export async function withMapScreens(
  work: (open: (options: ScreenOptions) => Promise<MapScreen>) => Promise<void>,
): Promise<void> {
  const stopCluster = await startCluster();
  const server = await startProgram();
  const browsers: Browser[] = [];
  try {
    await work(async (options) => {
      const browser = await launchChromium();
      browsers.push(browser);
      return openScreen(browser, server, options);
    });
  } finally {
    for (const browser of browsers) await browser.close();
    await server.dispose();
    await stopCluster();
  }
}

async function openScreen(browser: Browser, server: TestProgram, options: ScreenOptions): Promise<MapScreen> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    reducedMotion: options.hasMotion ? 'no-preference' : 'reduce',
  });
  await stubSky(context, options);
  await countDraws(context);
  const page = await context.newPage();
  await new App(page, server.url).logInAs('parser', { from: '/openstreetMap', lands: '/openstreetMap' });
  await page.getByText(/^zoom [\d.]+$/).waitFor();
  // One frame each minute.
  await hideNight(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await untilQuiet(page, options);
  return { rest: (ms) => atRest(page, cdp, ms), pan: () => panMs(page, cdp), close: () => browser.close() };
}

/** Aircraft in flight within the first view, a snapshot further at each poll, all just seen. */
async function stubSky(context: BrowserContext, { aircraft, hasTrails = false }: ScreenOptions): Promise<void> {
  const nextRows = flying(aircraft);
  await stub(context, '/CurrentLocation/trails', { json: { trails: hasTrails ? trailsOf(aircraft) : [] } });
  await stub(context, '/CurrentLocation/GetCurrentLocation2', () => {
    const seenAt = new Date().toISOString();
    const rows = nextRows().map((row) => ({ ...row, seenAt }));
    return { json: { currentLocations: rows } };
  });
  await stub(context, '/airport/(large|all)\\w*Locations', { json: { airports: [], airportsCount: 0 } });
}

/** A point each 28 s, behind each aircraft. */
function trailsOf(aircraft: number): readonly object[] {
  const seconds = Math.floor(Date.now() / 1000);
  return flying(aircraft)().map(({ icao, lat, lon, altitudeFt }) => ({
    icao,
    points: Array.from({ length: 11 }, (_, step) => {
      const back = 11 - step;
      return [lat - back / 50, lon - back / 40, seconds - 28 * back, (altitudeFt ?? 0) - 500 * back];
    }),
  }));
}

/** The base map is drawn: a refresh takes no more than a frame or two from then on. */
async function untilQuiet(page: Page, { hasTrails = false }: ScreenOptions): Promise<void> {
  for (let times = 0; times < 12; times++) {
    const { frames } = await drawsOf(page);
    await page.waitForTimeout(2 * refreshMs);
    const drawn = (await drawsOf(page)).frames - frames;
    if (drawn <= (hasTrails ? 20 : 4)) return;
  }
  throw new Error('The map did not come to rest.');
}

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

async function atRest(page: Page, cdp: CDPSession, ms: number): Promise<Drawn> {
  const before = await drawsOf(page);
  const cpuBefore = await taskMs(cdp);
  await page.waitForTimeout(ms);
  const cpuMs = (await taskMs(cdp)) - cpuBefore;
  const after = await drawsOf(page);
  return { frames: after.frames - before.frames, calls: after.calls - before.calls, cpuMs };
}

async function panMs(page: Page, cdp: CDPSession): Promise<number> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await taskMs(cdp);
  for (const turn of [1, -1])
    for (let move = 1; move <= moves; move++) {
      await page.mouse.move(x + (turn === 1 ? move : moves - move) * 3, y);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
    }
  const spent = (await taskMs(cdp)) - before;
  await page.waitForTimeout(150);
  await page.mouse.up();
  return spent / (2 * moves);
}
