/** Builds the server into dist/server/main.js, its threads, migrations and data files next to it. Packages stay external, but those of tracing (decision 26). */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  ssr: { noExternal: [/^@opentelemetry\//] },
  build: {
    ssr: true,
    outDir: at('../dist/server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: at('./main.ts'),
        'decode-thread': at('./messages/decode-thread.ts'),
        'meaning-thread': at('./messages/meanings/meaning-thread.ts'),
        'trial-thread': at('./telling/rules/trial-thread.ts'),
        'udp-thread': at('./input/receive/listeners/udp-thread.ts'),
      },
      // Beside the entry: modules look for files next to themselves.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => (name === 'open-telemetry' ? 'assets/[name]-[hash].js' : '[name]-[hash].js'),
      },
    },
  },
  plugins: [
    {
      name: 'downlink-files',
      closeBundle() {
        cpSync(at('./database/migrations'), at('../dist/server/migrations'), { recursive: true });
        for (const kind of ['airports', 'airlines', 'countries', 'aircraft-types'])
          cpSync(at(`../reference-data/${kind}.json`), at(`../dist/server/reference-data/${kind}.json`));
      },
    },
  ],
});
