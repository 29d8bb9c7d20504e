/** Builds the server into dist/server/main.js; packages stay outside, migrations lie beside it. */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  build: {
    ssr: at('./main.ts'),
    outDir: at('../dist/server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
  plugins: [
    {
      name: 'downlink-migrations',
      closeBundle() {
        cpSync(at('./database/migrations'), at('../dist/server/migrations'), { recursive: true });
      },
    },
  ],
});
