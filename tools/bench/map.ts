/**
 * The map: its aircraft layer against a symbol layer of the library, the whole screen at rest and in motion, and the polls of positions.
 * Never sample frames during a measurement: sampling costs more.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { api } from '../../contract/api.ts';
import { columnsType, type PositionColumns } from '../../contract/position-columns.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { App, stub } from '../../tests/support/browser.ts';
import { countDraws, drawsOf } from '../../tests/support/map-draws.ts';
import { hideNight } from '../../tests/support/map-page.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { launchChromium } from '../chromium.mjs';
import {
  type Candidate,
  closeAll,
  heapMb,
  isTaskOf,
  nextFrame,
  rounded,
  taskMsOf,
  taskTimer,
  traced,
  withPages,
} from './browser.ts';
import { type Figure, medians, type Parts, ratio } from './figures.ts';
import type { MapBench } from './pages/map-page.ts';
import { flying, refreshMs } from './rows.ts';
import { requestsPerSecond, startBare, withServer } from './servers.ts';

export const parts: Parts = { layer, screen, sky, positions };

/* Main-thread work of the layer on an otherwise empty map. */

declare const bench: MapBench; // of the page
/** Small: the pixels are drawn by the processor here, which is no work of the main thread but takes its time. */
const layerViewport = { width: 480, height: 300 };
const refreshes = 5;
const moves = 15;
const frames = 40;
/** After the first ones nothing may pile up any more. */
const heapRefreshes = 500;

type OpenLayer = (path: string) => Promise<Candidate>;
const withLayers = <T>(work: (open: OpenLayer) => Promise<T>): Promise<T> =>
  withPages('tools/bench/pages', { ours: 'map-ours.ts', symbols: 'map-symbols.ts' }, (open) =>
    work((path) => open(path, () => 'bench' in window && bench.countAt() > 0, layerViewport)),
  );

function layer(): Promise<Figure[]> {
  return withLayers(async (open) => [
    ...(await refreshing(open)),
    ...(await moving(open)),
    ...(await growing(open)),
    await heap(open),
  ]);
}

async function refreshing(open: OpenLayer): Promise<Figure[]> {
  const candidates = {
    ours: await open('ours?aircraft=5000'),
    symbols: await open('symbols?aircraft=5000'),
    ours20k: await open('ours?aircraft=20000'),
  };
  const ms = await rounded(candidates, refreshMsOf);
  const pan = await rounded({ ours: candidates.ours, symbols: candidates.symbols }, panMsOf);
  await closeAll(candidates);
  return [
    ratio('5,000 aircraft: main-thread CPU of a refresh, against a symbol layer', ms.ours, ms.symbols, 0.5),
    ratio('20,000 aircraft: main-thread CPU of a refresh, against 5,000 in a symbol layer', ms.ours20k, ms.symbols, 1),
    ratio('5,000 aircraft: main-thread CPU of a move of the map, against a symbol layer', pan.ours, pan.symbols, 0.7),
  ];
}

async function moving(open: OpenLayer): Promise<Figure[]> {
  const candidates = { ours: await open('ours?aircraft=5000&moving'), symbols: await open('symbols?aircraft=5000') };
  const ms = await rounded(candidates, (one) =>
    one === candidates.ours
      ? taskMsOf(one, frames, () => one.page.evaluate((times) => bench.frames(times), frames))
      : panMsOf(one),
  );
  await closeAll(candidates);
  const name =
    '5,000 aircraft: main-thread CPU of a frame in which they move by themselves, against a move of the map with a symbol layer';
  return [ratio(name, ms.ours, ms.symbols, 0.3)];
}

async function growing(open: OpenLayer): Promise<Figure[]> {
  const candidates = { ours10k: await open('ours?aircraft=10000'), ours1k: await open('ours?aircraft=1000') };
  const pan = await rounded(candidates, panMsOf);
  await closeAll(candidates);
  const name = '10,000 aircraft: main-thread CPU of a move of the map, against 1,000';
  return [ratio(name, pan.ours10k, pan.ours1k, 1.25)];
}

