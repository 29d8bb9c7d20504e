import type { BrowserContext, Page, Route } from 'playwright/test';

/** Requests of `url` wait until the returned function is called; then `go` handles them. */
export async function holdRoute(
  on: Page | BrowserContext,
  url: string | RegExp,
  go: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await on.route(url, async (route) => {
    await released;
    await go(route);
  });
  return release;
}
