import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Two projects: `unit` needs nothing; `server` runs against the built server on a database cluster of its own. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          // Without a server, a database or a state of their own: all in one process, a third of the time.
          isolate: false,
          environment: 'node',
          include: ['{contract,decoder,src,sw}/**/*.test.ts?(x)', 'tests/*.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'server',
          // Loading the server's modules for each file anew is a fifth of the time.
          isolate: false,
          setupFiles: ['tests/support/after-file.ts'],
          environment: 'node',
          include: ['server/**/*.test.ts', 'tests/{contract,server}/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
