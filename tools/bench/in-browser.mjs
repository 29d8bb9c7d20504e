/** Builds modules, serves them from memory and runs them in Chromium. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build, loadConfigFromFile } from 'vite';
import { launchChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';

const types = { js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', json: 'application/json' };

/** The plugin of the app's build that provides the cities of the map. */
async function citiesPlugin() {
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'));
  return config.plugins.flat().find(({ name }) => name === 'downlink-cities');
}

/** The files of a build by path. */
export async function buildFiles(options) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
    plugins: [await citiesPlugin(), ...(options.plugins ?? [])],
    build: { write: false, target: 'es2022', ...options.build },
  });
  const { output } = Array.isArray(result) ? result[0] : result;
  return output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]);
}

/** `files` = contents by path. */
export async function serveFiles(files) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const content = files.get(pathname);
    response.statusCode = content === undefined ? 404 : 200;
    response.setHeader('content-type', `${types[pathname.split('.').at(-1)] ?? 'text/html'}; charset=utf-8`);
    response.end(content);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The module `file` (below the root) is served as /bench.js. `work` gets a function that opens an empty page in a browser of its own. */
export async function withModule(file, work, others = []) {
  const lib = { entry: join(root, file), formats: ['es'], fileName: 'bench' };
  const built = await buildFiles({ root, worker: { format: 'es' }, build: { lib } });
  const server = await serveFiles(new Map([['/', '<!doctype html><title>bench</title>'], ...built, ...others]));
  const inPage = async (use) => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      return await use(page, browser);
    } finally {
      await browser.close();
    }
  };
  try {
    return await work(inPage);
  } finally {
    server.close();
  }
}

/** Resolves to what the module's `compare(argument)` returns. */
export const compareInBrowser = (file, argument) =>
  withModule(file, (inPage) =>
    inPage((page) =>
      page.evaluate(async (given) => {
        const { compare } = await import('/bench.js');
        return compare(given);
      }, argument),
    ),
  );
