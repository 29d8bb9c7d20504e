import type { BrowserContext, Page, Route } from 'playwright/test';

/** Requests of `url` wait until the returned function is called; then `go` handles them. It resolves when those that waited are handled. */
export async function holdRoute(
  on: Page | BrowserContext,
  url: string | RegExp,
  go: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handled: Promise<void>[] = [];
  await on.route(url, (route) => {
    const one = released.then(() => go(route));
    handled.push(one);
    return one;
  });
  return async () => {
    release();
    await Promise.all(handled);
  };
}
