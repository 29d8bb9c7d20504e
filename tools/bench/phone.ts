/**
 * Total blocking time of a screen on a phone: CPU time of main-thread tasks beyond 50 ms at a quarter of the speed.
 * CPU time, so that a busy machine measures about the same.
 */
import type { Browser, BrowserContext } from 'playwright';
import { App } from '../../tests/support/browser.ts';
import { launchChromium } from '../chromium.mjs';
import { median } from './median.mjs';
import { isTaskOf, type TraceEvent, traced } from './trace.ts';
import { withServer } from './with-server.ts';

const slowdown = 4;
const longTaskMs = 50;
/** Background work of the list ends within this time after its rows are shown. */
const afterMs = 3000;
const rounds = 5;
const limitMs = 200;

export async function measure(): Promise<object[]> {
  return withServer({ args: [] }, async (server) => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        isMobile: true,
        hasTouch: true,
        serviceWorkers: 'block',
      });
      const auth = await blockedMs(browser, context, `${server.url}/auth`, '.login-submit');
      await new App(await context.newPage(), server.url).logInAs('parser');
      const list = await blockedMs(browser, context, `${server.url}/akrxAll`, 'main li');
      return [figure('/auth', auth), figure('/akrxAll', list)];
    } finally {
      await browser.close();
    }
  });
}

function figure(path: string, times: readonly number[]): object {
  const detail = `of ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; CPU time x ${slowdown}, beyond ${longTaskMs} ms a task`;
  return { name: `phone, ${path} blocked`, value: median([...times]), unit: ' ms', limit: limitMs, detail };
}

async function blockedMs(browser: Browser, context: BrowserContext, url: string, ready: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage();
    const events = await traced(browser, async () => {
      await page.goto(url);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(afterMs);
    });
    times.push(blockedIn(events));
    await page.close();
  }
  return times;
}

/** Tasks of the painted page, from its first content on. */
function blockedIn(events: readonly TraceEvent[]): number {
  const paint = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1);
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === paint?.pid && args.name === 'CrRendererMain',
  );
  if (!paint || !main) throw new Error('The trace has no first paint.');
  return events
    .filter(isTaskOf(main))
    .filter(({ ts, dur = 0 }) => ts + dur >= paint.ts)
    .map(({ tdur = 0 }) => (tdur / 1000) * slowdown - longTaskMs)
    .filter((ms) => ms > 0)
    .reduce((sum, ms) => sum + ms, 0);
}
