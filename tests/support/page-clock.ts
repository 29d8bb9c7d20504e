/** Time in pages: clocks that a test moves, and deadlines. */
import type { Page, TestInfo } from 'playwright/test';

/** A test whose title ends with `@clock` moves the clock of its page. The page has the clock before it opens anything. */
export const isClockMoved = ({ tags }: Pick<TestInfo, 'tags'>): boolean => tags.includes('@clock');

/** The page, with a clock if the test moves it. Else its deadlines pass, but late. */
export async function withClock(page: Page, info: Pick<TestInfo, 'tags'>): Promise<Page> {
  if (!isClockMoved(info)) {
    await page.addInitScript(extendDeadlines);
    return page;
  }
  await page.clock.install();
  await page.addInitScript(endDeadlines);
  await page.evaluate(endDeadlines);
  return page;
}

/**
 * Deadlines of requests use the same clock, and on a busy machine some are running at each jump. A jump past a deadline would end the request, and the
 * app would count the server as unreachable.
 */
function endDeadlines(): void {
  AbortSignal.timeout = () => new AbortController().signal;
}

/** On a busy machine a response may take longer than the 8 s of the app: a login would fail, and a screen would show its stored copy. */
function extendDeadlines(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(15 * ms);
}
