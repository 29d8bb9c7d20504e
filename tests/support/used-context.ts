/**
 * One browser context for tests of a worker with the same options: its process has compiled the app and cached its files, so a page
 * opens in 60 % of the CPU time of a page in a new context. Each test has a new page, and begins without stored data.
 */
import type { Browser, BrowserContext, Page, TestInfo } from 'playwright/test';
import { saveData } from './data-saver.ts';
import { completeOffline, keepOffline } from './emulated-offline.ts';
import { isClockMoved } from './page-clock.ts';

type Used = { readonly options: string; readonly context: BrowserContext; page: Page; isSpoiled: boolean };
/** Two, because an installed clock stays: tests that move it have a context of their own. */
const kept: { clock?: Used; plain?: Used } = {};
type Kind = keyof typeof kept;

/** Lasts for the whole context: Playwright cannot remove it. */
const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'newCDPSession'] as const;
const clockCalls = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime', 'fastForward', 'runFor', 'resume'] as const;
/** Playwright repeats each of them in every new page: with more calls a new context costs less. */
const maxClockCalls = 300;
const events = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'];

/** Chromium by default gives each document a process. With these, all pages of a context share one. */
export const oneProcess = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];

/** A context for one test, in which `setOffline` lasts through a reload. The runner adds the options of the test. */
export async function withNewContext(browser: Browser, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  keepOffline(context);
  await use(context);
  await context.close();
}

/** The context of earlier tests with the same options, or a new one, with an empty page. */
export async function withUsedContext(
  browser: Browser,
  options: string,
  info: TestInfo,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const kind = isClockMoved(info) ? 'clock' : 'plain';
  const { context } = await takeContext(browser, kind, options);
  const origins = originsOf(context);
  await use(context);
  await returnContext(kind, origins, info.status === info.expectedStatus);
}

async function takeContext(browser: Browser, kind: Kind, options: string): Promise<Used> {
  const last = kept[kind];
  if (last?.options === options && last.context.browser() === browser) return last;
  await dropContext(kind);
  const context = await browser.newContext();
  completeOffline(context);
  await saveData(context);
  const used: Used = { options, context, page: await context.newPage(), isSpoiled: false };
  kept[kind] = used;
  dropAfter(used, context, lasting);
  dropAfter(used, context.clock, clockCalls, kind === 'clock' ? maxClockCalls : 0);
  return used;
}

/** These methods change the context: after more calls than `allowed` the next test gets a new one. */
function dropAfter<T extends object>(used: Used, target: T, names: readonly (keyof T)[], allowed = 0): void {
  let calls = 0;
  for (const name of names) {
    const call = target[name] as (...args: unknown[]) => unknown;
    Object.assign(target, {
      [name]: (...args: unknown[]) => {
        calls += 1;
        if (calls > allowed) used.isSpoiled = true;
        return call.apply(target, args);
      },
    });
  }
}

async function dropContext(kind: Kind): Promise<void> {
  const context = kept[kind]?.context;
  delete kept[kind];
  await context?.close();
}

/** Origins that its pages show, from now on. */
function originsOf(context: BrowserContext): ReadonlySet<string> {
  const origins = new Set<string>();
  const follow = (page: Page): void => {
    page.on('framenavigated', (frame) => {
      const { protocol, origin } = new URL(frame.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  return origins;
}

/** Resets the context: no pages, stored data, permissions or routes. `origins`: those that were shown. */
async function returnContext(kind: Kind, origins: ReadonlySet<string>, hasPassed: boolean): Promise<void> {
  const used = kept[kind];
  if (!used) return;
  if (!hasPassed || used.isSpoiled) return dropContext(kind);
  const { context } = used;
  const pages = context.pages();
  // Opened first: the process ends with its last page.
  used.page = await context.newPage();
  for (const page of pages) await page.close();
  // A closed page may still run and write. All pages share one thread: this waits for it.
  await used.page.evaluate(() => undefined);
  for (const event of events) context.removeAllListeners(event);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await context.clearPermissions();
  await context.setGeolocation(null);
  await context.setOffline(false);
  const session = await context.newCDPSession(used.page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  used.isSpoiled = false;
  if (kind === 'plain') return;
  // Ends what the test set: the next page repeats all earlier calls of the clock.
  await context.clock.setSystemTime(Date.now());
  await context.clock.resume();
}
