/**
 * Entry point. Libraries, fields, calls and app are four tasks: a single one blocks a phone for a quarter of a second.
 * `tools/chunk-of.ts` makes a file of each, and index.html preloads all.
 */
import 'react-dom/client';
import { yieldToMain } from './lib/yield-to-main.ts';

yieldToMain()
  .then(() => import('../contract/kinds.ts'))
  .then(yieldToMain)
  .then(() => import('../contract/api.ts'))
  .then(yieldToMain)
  .then(() => import('./app/start.tsx'))
  .then(
    ({ start }) => start(),
    // index.html shows the text: no other code has arrived.
    () => dispatchEvent(new Event('downlink-failed')),
  );
