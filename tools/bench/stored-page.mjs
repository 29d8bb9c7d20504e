/**
 * A stored page becoming rows, by the product's own code, against reading the same rows one record each through Dexie. In Chromium.
 * Must not: measure anything but the reading (both stores are filled before).
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';
import { median } from './median.mjs';

export async function measure() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, 'tools/bench/stored-page-in-browser.ts'), formats: ['es'], fileName: 'bench' },
    },
  }).then((result) => (Array.isArray(result) ? result[0] : result));
  const code = output.find((file) => file.type === 'chunk' && file.isEntry).code;
  const server = createServer((request, response) => {
    const isCode = request.url === '/bench.js';
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html');
    response.end(isCode ? code : '<!doctype html><title>bench</title>');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: see npm test.');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const { ours, rowWise } = await page.evaluate(async () => {
      const { compare } = await import('/bench.js');
      return compare({ rows: 1000, rounds: 5, readsPerRound: 10 });
    });
    const [mine, theirs] = [median(ours), median(rowWise)];
    return [
      {
        name: 'stored page of 1,000 rows to rows, against row-wise Dexie',
        value: mine / theirs,
        limit: 0.3,
        detail: `${mine.toFixed(2)} ms against ${theirs.toFixed(2)} ms, medians of 5 interleaved rounds`,
      },
    ];
  } finally {
    await browser.close();
    server.close();
  }
}
