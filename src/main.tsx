/**
 * Entry point. Stored rows, libraries and app are three tasks: a single one blocks a phone. `tools/chunk-of.ts` makes a file of each, and index.html
 * preloads them.
 */
import { endFirstRows, showFirstRows } from './app/first-rows.ts';
import { yieldToMain } from './lib/yield-to-main.ts';

/** Longer than stored rows take where the storage works. */
const firstRowsMs = 500;

Promise.race([showFirstRows(), new Promise((late) => setTimeout(late, firstRowsMs))])
  // The app starts without them.
  .catch(endFirstRows)
  .then(() => import('react-dom/client'))
  .then(yieldToMain)
  .then(() => import('./app/start.tsx'))
  .then(
    ({ start }) => start(),
    // index.html shows the text: no other code has arrived.
    () => dispatchEvent(new Event('downlink-failed')),
  )
  .catch((error) => {
    endFirstRows();
    throw error;
  });
addEventListener('downlink-failed', endFirstRows);
