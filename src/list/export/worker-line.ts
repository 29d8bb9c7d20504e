/** Promises around the export worker. */
import { trustedScript } from '../../lib/trusted-types.ts';
import workerUrl from './export-worker.ts?worker&url';
import type { AboutLine } from './sheet.ts';
import type { Added, ExportPlan, FromWorker, ToWorker } from './worker-protocol.ts';

export type WorkerLine = {
  /** null = the text is not a response of this API. */
  addText(text: string): Promise<Added | null>;
  addRows(rows: readonly object[]): Promise<Added>;
  finish(about: readonly AboutLine[], name: string): Promise<Blob>;
  /** Ends the worker. Pending and later requests never settle. */
  end(): void;
};

/** Starts a worker. Every request rejects after a failure, also if it could not be loaded. */
export function openWorker(plan: ExportPlan): WorkerLine {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  const awaited: { settle(said: FromWorker): void; fail(error: Error): void }[] = [];
  let broken: Error | null = null;
  const failAll = (message: string): void => {
    broken ??= new Error(message);
    for (const one of awaited.splice(0)) one.fail(broken);
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.said === 'failed') failAll(data.message);
    else awaited.shift()?.settle(data);
  };
  worker.onerror = () => failAll('The export could not start. Reload the app and try again.');

  const ask = (message: ToWorker): Promise<FromWorker> =>
    new Promise((settle, fail) => {
      if (broken) {
        fail(broken);
        return;
      }
      awaited.push({ settle, fail });
      worker.postMessage(message);
    });
  const added = (said: FromWorker): Added | null => (said.said === 'added' ? said.added : null);
  // Its failure is reported to the next caller.
  ask({ ask: 'start', plan }).catch(() => undefined);
  return {
    addText: async (text) => added(await ask({ ask: 'add text', text })),
    async addRows(rows) {
      const result = added(await ask({ ask: 'add rows', rows }));
      if (!result) throw new Error('The rows could not be loaded.');
      return result;
    },
    async finish(about, name) {
      const said = await ask({ ask: 'finish', about, name });
      if (said.said !== 'file') throw new Error('There is no file.');
      return said.file;
    },
    end() {
      awaited.length = 0;
      worker.terminate();
    },
  };
}
