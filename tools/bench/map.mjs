/**
 * Aircraft layer against the library's symbol layer: main-thread work on an otherwise empty map.
 * Never sample frames during a measurement: sampling costs more.
 */
import { withMapScreens } from './map/screen.ts';
import { measureSky } from './map/sky.ts';
import { heapMb, ratio, rounded, withPages } from './pages.mjs';

const sources = { ours: 'ours.ts', symbols: 'symbols.ts' };
const isReady = () => window.bench !== undefined && window.bench.countAt() > 0;
/** Small: the pixels are drawn by the processor here, which is no work of the main thread but takes its time. */
const viewport = { width: 480, height: 300 };
const middle = { x: viewport.width / 2, y: viewport.height / 2 };
const refreshes = 5;
const moves = 15;
const frames = 40;
/** After the first ones nothing may pile up any more. */
const heapRefreshes = 500;

const parts = { refreshing, moving, growing, heap, resting, sky: measureSky };

/** All parts, or those that are named. */
export function measure(selected = Object.keys(parts)) {
  return withPages('tools/bench/map', sources, async (openPage) => {
    const open = (path) => openPage(path, isReady, viewport);
    const figures = [];
    for (const name of selected) figures.push(...(await parts[name](open)));
    return figures;
  });
}

async function closed(candidates, figures) {
  for (const { browser } of Object.values(candidates)) await browser.close();
  return figures;
}

async function refreshing(open) {
  const candidates = {
    ours: await open('ours?aircraft=5000'),
    symbols: await open('symbols?aircraft=5000'),
    ours20k: await open('ours?aircraft=20000'),
  };
  const ms = await rounded(candidates, refreshMs);
  const pan = await rounded({ ours: candidates.ours, symbols: candidates.symbols }, panMs);
  return closed(candidates, [
    ratio('5,000 aircraft: main-thread CPU of a refresh, against a symbol layer', ms.ours, ms.symbols, 0.5),
    ratio('20,000 aircraft: main-thread CPU of a refresh, against 5,000 in a symbol layer', ms.ours20k, ms.symbols, 1),
    ratio('5,000 aircraft: main-thread CPU of a move of the map, against a symbol layer', pan.ours, pan.symbols, 0.7),
  ]);
}

async function moving(open) {
  const candidates = { ours: await open('ours?aircraft=5000&moving'), symbols: await open('symbols?aircraft=5000') };
  const ms = await rounded(candidates, (one) => (one === candidates.ours ? frameMs(one) : panMs(one)));
  return closed(candidates, [
    ratio(
      '5,000 aircraft: main-thread CPU of a frame in which they move by themselves, against a move of the map with a symbol layer',
      ms.ours,
      ms.symbols,
      0.3,
    ),
  ]);
}

async function growing(open) {
  const candidates = { ours10k: await open('ours?aircraft=10000'), ours1k: await open('ours?aircraft=1000') };
  const pan = await rounded(candidates, panMs);
  return closed(candidates, [
    ratio('10,000 aircraft: main-thread CPU of a move of the map, against 1,000', pan.ours10k, pan.ours1k, 1.25),
  ]);
}

async function heap(open) {
  const candidate = await open('ours?aircraft=5000');
  // Until the trails are as long as they become.
  await candidate.page.evaluate((times) => window.bench.refresh(times), heapRefreshes);
  const before = await heapMb(candidate);
  await candidate.page.evaluate((times) => window.bench.refresh(times), heapRefreshes);
  const after = await heapMb(candidate);
  return closed({ candidate }, [
    {
      name: `5,000 aircraft: JavaScript heap after ${heapRefreshes} refreshes, against before`,
      value: after / before,
      limit: 1.05,
      isExact: true,
      detail: `${after.toFixed(2)} MB against ${before.toFixed(2)} MB after garbage collection`,
    },
  ]);
}

/** Of the whole screen, between two refreshes of 4.5 s. */
const restMs = 4500;
const rests = 5;
const idleMs = 10_000;

async function resting(open) {
  const symbols = await open('symbols?aircraft=5000');
  const { refresh } = await rounded({ refresh: symbols }, refreshMs);
  const figures = [];
  await withMapScreens(async (openScreen) => {
    const empty = await openScreen({ aircraft: 0, hasMotion: true });
    const idle = await empty.rest(idleMs);
    figures.push({
      name: 'no aircraft: frames in 10 s',
      value: idle.frames,
      limit: 0,
      isExact: true,
      detail: `${idle.calls} draw calls, ${idle.cpuMs.toFixed(0)} ms of main-thread CPU of the whole page`,
    });
    await empty.close();
    const skies = [
      { name: '5,000 aircraft, motion on', aircraft: 5000, hasMotion: true, maxFrames: 2 },
      { name: '5,000 aircraft, motion off', aircraft: 5000, hasMotion: false, maxFrames: 2 },
      // The tiles of the trails arrive after the aircraft.
      {
        name: '1,500 aircraft with trails, motion off',
        aircraft: 1500,
        hasMotion: false,
        trailMinutes: 5,
        maxFrames: 4,
      },
    ];
    for (const { name, maxFrames, ...sky } of skies) {
      const screen = await openScreen(sky);
      const { frames, calls, cpuMs } = await screen.rest(rests * restMs);
      const pan = await screen.pan();
      const detail = `${calls} draw calls in ${(rests * restMs) / 1000} s, a move of the map ${pan.toFixed(1)} ms`;
      figures.push({
        name: `${name}: frames each 4.5 s`,
        value: frames / rests,
        limit: maxFrames,
        isExact: true,
        detail,
      });
      figures.push({
        name: `${name}: main-thread CPU of the whole page each 4.5 s, against a refresh of a symbol layer`,
        value: cpuMs / rests / refresh,
        limit: 4,
        detail: `${(cpuMs / rests).toFixed(0)} ms against ${refresh.toFixed(0)} ms`,
      });
      await screen.close();
    }
  });
  return closed({ symbols }, figures);
}

async function refreshMs({ page, taskMs }) {
  await page.evaluate((times) => window.bench.prepare(times), refreshes);
  const before = await taskMs();
  await page.evaluate((times) => window.bench.refresh(times), refreshes);
  return ((await taskMs()) - before) / refreshes;
}

async function frameMs({ page, taskMs }) {
  const before = await taskMs();
  await page.evaluate((times) => window.bench.frames(times), frames);
  return ((await taskMs()) - before) / frames;
}

/** A drag by real mouse events, out and back in turn so that the next one sees the same. */
async function panMs(candidate) {
  const { page, taskMs } = candidate;
  candidate.direction = candidate.direction === 1 ? -1 : 1;
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  const before = await taskMs();
  for (let move = 1; move <= moves; move++) {
    await page.mouse.move(middle.x + move * 3 * candidate.direction, middle.y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
  }
  const spent = (await taskMs()) - before;
  const center = () => page.evaluate(() => window.map.getCenter().lng);
  const end = await center();
  // Held still before release, or it would glide on.
  await page.waitForTimeout(150);
  await page.mouse.up();
  if (Math.abs(end - (candidate.center ?? 25)) < 3) throw new Error('The map did not follow the mouse.');
  candidate.center = end;
  return spent / moves;
}
