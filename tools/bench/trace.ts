/** Traces of a browser, for CPU time of single tasks: what else the machine does is not counted. */
import type { Browser } from 'playwright';

export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time, µs. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

export async function traced(browser: Browser, work: () => Promise<void>): Promise<TraceEvent[]> {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'disabled-by-default-devtools.timeline',
        'devtools.timeline',
        'loading',
        'toplevel',
        'blink.user_timing',
      ],
    },
  });
  await work();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  await cdp.detach();
  return events;
}

/** Of the main thread of a page. */
export const isTaskOf =
  ({ pid, tid }: Pick<TraceEvent, 'pid' | 'tid'>) =>
  (event: TraceEvent): boolean =>
    event.name === 'RunTask' && event.ph === 'X' && event.pid === pid && event.tid === tid;
