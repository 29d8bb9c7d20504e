/** Finds the Chromium of browser tests and benches, and its start options. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { packagedShell } from './headless-shell.mjs';

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
  return process.env.CHROMIUM_PATH ? findChromium() : (packagedShell() ?? findChromium());
}

/** The oldest major version that passes the browser tests. The README names it. */
export const oldestChromium = 150;

/** One line for a version such as `150.0.7871.100` that is too old, else null. */
export function tooOld(version) {
  const major = Number.parseInt(version, 10);
  return major >= oldestChromium
    ? null
    : `The browser tests need Chromium ${oldestChromium} or later, and this is ${version}: update it, run 'npx playwright install chromium', or set CHROMIUM_PATH to a newer one.`;
}

export async function versionOf(path) {
  const browser = await chromium.launch({ executablePath: path, args: [...chromiumArgs] });
  const version = browser.version();
  await browser.close();
  return version;
}

/** For benches. @throws if there is none */
export function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: see npm test.');
  return chromium.launch({ executablePath, args: [...chromiumArgs] });
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
