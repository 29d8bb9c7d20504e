/** Clocks of pages that a test moves. */
import type { Page, TestInfo } from 'playwright/test';

/** A test whose title ends with `@clock` moves the clock of its page. The page has the clock before it opens anything. */
export const isClockMoved = ({ tags }: Pick<TestInfo, 'tags'>): boolean => tags.includes('@clock');

/** The page, with a clock if the test moves it. */
export async function withClock(page: Page, info: Pick<TestInfo, 'tags'>): Promise<Page> {
  if (!isClockMoved(info)) return page;
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