async function heap(open: OpenLayer): Promise<Figure> {
  const one = await open('ours?aircraft=5000');
  const refresh = () => one.page.evaluate((times) => bench.refresh(times), heapRefreshes);
  // Until the trails are as long as they become.
  await refresh();
  const before = await heapMb(one);
  await refresh();
  const after = await heapMb(one);
  await one.browser.close();
  return {
    name: `5,000 aircraft: JavaScript heap after ${heapRefreshes} refreshes, against before`,
    value: after / before,
    limit: 1.05,
    isExact: true,
    detail: `${after.toFixed(2)} MB against ${before.toFixed(2)} MB after garbage collection`,
  };
}

async function refreshMsOf(one: Candidate): Promise<number> {
  await one.page.evaluate((times) => bench.prepare(times), refreshes);
  return taskMsOf(one, refreshes, () => one.page.evaluate((times) => bench.refresh(times), refreshes));
}

/** Where a candidate's map is after its last drag. */
const centers = new WeakMap<Candidate, number>();
const outward = new WeakSet<Candidate>();

/** A drag by real mouse events, out and back in turn so that the next one sees the same. */
async function panMsOf(one: Candidate): Promise<number> {
  const { page } = one;
  const direction = outward.has(one) ? -1 : 1;
  if (direction === 1) outward.add(one);
  else outward.delete(one);
  const [x, y] = [layerViewport.width / 2, layerViewport.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const ms = await taskMsOf(one, moves, async () => {
    for (let move = 1; move <= moves; move++) {
      await page.mouse.move(x + move * 3 * direction, y);
      await nextFrame(page);
    }
  });
  const center = await page.evaluate(() => bench.longitude());
  // Held still before release, or it would glide on.
  await page.waitForTimeout(150);
  await page.mouse.up();
  if (Math.abs(center - (centers.get(one) ?? 25)) < 3) throw new Error('The map did not follow the mouse.');
  centers.set(one, center);
  return ms;
}

/* The whole screen with stubbed positions. The base map loads first, and only the aircraft move. */

const idleMs = 10_000;
const polls = 5;
const longTaskMs = 50;
const screenViewport = { width: 800, height: 400 };

type ScreenOptions = {
  readonly aircraft: number;
  readonly hasMotion: boolean;
  /** Each aircraft has been followed for so long. */
  readonly trailMinutes?: number;
  /** All have messages, so that the newest have names (below zoom 6). */
  readonly hasNames?: boolean;
  /** One colour for all. */
  readonly isPlain?: boolean;
};
type Screen = { readonly browser: Browser; readonly page: Page; readonly cdp: CDPSession };

/** Frames and CPU between two refreshes of 4.5 s. */
async function screen(): Promise<Figure[]> {
  const symbols = await withLayers(async (open) => {
    const one = await open('symbols?aircraft=5000');
    return (await medians({ refresh: () => refreshMsOf(one) })).refresh;
  });
  const skies = [
    { name: '5,000 aircraft, motion on', aircraft: 5000, hasMotion: true, maxFrames: 1.4 },
    { name: '5,000 aircraft, motion off', aircraft: 5000, hasMotion: false, maxFrames: 1 },
    // The tiles of the trails arrive after the aircraft.
    { name: '1,500 aircraft with trails, motion off', aircraft: 1500, hasMotion: false, trailMinutes: 5, maxFrames: 4 },
  ];
  return withServer({}, async (server) => {
    const figures: Figure[] = [];
    await onScreen(server, { aircraft: 0, hasMotion: true }, async (shown) => {
      const idle = await atRest(shown, idleMs);
      figures.push({
        name: `no aircraft: frames of the map in ${idleMs / 1000} s`,
        value: idle.frames,
        limit: 0,
        isExact: true,
        detail: `${idle.calls} draw calls, ${idle.cpuMs.toFixed(0)} ms of main-thread CPU of the whole page, with clock and polls`,
      });
    });
    for (const { name, maxFrames, ...options } of skies)
      await onScreen(server, options, async (shown) => {
        const rest = await atRest(shown, polls * refreshMs);
        const pan = await dragMs(shown);
        const cpuMs = rest.cpuMs / polls;
        figures.push(
          {
            name: `${name}: frames each 4.5 s`,
            value: rest.frames / polls,
            limit: maxFrames,
            isExact: true,
            detail: `${rest.calls} draw calls in ${(polls * refreshMs) / 1000} s, a move of the map ${pan.toFixed(1)} ms`,
          },
          {
            name: `${name}: main-thread CPU of the whole page each 4.5 s, against a refresh of a symbol layer`,
            value: cpuMs / symbols,
            limit: 4,
            detail: `${cpuMs.toFixed(0)} ms against ${symbols.toFixed(0)} ms`,
          },
        );
      });
    return figures;
  });
}

/** The sky as the map shows it against plain aircraft: main-thread CPU from poll to poll, and the longest task. */
function sky(): Promise<Figure[]> {
  const full = { hasMotion: true, hasNames: true, trailMinutes: 60 };
  const skies = [
    ['5,000 aircraft with colours and names, trails as with so many in view', { aircraft: 5000, ...full }],
    ['1,500 aircraft with colours, names and trails', { aircraft: 1500, ...full }],
  ] as const;
  return withServer({}, async (server) => {
    const busy = (options: ScreenOptions) => onScreen(server, options, (shown) => busyFor(shown, polls * refreshMs));
    const plain = (await busy({ aircraft: 5000, hasMotion: true, isPlain: true })).cpuMs / polls;
    const figures: Figure[] = [];
    for (const [name, options] of skies) {
      const { cpuMs, longestMs } = await busy(options);
      const ours = cpuMs / polls;
      figures.push(
        {
          name: `${name}: main-thread CPU each 4.5 s, against 5,000 of one colour without either`,
          value: ours / plain,
          limit: 1,
          detail: `${ours.toFixed(0)} ms against ${plain.toFixed(0)} ms, over ${polls} polls`,
        },
        {
          name: `${name}: longest task`,
          value: longestMs,
          unit: ' ms',
          limit: longTaskMs,
          detail: `CPU time, over ${polls} polls`,
        },
      );
    }
    return figures;
  });
}

/** One screen at a time: where the processor draws the pixels, another would keep it busy. */
async function onScreen<T>(
  server: TestProgram,
  options: ScreenOptions,
  work: (shown: Screen) => Promise<T>,
): Promise<T> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({
      viewport: screenViewport,
      serviceWorkers: 'block',
      reducedMotion: options.hasMotion ? 'no-preference' : 'reduce',
      contrast: options.isPlain ? 'more' : 'no-preference',
    });
    await stubSky(context, options);
    await countDraws(context);
    const page = await context.newPage();
    // Frames of thousands of aircraft block a page whose pixels are drawn by the processor.
    page.setDefaultTimeout(120_000);
    await new App(page, server.url).logInAs('parser', { from: '/openstreetMap', lands: '/openstreetMap' });
    await page.getByText(/^zoom [\d.]+$/).waitFor();
    // One frame each minute.
    await hideNight(page);
    await untilQuiet(page, options);
    return await work({ browser, page, cdp: await context.newCDPSession(page) });
  } finally {
    await browser.close();
  }
}

