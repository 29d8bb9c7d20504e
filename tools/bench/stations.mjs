/** 5,000 stations on /stationStatus: opening against 40 stations, scrolling against the raw list. CPU, not wall time. */
import { ratio, rounded, withPages } from './pages.mjs';

const frames = 60;
const step = 240;
const opened = 5;
const sources = { stations: 'stations.tsx', ours: 'ours.tsx' };
const isReady = () =>
  window.bench !== undefined && document.querySelector('ul[aria-label="Stations"] li, [role="columnheader"]') !== null;

export function measure() {
  return withPages('tools/bench/table', sources, async (open) => {
    const many = await open('stations?rows=5000', isReady);
    const few = await open('stations?rows=40', isReady);
    const raw = await open('ours?rows=10000', isReady);
    const scrolled = await rounded({ many, raw }, async ({ page, taskMs }) => {
      await page.evaluate(() => window.bench.scrollTo(0));
      const before = await taskMs();
      await page.evaluate(([count, by]) => window.bench.scroll(count, by), [frames, step]);
      return ((await taskMs()) - before) / frames;
    });
    const made = await rounded({ many, few }, async ({ page, taskMs }) => {
      const before = await taskMs();
      await page.evaluate((times) => window.bench.nextPages(times), opened);
      return ((await taskMs()) - before) / opened;
    });
    const drawn = await many.page.evaluate(() => document.querySelectorAll('ul[aria-label="Stations"] li').length);
    return [
      ratio(
        '5,000 stations: main-thread CPU of a scrolled frame, against a raw list of 10,000 rows',
        scrolled.many,
        scrolled.raw,
        1,
      ),
      ratio('5,000 stations: main-thread CPU until the list is open, against 40 stations', made.many, made.few, 2),
      {
        name: '5,000 stations: rows in the document',
        value: drawn,
        limit: 40,
        isExact: true,
        detail: 'in a window of 800 px, rows of 65 px, and what is drawn ahead',
      },
    ];
  });
}
