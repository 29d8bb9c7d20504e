/**
 * Finds the Chromium that the browser tests and figures drive, and says how it is started.
 * Must not: download anything by itself (tools/test.mjs decides that).
 */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

export function findChromium() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    playwrightsOwn(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** The same engine without the browser's own windows: page tests take a third less time in it. Not for what a whole browser does (install). */
export function findHeadlessShell() {
  const shell = '/usr/bin/chromium-headless-shell';
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium();
}

function playwrightsOwn() {
  try {
    return chromium.executablePath();
  } catch {
    return null;
  }
}

export const chromiumArgs = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
