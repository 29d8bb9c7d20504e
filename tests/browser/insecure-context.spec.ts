/** A host name that is not loopback counts as another machine, where plain HTTP is insecure. */
import { chromium } from 'playwright/test';
import { chromiumArgs, findChromium } from '../../tools/chromium.mjs';
import { App, expect, serverForFile, test } from '../support/browser.ts';

const server = serverForFile({ args: ['--demo', '--no-demo-traffic'], env: { ALLOWED_HOSTS: 'downlink.test' } });

test('OFF-01: over plain HTTP a bar states the limitations, and the app works', async () => {
  const { port } = new URL(server.current.url);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [...chromiumArgs, '--host-resolver-rules=MAP downlink.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    const app = new App(page, `http://downlink.test:${port}`);
    await app.open('/auth');
    await expect(page.getByText('The connection is not secure.')).toBeVisible();
    await app.logInByForm('parser');
    await expect(page.getByText('The connection is not secure.')).toBeVisible();
  } finally {
    await browser.close();
  }
});
