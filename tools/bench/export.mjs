/**
 * Export of 100,000 rows against write-excel-file in a worker: time and memory, in Chromium.
 * Each run has its own browser. Memory = rise of the peak resident memory of all its processes (Linux only),
 * because the bytes of a Blob move to the browser process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { acarsRows } from './acars-rows.ts';
import { withModule } from './in-browser.mjs';
import { median } from './median.mjs';

const rounds = 5;
const responses = 10;
const rowsPerResponse = 10_000;

export async function measure() {
  const results = { ours: [], library: [] };
  await withModule(
    'tools/bench/export-in-browser.ts',
    async (inPage) => {
      for (let round = 0; round < rounds; round++)
        for (const way of ['ours', 'library'])
          results[way].push(await inPage((page, browser) => run(page, browser, way)));
    },
    Array.from({ length: responses }, (_, at) => [`/answers/${at}.json`, responseText(at)]),
  );
  const of = (way, what) => median(results[way].map((result) => result[what]));
  const rows = `${responses * rowsPerResponse} rows x 25 columns`;
  const frame = (way) =>
    `${of(way, 'longestFrameMs').toFixed(0)} ms, longest task ${of(way, 'longestTaskMs') > 0 ? `${of(way, 'longestTaskMs').toFixed(0)} ms` : 'below 50 ms'}`;
  const frames = `longest frame of the page ${frame('ours')} (write-excel-file ${frame('library')})`;
  const figures = [
    {
      name: `export of ${rows}: time, against write-excel-file`,
      value: of('ours', 'ms') / of('library', 'ms'),
      limit: 0.5,
      detail: `${of('ours', 'ms').toFixed(0)} ms against ${of('library', 'ms').toFixed(0)} ms, file ${(of('ours', 'bytes') / 1e6).toFixed(1)} MB against ${(of('library', 'bytes') / 1e6).toFixed(1)} MB, ${frames}; medians of ${rounds} interleaved runs`,
    },
  ];
  if (of('library', 'extraMb') > 0)
    figures.push({
      name: `export of ${rows}: extra memory, against write-excel-file`,
      value: of('ours', 'extraMb') / of('library', 'extraMb'),
      limit: 0.5,
      detail: `${of('ours', 'extraMb').toFixed(0)} MB against ${of('library', 'extraMb').toFixed(0)} MB of resident memory, all processes of the browser`,
    });
  return figures;
}

async function run(page, browser, way) {
  await page.evaluate(() => import('/bench.js'));
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.map((one) => one.id);
  for (const pid of pids) forgetPeak(pid);
  const before = sum(pids, 'VmRSS');
  const result = await page.evaluate(
    async ([name, count]) => (await import('/bench.js')).exported(name, count),
    [way, responses],
  );
  return { ...result, extraMb: (sum(pids, 'VmHWM') - before) / 1024 };
}

/** The text of response number `at`. */
function responseText(at) {
  const acarsMessages = acarsRows(rowsPerResponse, at * rowsPerResponse);
  return JSON.stringify({ acarsMessages, acarsMessagesCount: responses * rowsPerResponse });
}

/** Resets the peak memory of a process. */
function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not Linux, or not allowed: the peak of its start counts then, for both alike.
  }
}

/** kB, 0 where unknown. */
function sum(pids, what) {
  return pids.reduce((total, pid) => {
    try {
      return (
        total + Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
      );
    } catch {
      return total;
    }
  }, 0);
}
