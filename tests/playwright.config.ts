import { defineConfig } from 'playwright/test';
import { chromiumArgs, findHeadlessShell } from '../tools/chromium.mjs';

/** Real Chromium, production build, real server. No test is tried twice. */
export default defineConfig({
  testDir: '.',
  testMatch: ['browser/**/*.spec.ts', 'offline/**/*.spec.ts'],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  // One more than cores: a test waits about half of its time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findHeadlessShell() ?? undefined, args: [...chromiumArgs] },
  },
});
