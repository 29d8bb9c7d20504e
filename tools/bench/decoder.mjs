/** 1,000 demo messages through the decoder worker: no task of the page may take more than 50 ms. In Chromium. */
import { compareInBrowser } from './in-browser.mjs';
import { median } from './median.mjs';

const messages = 1000;
const rounds = 5;
const longestTaskMs = 50;

export async function measure() {
  const { demoMessages } = await import('../../server/demo/acars-traffic.ts');
  const { decodeMessage } = await import('../../decoder/decode-message.ts');
  const end = Date.UTC(2026, 10, 21, 9);
  const texts = demoMessages(end - 6 * 3_600_000, end, 'live')
    .filter(({ text }) => text !== null && text !== '')
    .slice(0, messages)
    .map(({ label, text }) => ({ label: label ?? '', text }));
  if (texts.length < messages) throw new Error(`The demo has ${texts.length} messages only.`);
  const decodable = texts.filter(({ label, text }) => decodeMessage(label, text).level !== 'none').length;
  const runs = await compareInBrowser('tools/bench/decoder-in-browser.ts', { texts, rounds });
  const faults = runs.filter((run) => run.decoded !== decodable);
  if (faults.length > 0) throw new Error(`The browser decoded ${faults[0].decoded} messages, Node ${decodable}.`);
  return [
    {
      name: `${messages} messages decoded in the worker: longest task of the page`,
      value: median(runs.map((run) => run.longestTaskMs)),
      limit: longestTaskMs,
      isExact: true,
      unit: ' ms',
      detail: `0 = none above 50 ms; longest frame ${median(runs.map((run) => run.longestFrameMs)).toFixed(0)} ms, all in ${median(runs.map((run) => run.ms)).toFixed(0)} ms, ${decodable} decodable; medians of ${rounds} runs, the first of which loads the library`,
    },
  ];
}
