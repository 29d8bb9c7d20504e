/** Browser part of export.mjs. */
import { sheetOf } from '../../src/list/export/sheet.ts';
import { openWorker } from '../../src/list/export/worker-line.ts';
import akrxAll from '../../src/screens/acars/akrx-all.list.ts';
import { type Busy, watchFrames } from './watch-frames.ts';

type Run = Busy & { readonly ms: number; readonly bytes: number };
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

/** Fetches as many responses and writes them to a workbook. */
export async function exported(way: 'ours' | 'library', responses: number): Promise<Run> {
  const frames = watchFrames();
  const startedAt = performance.now();
  const line = way === 'ours' ? ours() : library();
  for (let at = 0; at < responses; at++) await line.add(await (await fetch(`/answers/${at}.json`)).text());
  const file = await line.finish();
  const ms = performance.now() - startedAt;
  const { longestFrameMs, longestTaskMs } = frames.stop();
  line.end();
  return { ms, bytes: file.size, longestFrameMs, longestTaskMs };
}
