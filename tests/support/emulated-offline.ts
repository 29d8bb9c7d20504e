/** `context.setOffline` as tests need it: complete and permanent. */
import { type BrowserContext, type Disposable, expect, type Page } from 'playwright/test';

/** A busy Chromium applies it late: pages are offline, or online, when the call resolves. */
export function completeOffline(context: BrowserContext): void {
  const emulate = context.setOffline.bind(context);
  context.setOffline = async (isOffline) => {
    await emulate(isOffline);
    await Promise.all(context.pages().map(isOffline ? untilOffline : untilOnline));
  };
}

/** The same through a reload: Chromium 150 loses `navigator.onLine` when a page with a service worker reloads, though its requests still fail. Chromium 156 keeps it. */
export function keepOffline(context: BrowserContext): void {
  const emulate = context.setOffline.bind(context);
  let script: Disposable | undefined;
  context.setOffline = async (isOffline) => {
    await script?.dispose();
    script = isOffline ? await context.addInitScript(hideNetwork) : undefined;
    await emulate(isOffline);
    if (!isOffline) await Promise.all(context.pages().map((page) => page.evaluate(showNetwork)));
    await Promise.all(context.pages().map(isOffline ? untilOffline : untilOnline));
  };
}

/** Until the page is offline and its requests fail. */
async function untilOffline(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return;
  await page.waitForFunction(() => !navigator.onLine);
  await page.waitForFunction(() =>
    fetch('', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(1000) }).then(
      () => false,
      // Late is not offline.
      (error: Error) => error.name !== 'TimeoutError',
    ),
  );
}

/** The server may be unreachable: a request proves nothing. The bar above the screen disappears when the app is online, and a click while it moves the screen is lost. */
async function untilOnline(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return;
  await page.waitForFunction(() => navigator.onLine);
  await expect(page.locator('[data-testid=connection-bar][data-state=no-network]')).toBeHidden();
}

function hideNetwork(): void {
  if (navigator.onLine) Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
}

/** A browser that lost the property fires no `online` event. */
function showNetwork(): void {
  if (!Object.hasOwn(navigator, 'onLine')) return;
  Reflect.deleteProperty(navigator, 'onLine');
  dispatchEvent(new Event('online'));
}
