/** Time from the navigation to the overview painted from the store, without a network. Wall time: reported, not gated. */
import { App, offlineReady } from '../../tests/support/browser.ts';
import { keepOffline } from '../../tests/support/emulated-offline.ts';
import { launchChromium } from '../chromium.mjs';
import { median } from './median.mjs';
import { withServer } from './with-server.ts';

const rounds = 5;
const wantedMs = 300;

export async function measure(): Promise<object[]> {
  return withServer({ args: [] }, async (server) => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      keepOffline(context);
      const page = await context.newPage();
      const app = new App(page, server.url);
      await app.logInAs('parser', { from: '/overview', lands: '/overview' });
      const messages = page.getByRole('list', { name: 'Messages', exact: true });
      await messages.waitFor();
      await offlineReady(page);
      // A navigation by the service worker, with the code of the screen compiled.
      await page.reload();
      await messages.waitFor();
      await context.setOffline(true);
      await page.addInitScript(notePainted);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await page.goto(`${server.url}/overview`);
        await page.waitForFunction(() => (window as Noted).paintedAt !== undefined);
        times.push(await page.evaluate(() => (window as Noted).paintedAt ?? Number.NaN));
      }
      const detail = `of ${times.map((ms) => ms.toFixed(0)).join(', ')} ms after navigation, offline`;
      return [
        {
          name: 'overview painted from the store',
          value: median(times),
          unit: ' ms',
          limit: wantedMs,
          isReported: true,
          detail,
        },
      ];
    } finally {
      await browser.close();
    }
  });
}

type Noted = Window & { paintedAt?: number };

/** In the page: the time of the frame after the one that first contains the messages. */
function notePainted(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('ol[aria-label="Messages"]')) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        (window as Noted).paintedAt = performance.now();
      }),
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}