/** Aircraft in flight within the first view, a snapshot further at each poll, all just seen. */
async function stubSky(
  context: BrowserContext,
  { aircraft, trailMinutes = 0, hasNames = false }: ScreenOptions,
): Promise<void> {
  const nextRows = flying(aircraft);
  const lastMessageAt = hasNames ? new Date().toISOString() : null;
  await stub(context, '/CurrentLocation/trails', { json: { trails: trailsOf(aircraft, trailMinutes) } });
  await stub(context, '/CurrentLocation/GetCurrentLocation2', () => {
    const seenAt = new Date().toISOString();
    const rows = nextRows().map((row) => ({ ...row, seenAt, lastMessageAt }));
    return { json: { currentLocations: rows } };
  });
  await stub(context, '/airport/(large|all)\\w*Locations', { json: { airports: [], airportsCount: 0 } });
}

/** As the server stores them: a point each 28 s, up to 32. Behind each aircraft. */
function trailsOf(aircraft: number, minutes: number): readonly object[] {
  const steps = Math.min(32, Math.floor((minutes * 60) / 28));
  if (steps === 0) return [];
  const seconds = Math.floor(Date.now() / 1000);
  return flying(aircraft)().map(({ icao, lat, lon, altitudeFt }) => ({
    icao,
    points: Array.from({ length: steps }, (_, step) => {
      const back = steps - step;
      return [lat - back / 50, lon - back / 40, seconds - 28 * back, (altitudeFt ?? 0) - 500 * back];
    }),
  }));
}

