/**
 * Pages that are measured against each other: each a build of its own in a Chromium of its own, taken in turn; the work of its main thread by
 * the browser's own count of it.
 * Must not: compare wall time, or know what is compared.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';
import { interleaved, median } from './median.mjs';

export const rounds = 5;

/** `folder` = below the root, with the sources of the pages by name. `work` opens candidates by path; whatever it left open is closed at the end. */
export async function withPages(folder, sources, work) {
  const server = await servePages(folder, sources);
  const opened = [];
  const open = async (path, isReady) => {
    const candidate = await openCandidate(`http://127.0.0.1:${server.address().port}/${path}`, isReady);
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

/** Median of what `work` gives for each candidate, in interleaved rounds. */
export async function rounded(candidates, work) {
  const results = await interleaved(
    Object.fromEntries(Object.entries(candidates).map(([name, one]) => [name, () => work(one)])),
    rounds,
  );
  return Object.fromEntries(Object.entries(results).map(([name, times]) => [name, median(times)]));
}

export function ratio(name, ours, theirs, limit) {
  const detail = `${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms, medians of ${rounds} interleaved rounds`;
  return { name, value: ours / theirs, limit, detail };
}

/** After garbage collection. */
export async function heapMb({ cdp }) {
  for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}

async function openCandidate(url, isReady) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: see npm test.');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
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
    const result = await build({
      root: join(root, folder),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: {
        write: false,
        target: 'es2022',
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
    for (const file of (Array.isArray(result) ? result[0] : result).output)
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
    files.set(
      `/${name}`,
      `<!doctype html><html lang="en"><title>${name}</title><link rel="stylesheet" href="/${name}.css"><body><script type="module" src="/${name}.js"></script>`,
    );
  }
  const types = { js: 'text/javascript', mjs: 'text/javascript', css: 'text/css' };
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const content = files.get(path);
    response.statusCode = content === undefined ? 404 : 200;
    response.setHeader('content-type', types[path.split('.')[1]] ?? 'text/html');
    response.end(content);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}
