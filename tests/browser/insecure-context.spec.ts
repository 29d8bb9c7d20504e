/**
 * Plain HTTP on another machine: no service worker, and a bar that says so.
 * Must not: need another machine; a host name that is not loopback is one to the browser.
 */
import { chromium } from 'playwright/test';
import { chromiumArgs, findChromium } from '../../tools/chromium.mjs';
import { App, expect, serverForFile, test } from '../support/browser.ts';

const server = serverForFile({ args: ['--demo', '--no-demo-traffic'], env: { ALLOWED_HOSTS: 'downlink.test' } });

test('OFF-01: over plain HTTP a bar says what is missing, and the app works', async () => {
  const { port } = new URL(server.current.url);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [...chromiumArgs, '--host-resolver-rules=MAP downlink.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    const app = new App(page, `http://downlink.test:${port}`);
    await app.open('/auth');
    await expect(page.getByText('Not a secure connection.')).toBeVisible();
    await app.logInByForm('parser');
    await expect(page.getByText('Not a secure connection.')).toBeVisible();
  } finally {
    await browser.close();
  }
});
