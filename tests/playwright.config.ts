import '../tools/test-environment.mjs';
import { defineConfig } from 'playwright/test';
import { chromiumArgs, findHeadlessShell } from '../tools/chromium.mjs';
import './support/compile-later.ts';
import { cores } from './support/cores.ts';
import { stepLimitMs, testLimitMs } from './support/limits.ts';
import { oneProcess } from './support/used-context.ts';

/** Real Chromium, production build, real server. No test is retried. */
export default defineConfig({
  testDir: '.',
  testMatch: ['browser/**/*.spec.ts', 'offline/**/*.spec.ts'],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  // A page keeps more than one core busy: on two cores a third worker ends the run no sooner, and each test takes half as long again.
  workers: cores,
  retries: 0,
  forbidOnly: true,
  timeout: testLimitMs,
  expect: { timeout: stepLimitMs },
  reporter: [['line'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    viewport: { width: 1280, height: 860 },
    // The CPU draws: with a quarter of the pixels all tests take 8 % less CPU time. Tests that measure pixels set 1.
    deviceScaleFactor: 0.5,
    locale: 'en-GB',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
    actionTimeout: stepLimitMs,
    navigationTimeout: stepLimitMs,
    // Storing the shell in the cache of a worker for each test is a fifth of the work; tests of that use `testInstalled` (support/browser.ts).
    serviceWorkers: 'block',
    // A trace of every test is another fifth. Screenshots on failure would need one for each page that closes. `TRACE=1 npx playwright test ...` enables both.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    launchOptions: { executablePath: findHeadlessShell() ?? undefined, args: [...chromiumArgs, ...oneProcess] },
  },
});
