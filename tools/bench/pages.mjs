/** Compares pages: separate builds in separate Chromiums, in turn, by main-thread work. Never by wall time. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { launchChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';
import { buildFiles, serveFiles } from './in-browser.mjs';
import { medians } from './median.mjs';

export const rounds = 5;

/** `folder` = below the root, with the sources of the pages by name. `work` opens candidates by path; whatever it left open is closed at the end. */
export async function withPages(folder, sources, work) {
  const server = await servePages(folder, sources);
  const opened = [];
  const open = async (path, isReady, viewport = { width: 1280, height: 800 }) => {
    const candidate = await openCandidate(`${server.url}/${path}`, isReady, viewport);
    opened.push(candidate);
    return candidate;
  };
  try {
    return await work(open);
  } finally {
    for (const { browser } of opened) await browser.close();
    server.close();
  }
}

/** Median of what `work` returns for each candidate, in interleaved rounds. */
export const rounded = (candidates, work) =>
  medians(Object.fromEntries(Object.entries(candidates).map(([name, one]) => [name, () => work(one)])), rounds);

export function ratio(name, ours, theirs, limit) {
  const detail = `${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms, medians of ${rounds} interleaved rounds`;
  return { name, value: ours / theirs, limit, detail };
}

/** After garbage collection. */
export async function heapMb({ cdp }) {
  for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}

async function openCandidate(url, isReady, viewport) {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport });
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(url);
  await page.waitForFunction(isReady).catch((error) => {
    throw new Error(`${url}: ${failures[0] ?? error.message}`);
  });
  const cdp = await page.context().newCDPSession(page);
  // CPU time of the thread, not of the clock: what else the machine does is not counted.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  return { browser, page, cdp, taskMs };
}

/** Each candidate is a build of its own: nothing of another is on its page. */
async function servePages(folder, sources) {
  const files = new Map();
  for (const [name, source] of Object.entries(sources)) {
    const built = await buildFiles({
      root: join(root, folder),
      plugins: [react()],
      build: {
        cssTarget: ['chrome125'],
        cssCodeSplit: false,
        chunkSizeWarningLimit: 4000,
        rollupOptions: {
          input: join(root, folder, source),
          output: {
            entryFileNames: `${name}.js`,
            chunkFileNames: `${name}-[name].js`,
            assetFileNames: `${name}[extname]`,
          },
        },
      },
    });
    for (const [path, content] of built) files.set(path, content);
    files.set(
      `/${name}`,
      `<!doctype html><html lang="en"><title>${name}</title><link rel="stylesheet" href="/${name}.css"><body><script type="module" src="/${name}.js"></script>`,
    );
  }
  return serveFiles(files);
}
