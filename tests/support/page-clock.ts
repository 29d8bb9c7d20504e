/** Clocks of pages that a test moves. */
import type { Page, TestInfo } from 'playwright/test';

/** A test whose title ends with `@clock` moves the clock of its page, which has it before it opens anything. */
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
 * A jump of the clock ends no request: their deadlines also use it, and on a busy machine some are running at each jump. The app would count the
 * server as unreachable and repeat all requests of the screen.
 */
function endDeadlines(): void {
  AbortSignal.timeout = () => new AbortController().signal;
}
