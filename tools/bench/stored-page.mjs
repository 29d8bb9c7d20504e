/**
 * A stored page becoming rows, by the product's own code, against reading the same rows one record each through Dexie. In Chromium.
 * Must not: measure anything but the reading (both stores are filled before).
 */
import { compareInBrowser } from './in-browser.mjs';
import { median } from './median.mjs';

export async function measure() {
  const size = { rows: 1000, rounds: 5, readsPerRound: 10 };
  const { ours, rowWise } = await compareInBrowser('tools/bench/stored-page-in-browser.ts', size);
  const [mine, theirs] = [median(ours), median(rowWise)];
  return [
    {
      name: 'stored page of 1,000 rows to rows, against row-wise Dexie',
      value: mine / theirs,
      limit: 0.3,
      detail: `${mine.toFixed(2)} ms against ${theirs.toFixed(2)} ms, medians of 5 interleaved rounds`,
    },
  ];
}
