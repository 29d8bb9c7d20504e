/** Export worker: receives plan, responses or rows, returns the file. Own file: the worker. */
import { trustBlobsOfWorker } from '../../lib/trusted-types.ts';
import { libraryWriter } from './library-writer.ts';
import { type RowCollector, rowCollector } from './row-collector.ts';
import type { Sheet, SheetWriter } from './sheet.ts';
import { streamWriter } from './stream-writer.ts';
import { csvWriter, jsonLinesWriter } from './text-writers.ts';
import type { FromWorker, ToWorker, WriterName } from './worker-protocol.ts';

/** The worker's side: the app is checked with types of the page. */
const page = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
};

trustBlobsOfWorker();

const writers: Readonly<Record<WriterName, (sheet: Sheet) => SheetWriter>> = {
  library: libraryWriter,
  stream: streamWriter,
  csv: csvWriter,
  jsonLines: jsonLinesWriter,
};
let writer: SheetWriter | null = null;
let collector: RowCollector | null = null;

async function respond(message: ToWorker): Promise<void> {
  if (message.action === 'start') {
    const { plan } = message;
    writer = writers[plan.writer](plan.sheet);
    collector = rowCollector(plan);
    page.postMessage({ kind: 'started' });
    return;
  }
  if (!writer || !collector) throw new Error('The export was not started.');
  if (message.action === 'finish') {
    page.postMessage({ kind: 'file', file: await writer.finish(message.about, message.name) });
    return;
  }
  const collected = message.action === 'add text' ? collector.fromText(message.text) : collector.fromRows(message.rows);
  if (!collected) {
    page.postMessage({ kind: 'unreadable' });
    return;
  }
  // Reported before the rows are written, so that the next request starts early.
  const { received, count, fresh } = collected;
  page.postMessage({ kind: 'added', added: { received, count, written: collector.taken } });
  await writer.add(fresh);
}

/** In order: requests wait while rows are compressed. */
let before: Promise<void> = Promise.resolve();
page.onmessage = ({ data }) => {
  before = before
    .then(() => respond(data))
    .catch((error: unknown) =>
      page.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
};
