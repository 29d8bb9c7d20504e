/** Pages of the benches: builds of modules, served from memory, in a Chromium each; main-thread work by CPU, never wall time. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, CDPSession, Page } from 'playwright';
import { build, type InlineConfig } from 'vite';
import { root } from '../../tests/support/repository.ts';
import { launchChromium } from '../chromium.mjs';
import { medians } from './figures.ts';

type Files = [path: string, content: string | Uint8Array][];

/** The files of a build by path. */
async function buildFiles(options: InlineConfig): Promise<Files> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
    build: { write: false, target: 'es2022', ...options.build },
  });
  const [one] = Array.isArray(result) ? result : [result];
  if (!one || !('output' in one)) throw new Error('The build has no files.');
  return one.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]);
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
};

async function serveFiles(files: ReadonlyMap<string, string | Uint8Array>): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const content = files.get(pathname);
    response.statusCode = content === undefined ? 404 : 200;
    response.setHeader('content-type', `${types[pathname.split('.').at(-1) ?? ''] ?? 'text/html'}; charset=utf-8`);
    response.end(content);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, close: () => server.close() };
}

type Viewport = { readonly width: number; readonly height: number };
export type Candidate = {
  readonly browser: Browser;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** CPU milliseconds of the main thread so far: what else the machine does is not counted. */
  readonly taskMs: () => Promise<number>;
};
export type Open = (path: string, isReady: () => boolean, viewport?: Viewport) => Promise<Candidate>;

/** `sources` = modules of the pages in `folder` by name, each a build of its own. What `work` leaves open is closed at the end. */
export async function withPages<T>(
  folder: string,
  sources: Readonly<Record<string, string>>,
  work: (open: Open) => Promise<T>,
  others: Files = [],
): Promise<T> {
  const files = new Map<string, string | Uint8Array>(others);
  for (const [name, source] of Object.entries(sources)) {
    for (const [path, content] of await buildPage(join(root, folder), name, source)) files.set(path, content);
    files.set(
      `/${name}`,
      `<!doctype html><html lang="en"><title>${name}</title><link rel="stylesheet" href="/${name}.css"><body><script type="module" src="/${name}.js"></script>`,
    );
  }
  const server = await serveFiles(files);
  const opened: Candidate[] = [];
  try {
    return await work(async (path, isReady, viewport = { width: 1280, height: 800 }) => {
      const candidate = await openCandidate(`${server.url}/${path}`, isReady, viewport);
      opened.push(candidate);
      return candidate;
    });
  } finally {
    for (const { browser } of opened) await browser.close();
    server.close();
  }
}

const buildPage = (folder: string, name: string, source: string): Promise<Files> =>
  buildFiles({
    root: folder,
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      cssTarget: ['chrome125'],
      cssCodeSplit: false,
      chunkSizeWarningLimit: 4000,
      rollupOptions: {
        input: join(folder, source),
        output: {
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}-[name].js`,
          assetFileNames: `${name}[extname]`,
        },
      },
    },
  });

async function openCandidate(url: string, isReady: () => boolean, viewport: Viewport): Promise<Candidate> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport });
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(url);
  await page.waitForFunction(isReady).catch((error) => {
    throw new Error(`${url}: ${failures[0] ?? error.message}`);
  });
  const cdp = await page.context().newCDPSession(page);
  return { browser, page, cdp, taskMs: await taskTimer(cdp) };
}

/** Reads the CPU time of the page's main thread in ms. */
export async function taskTimer(cdp: CDPSession): Promise<() => Promise<number>> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Medians of what `work` returns for each candidate. */
export const rounded = <N extends string>(
  candidates: Readonly<Record<N, Candidate>>,
  work: (one: Candidate) => Promise<number>,
): Promise<Record<N, number>> =>
  medians(
    Object.fromEntries(Object.entries<Candidate>(candidates).map(([name, one]) => [name, () => work(one)])) as Readonly<
      Record<N, () => Promise<number>>
    >,
  );

/** CPU ms of `work` for each of `count`. */
export async function taskMsOf({ taskMs }: Pick<Candidate, 'taskMs'>, count: number, work: () => Promise<unknown>) {
  const before = await taskMs();
  await work();
  return ((await taskMs()) - before) / count;
}

export const closeAll = async (candidates: Readonly<Record<string, Candidate>>): Promise<void> => {
  for (const { browser } of Object.values(candidates)) await browser.close();
};

/** After garbage collection. */
export async function heapMb({ cdp }: Candidate): Promise<number> {
  for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}

export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => done())));

export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time, µs. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/** For CPU time of single tasks. */
export async function traced(browser: Browser, work: () => Promise<void>): Promise<TraceEvent[]> {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = [
    ...['disabled-by-default-devtools.timeline', 'devtools.timeline', 'loading', 'toplevel', 'blink.user_timing'],
  ];
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await work();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  await cdp.detach();
  return events;
}

/** Of the main thread of a page. */
export const isTaskOf =
  ({ pid, tid }: Pick<TraceEvent, 'pid' | 'tid'>) =>
  (event: TraceEvent): boolean =>
    event.name === 'RunTask' && event.ph === 'X' && event.pid === pid && event.tid === tid;
