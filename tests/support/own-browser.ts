/** A separate Chromium process with a profile on disk, which can be killed and opened again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from 'playwright/test';
import { chromiumArgs, findHeadlessShell } from '../../tools/chromium.mjs';

type OwnBrowser = {
  /** The page of the running browser. */
  page(): Page;
  /** Writes everything to disk, as at a shutdown. */
  closeCleanly(): Promise<void>;
  /** kill -9 of the browser and all its processes. */
  kill(): Promise<void>;
  open(): Promise<void>;
  /** Closes it and removes the profile. */
  dispose(): Promise<void>;
};

export async function startOwnBrowser(): Promise<OwnBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'downlink-profile-'));
  const portFile = join(profile, 'DevToolsActivePort');
  let child: ChildProcess | undefined;
  let browser: Browser | undefined;
  let page: Page | undefined;
  const gone = (): Promise<void> =>
    new Promise((done) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) done();
      else child.once('exit', () => done());
    });

  async function open(): Promise<void> {
    rmSync(portFile, { force: true });
    const args = [...chromiumArgs, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
    child = spawn(findHeadlessShell() ?? 'chromium', [...args, 'about:blank'], { detached: true, stdio: 'ignore' });
    const isListening = () => existsSync(portFile) && readFileSync(portFile, 'utf8').includes('\n');
    await expect.poll(isListening, { message: 'the browser listens' }).toBe(true);
    const [port] = readFileSync(portFile, 'utf8').split('\n');
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const context = browser.contexts()[0];
    page = context?.pages()[0] ?? (await context?.newPage());
    await page?.setViewportSize({ width: 1280, height: 860 });
  }
  async function kill(): Promise<void> {
    const ended = gone();
    if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    await browser?.close().catch(() => undefined);
  }
  await open();
  return {
    page() {
      if (!page) throw new Error('The browser has no page.');
      return page;
    },
    async closeCleanly() {
      const ended = gone();
      const session = await browser?.newBrowserCDPSession();
      await session?.send('Browser.close').catch(() => undefined);
      await ended;
    },
    kill,
    open,
    async dispose() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
