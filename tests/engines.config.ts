import '../tools/test-environment.mjs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testLimitMs } from './support/limits.ts';

/** The other engines, on the built server and their own database cluster. */
export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    environment: 'node',
    include: ['tests/engines/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    // Node 20 has a WebSocket behind a flag; later versions have it without one.
    execArgv: typeof WebSocket === 'undefined' ? ['--experimental-websocket'] : [],
  },
});
