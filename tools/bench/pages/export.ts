/** Page of the export bench: the product's streaming writer, and write-excel-file as documented. */
import { sheetOf } from '../../../src/list/export/sheet.ts';
import { openWorker } from '../../../src/list/export/worker-line.ts';
import akrxAll from '../../../src/screens/acars/akrx-all.list.ts';

type Way = { add(text: string): Promise<unknown>; finish(): Promise<Blob>; end(): void };

const sheet = sheetOf(akrxAll);

function ours(): Way {
  const line = openWorker({
    sheet,
    rows: akrxAll.endpoint.list.rows,
    count: akrxAll.endpoint.list.count,
    writer: 'stream',
    maxRows: 1_000_000,
  });
  return { add: (text) => line.addText(text), finish: () => line.finish([], 'Messages'), end: () => line.end() };
}

function library(): Way {
  const worker = new Worker(new URL('./export-library-worker.ts', import.meta.url), { type: 'module' });
  const ask = (message: unknown): Promise<unknown> =>
    new Promise((done, fail) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = (event) => fail(new Error(event.message));
      worker.postMessage(message);
    });
  const started = ask({ columns: sheet.columns });
  return {
    add: async (text) => {
      await started;
      await ask({ text });
    },
    finish: async () => (await ask({ finish: true })) as Blob,
    end: () => worker.terminate(),
  };
}

/** Longest frame of the page while the worker works. */
function watchFrames(): () => number {
  let [longestMs, last, isOn] = [0, performance.now(), true];
  const frame = (): void => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
    if (isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    isOn = false;
    return longestMs;
  };
}

export type Exported = typeof exported;
/** Fetches as many responses and writes them to a workbook. */
async function exported(way: 'ours' | 'library', responses: number): Promise<{ ms: number; longestFrameMs: number }> {
  const longestFrame = watchFrames();
  const startedAt = performance.now();
  const line = way === 'ours' ? ours() : library();
  for (let at = 0; at < responses; at++) await line.add(await (await fetch(`/answers/${at}.json`)).text());
  await line.finish();
  const ms = performance.now() - startedAt;
  line.end();
  return { ms, longestFrameMs: longestFrame() };
}
Object.assign(window, { exported });
