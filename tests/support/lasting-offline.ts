/**
 * Makes `context.setOffline(true)` last through a reload: Chromium 150 loses `navigator.onLine` when a page with a service
 * worker reloads, though its requests still fail. Chromium 156 keeps it.
 */
import type { BrowserContext, Disposable } from 'playwright/test';

export function keepOffline(context: BrowserContext): void {
  const emulate = context.setOffline.bind(context);
  let script: Disposable | undefined;
  context.setOffline = async (isOffline) => {
    await script?.dispose();
    script = isOffline ? await context.addInitScript(hideNetwork) : undefined;
    await emulate(isOffline);
    if (!isOffline) await Promise.all(context.pages().map((page) => page.evaluate(showNetwork)));
  };
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
