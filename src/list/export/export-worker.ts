/**
 * The export's worker: takes plan, answers or rows, and gives back the workbook. All reading, writing and compressing happens here.
 * Must not: fetch anything, or know a session; the page ends it when nobody waits for it any more.
 */
import { libraryWriter } from './library-writer.ts';
import { type RowGatherer, rowGatherer } from './row-gatherer.ts';
import { streamWriter } from './stream-writer.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';
import type { SheetWriter } from './writer.ts';

/** The worker's own side of the line; the app is checked with the page's types. */
const page = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
};

let writer: SheetWriter | null = null;
let gatherer: RowGatherer | null = null;

async function answer(message: ToWorker): Promise<void> {
  if (message.ask === 'start') {
    const { plan } = message;
    writer = (plan.writer === 'library' ? libraryWriter : streamWriter)(plan.sheet);
    gatherer = rowGatherer(plan);
    page.postMessage({ said: 'started' });
    return;
  }
  if (!writer || !gatherer) throw new Error('The export was not started.');
  if (message.ask === 'finish') {
    page.postMessage({ said: 'file', file: await writer.finish(message.about) });
    return;
  }
  const gathered = message.ask === 'add text' ? gatherer.fromText(message.text) : gatherer.fromRows(message.rows);
  if (!gathered) {
    page.postMessage({ said: 'unreadable' });
    return;
  }
  // Said before the rows are written, so that the next answer is on its way meanwhile.
  const { received, count, fresh } = gathered;
  page.postMessage({ said: 'added', added: { received, count, written: gatherer.taken } });
  await writer.add(fresh);
}

/** One after the other: what is asked while rows are being compressed waits. */
let before: Promise<void> = Promise.resolve();
page.onmessage = ({ data }) => {
  before = before
    .then(() => answer(data))
    .catch((error: unknown) =>
      page.postMessage({ said: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
};
