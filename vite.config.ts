/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { shellMarker } from './sw/shell.ts';
import { chunkNames, chunkOf } from './tools/chunk-of.ts';
import { docsFiles } from './tools/docs.mjs';

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Record<string, unknown>;
const version = String(readJson('./package.json').version);
const apiPort = process.env.API_PORT ?? '8080';

/** Puts the marker into index.html by which the service worker tells our page from a captive portal's. */
const markShell: Plugin = {
  name: 'downlink-mark-shell',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: shellMarker, content: version }, injectTo: 'head' }],
};

/** Pages of /docs, before the service worker lists what it stores. */
const docs: Plugin = {
  name: 'downlink-docs',
  apply: 'build',
  generateBundle(_options, bundle) {
    const builtFile = (file: string): string => {
      const built = Object.values(bundle).find((one) => one.type === 'asset' && one.originalFileNames.includes(file));
      if (!built) throw new Error(`The build does not contain ${file}.`);
      return built.fileName;
    };
    const head = `<meta name="${shellMarker}" content="${version}">`;
    for (const [fileName, source] of Object.entries(docsFiles(head, builtFile)))
      this.emitFile({ type: 'asset', fileName, source });
  },
};

/** The entry imports these files on demand (src/main.tsx): the browser fetches them in advance. */
const preloadStart: Plugin = {
  name: 'downlink-preload-start',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((file) => file.type === 'chunk' && (file.name === 'libraries' || file.name === 'start'))
        .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file.fileName}` } })),
  },
};

/** Summaries of calls are for the OpenAPI document of the server: 1 kB less before the login form. */
const withoutSummaries: Plugin = {
  name: 'downlink-without-summaries',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/contract/calls/') ? code.replace(/\bsummary:\s*(['"])(?:\\.|(?!\1).)*\1/g, "summary: ''") : null,
};

/** Examples and sources of company formats are for tests: 7 kB less in the web worker of the decoder. */
const withoutExamples: Plugin = {
  name: 'downlink-without-examples',
  apply: 'build',
  transform: (code, id) =>
    /\/decoder\/company\/label-\w+\.ts$/.test(id)
      ? code.replace(/\b(example|source):\s*(['"`])(?:\\.|(?!\2)[^\\])*\2(?=,\n)/g, "$1: ''")
      : null,
};

export default defineConfig({
  plugins: [
    react(),
    withoutSummaries,
    markShell,
    preloadStart,
    docs,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false, // src/app/app-update.ts registers
      // Kill switch: `SW_KILL=1 npm run build` makes a worker that unregisters itself and empties its caches at the next visit.
      selfDestroying: process.env.SW_KILL === '1',
      manifest: readJson('./manifest.webmanifest') as Partial<ManifestOptions>,
      manifestFilename: 'manifest.webmanifest',
      includeManifestIcons: false, // the glob finds them
      injectManifest: {
        // manifest.webmanifest is added by the plugin itself; twice would make every update fail.
        globPatterns: ['**/*.{js,mjs,css,html,svg,png,woff2,json}'],
        // The browser shows the screenshots before the installation; the app never does.
        globIgnores: ['**/service-worker.js', 'screenshots/**'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        target: 'es2022',
      },
      devOptions: { enabled: false, type: 'module' },
    }),
  ],
  define: { __APP_VERSION__: JSON.stringify(version) },
  // Files name each other by relative addresses: one build serves every path (BASE_PATH). The server completes the pages.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  worker: { format: 'es', plugins: () => [withoutExamples] },
  // The app unpacks only: half of the package.
  resolve: { alias: { pako: 'pako/lib/inflate.js' } },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    // light-dark() stays unchanged: one palette table serves both schemes.
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkNames.map((name, at) => ({
            name: (id, modules) => (chunkOf(id, modules) === name ? name : null),
            priority: chunkNames.length - at,
          })),
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/tiles', '/reset'].map((path) => [path, `http://127.0.0.1:${apiPort}`]),
    ),
  },
  test: { environment: 'node', include: ['{contract,decoder,src,sw,server,tests}/**/*.test.ts?(x)'] },
});
