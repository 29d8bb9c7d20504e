import type { Page } from 'playwright/test';

/**
 * Installs a clock that the test moves. A jump ends no request: the deadlines of requests also use this clock, and on a busy machine some are running
 * at each jump. The app would count the server as unreachable and repeat all requests of the screen.
 */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(endDeadlines);
  await page.evaluate(endDeadlines);
}

function endDeadlines(): void {
  AbortSignal.timeout = () => new AbortController().signal;
}