/** The base map is drawn: a refresh takes no more than a frame or two from then on. */
async function untilQuiet(page: Page, { trailMinutes = 0, hasNames = false }: ScreenOptions): Promise<void> {
  for (let times = 0; times < 12; times++) {
    const before = (await drawsOf(page)).frames;
    await page.waitForTimeout(2 * refreshMs);
    if ((await drawsOf(page)).frames - before <= (trailMinutes > 0 || hasNames ? 20 : 4)) return;
  }
  throw new Error('The map did not come to rest.');
}

async function atRest({ page, cdp }: Screen, ms: number) {
  const before = await drawsOf(page);
  const cpuMs = await taskMsOf({ taskMs: await taskTimer(cdp) }, 1, () => page.waitForTimeout(ms));
  const after = await drawsOf(page);
  return { frames: after.frames - before.frames, calls: after.calls - before.calls, cpuMs };
}

/** Finds the main thread of the page. */
const pageMark = 'downlink-bench';

async function busyFor({ browser, page }: Screen, ms: number): Promise<{ cpuMs: number; longestMs: number }> {
  const events = await traced(browser, async () => {
    await page.evaluate((mark) => performance.mark(mark), pageMark);
    await page.waitForTimeout(ms);
  });
  const marked = events.find(({ name }) => name === pageMark);
  if (!marked) throw new Error('The trace does not contain the page.');
  const tasks = events.filter(isTaskOf(marked)).map(({ tdur = 0 }) => tdur / 1000);
  return { cpuMs: tasks.reduce((sum, task) => sum + task, 0), longestMs: Math.max(...tasks) };
}

/** CPU ms of one move of a drag there and back. */
async function dragMs({ page, cdp }: Screen): Promise<number> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const ms = await taskMsOf({ taskMs: await taskTimer(cdp) }, 2 * moves, async () => {
    for (const turn of [1, -1])
      for (let move = 1; move <= moves; move++) {
        await page.mouse.move(x + (turn === 1 ? move : moves - move) * 3, y);
        await nextFrame(page);
      }
  });
  await page.waitForTimeout(150);
  await page.mouse.up();
  return ms;
}

/* Polls of 5,000 aircraft from memory, against a bare node:http with the same bytes. No TLS, no compression. */

const aircraft = 5000;
/** More than the server caches. */
const views = 64;

