/**
 * Runs the function `compare` of a module of ours in Chromium, on a page that has nothing else. Must not: know what is compared.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';

/** `file` = below the root; resolves to what `compare(argument)` gives. */
export async function compareInBrowser(file, argument) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, file), formats: ['es'], fileName: 'bench' },
    },
  }).then((result) => (Array.isArray(result) ? result[0] : result));
  // Its workers stand in files of their own.
  const files = new Map(output.map((one) => [`/${one.fileName}`, one.type === 'chunk' ? one.code : one.source]));
  const server = createServer((request, response) => {
    const code = files.get(request.url ?? '');
    response.setHeader('content-type', code ? 'text/javascript' : 'text/html');
    response.end(code ?? '<!doctype html><title>bench</title>');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: see npm test.');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(async (given) => {
      const { compare } = await import('/bench.js');
      return compare(given);
    }, argument);
  } finally {
    await browser.close();
    server.close();
  }
}
