/** Entry point. Libraries and app are two tasks: a single one blocks a phone. `tools/chunk-of.ts` makes a file of each, and index.html preloads both. */
import 'react-dom/client';
import { yieldToMain } from './lib/yield-to-main.ts';

yieldToMain()
  .then(() => import('./app/start.tsx'))
  .then(
    ({ start }) => start(),
    // index.html shows the text: no other code has arrived.
    () => dispatchEvent(new Event('downlink-failed')),
  );