async function positions(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-positions-'));
  const file = join(folder, 'aircraft.json');
  writeSky(file, 0);
  try {
    return await withServer({ env: { AIRCRAFT_JSON: file } }, async (server) => [
      ...(await comparePolls(server)),
      ...(await compareBytes(server, file)),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `seconds` of flight. */
function writeSky(file: string, seconds: number): void {
  const all = Array.from({ length: aircraft }, (_, index) => aircraftOf(index, seconds));
  writeFileSync(file, JSON.stringify({ now: Date.now() / 1000, aircraft: all }));
}

/** Evenly distributed from west to east, so that a smaller area contains fewer aircraft. */
const aircraftOf = (index: number, seconds: number): object => ({
  hex: (0x40_0000 + index).toString(16),
  flight: `DLH${index}`,
  lat: -60 + ((index * 37) % 1200) / 10 + (seconds * (index % 97)) / 40_000,
  lon: -179.9 + (index * 359.8) / aircraft + (seconds * (index % 89)) / 40_000,
  track: (index * 7) % 360,
  gs: 430 + (index % 60),
  alt_baro: 30_000 + (index % 10) * 1000,
  baro_rate: 64,
  seen_pos: 1,
  seen: 1,
});

async function comparePolls(server: TestProgram): Promise<Figure[]> {
  const { token } = await logIn(server, 'parser');
  const headers = { authorization: `Bearer ${token}` };
  const url = server.apiBase + api.map.currentLocation.path;
  const { text, etag } = await wholeSky(url, headers);
  const bare = await startBare(
    text,
    `(text) => {
      const [page, etag] = [Buffer.from(text), 'W/"1"'];
      return (request, answer) => {
        const isKnown = request.headers['if-none-match'] === etag;
        answer.statusCode = isKnown ? 304 : 200;
        answer.setHeader('etag', etag).setHeader('content-type', 'application/json; charset=utf-8');
        answer.end(isKnown ? undefined : page);
      };
    }`,
  );
  const { pathname } = new URL(url);
  const paths = Array.from({ length: views }, (_, view) => `${pathname}?lon1=-180&lon2=${180 - view / 10}`);
  const perSecond = await medians({
    same: () => requestsPerSecond(url, headers),
    views: () => requestsPerSecond(url, headers, { paths }),
    bare: () => requestsPerSecond(bare.url, headers),
    known: () => requestsPerSecond(url, { ...headers, 'if-none-match': etag }, { status: 304 }),
    knownBare: () => requestsPerSecond(bare.url, { ...headers, 'if-none-match': 'W/"1"' }, { status: 304 }),
  });
  bare.stop();
  const size = `${(text.length / 1000).toFixed(0)} kB`;
  const figure = (what: string, ours: number, theirs: number): Figure =>
    ratio(
      `positions of ${aircraft} aircraft, ${what}, against a bare node:http with the same response`,
      ours,
      theirs,
      0.4,
      {
        atLeast: true,
        unit: `requests a second of ${size}`,
        digits: 0,
      },
    );
  return [
    figure('one part of the world', perSecond.same, perSecond.bare),
    figure(`${views} parts of the world in turn`, perSecond.views, perSecond.bare),
    // No body is sent: compares framework, headers and authentication with none of these.
    figure('already known (304)', perSecond.known, perSecond.knownBare),
  ];
}

/** A poll after which each aircraft has moved: what changed, by column, against all rows. */
async function compareBytes(server: TestProgram, file: string): Promise<Figure[]> {
  const { token } = await logIn(server, 'parser');
  const headers = { authorization: `Bearer ${token}`, accept: `${columnsType}, application/json` };
  const url = server.apiBase + api.map.currentLocation.path;
  const { text: rows } = await wholeSky(url, { authorization: `Bearer ${token}` });
  const tag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  writeSky(file, refreshMs / 1000);
  for (let tries = 0; tries < 100; tries++) {
    const text = await (await fetch(url, { headers: { ...headers, 'if-none-match': tag } })).text();
    const changes = text === '' ? null : (JSON.parse(text) as PositionColumns);
    if (changes?.base === tag && changes.columns.seenAt?.values.length === aircraft) {
      const bytes = (what: string, ours: number, theirs: number): Figure => ({
        name: `a poll of ${aircraft} aircraft that all moved: ${what} of what changed, against rows`,
        value: ours / theirs,
        limit: 0.15,
        isExact: true,
        detail: `${ours} against ${theirs}`,
      });
      return [
        bytes('bytes', text.length, rows.length),
        bytes('compressed bytes', gzipSync(text).length, gzipSync(rows).length),
      ];
    }
    await pause(100);
  }
  throw new Error('The aircraft did not move.');
}

/** The response that contains all aircraft. */
async function wholeSky(url: string, headers: Record<string, string>): Promise<{ text: string; etag: string }> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(url, { headers });
    const text = await response.text();
    const { currentLocations } = JSON.parse(text) as { currentLocations: unknown[] };
    if (currentLocations.length === aircraft) return { text, etag: response.headers.get('etag') ?? '' };
    await pause(100);
  }
  throw new Error('The aircraft did not appear.');
}
