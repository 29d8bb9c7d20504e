/**
 * An export of 100,000 rows with the product's worker, against write-excel-file in a worker of its own: time and memory, in Chromium.
 * Each run has a browser of its own. Memory = how far the peak of all its processes' resident memory rises above the start (Linux only):
 * what the page hands to the browser process, as a Blob's bytes, counts too.
 * Must not: compare different rows, or rows that are alike.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';
import { answerText } from './export-rows.mjs';
import { median } from './median.mjs';

const rounds = 5;
const answers = 10;
const rowsPerAnswer = 10_000;

export async function measure() {
  const server = await startServer();
  const results = { ours: [], library: [] };
  try {
    for (let round = 0; round < rounds; round++)
      for (const way of ['ours', 'library']) results[way].push(await runOnce(server.url, way));
  } finally {
    server.close();
  }
  const of = (way, what) => median(results[way].map((result) => result[what]));
  const rows = `${answers * rowsPerAnswer} rows x 25 columns`;
  const frame = (way) =>
    `${of(way, 'longestFrameMs').toFixed(0)} ms, longest task ${of(way, 'longestTaskMs') > 0 ? `${of(way, 'longestTaskMs').toFixed(0)} ms` : 'below 50 ms'}`;
  const frames = `longest frame of the page ${frame('ours')} (write-excel-file ${frame('library')})`;
  const figures = [
    {
      name: `export of ${rows}: time, against write-excel-file`,
      value: of('ours', 'ms') / of('library', 'ms'),
      limit: 0.5,
      detail: `${of('ours', 'ms').toFixed(0)} ms against ${of('library', 'ms').toFixed(0)} ms, file ${(of('ours', 'bytes') / 1e6).toFixed(1)} MB against ${(of('library', 'bytes') / 1e6).toFixed(1)} MB, ${frames}; medians of ${rounds} interleaved runs`,
    },
  ];
  if (of('library', 'extraMb') > 0)
    figures.push({
      name: `export of ${rows}: extra memory, against write-excel-file`,
      value: of('ours', 'extraMb') / of('library', 'extraMb'),
      limit: 0.5,
      detail: `${of('ours', 'extraMb').toFixed(0)} MB against ${of('library', 'extraMb').toFixed(0)} MB of resident memory, all processes of the browser`,
    });
  return figures;
}

async function runOnce(url, way) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: see npm test.');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => 'run' in globalThis);
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const pids = processInfo.map((one) => one.id);
    for (const pid of pids) forgetPeak(pid);
    const before = sum(pids, 'VmRSS');
    const result = await page.evaluate(([name, count]) => globalThis.run(name, count), [way, answers]);
    return { ...result, extraMb: (sum(pids, 'VmHWM') - before) / 1024 };
  } finally {
    await browser.close();
  }
}

/** A process' own peak begins anew. */
function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not Linux, or not allowed: the peak of its start counts then, for both alike.
  }
}

/** kB; 0 where the system does not tell. */
function sum(pids, what) {
  return pids.reduce((total, pid) => {
    try {
      return (
        total + Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
      );
    } catch {
      return total;
    }
  }, 0);
}

async function startServer() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: join(root, 'tools/bench/export-in-browser.ts') },
    },
  }).then((result) => (Array.isArray(result) ? result[0] : result));
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry).fileName;
  const texts = Array.from({ length: answers }, (_, at) =>
    answerText(at * rowsPerAnswer, rowsPerAnswer, answers * rowsPerAnswer),
  );
  const server = createServer((request, response) => {
    const answer = /^\/answers\/(\d+)$/.exec(request.url ?? '');
    const file = files.get(request.url ?? '');
    const type = answer ? 'application/json' : file ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.end(
      answer
        ? texts[Number(answer[1])]
        : (file ?? `<!doctype html><title>bench</title><script type="module" src="/${entry}"></script>`),
    );
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
