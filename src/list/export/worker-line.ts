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
  const pending: { settle(response: FromWorker): void; fail(error: Error): void }[] = [];
  let broken: Error | null = null;
  const failAll = (message: string): void => {
    broken ??= new Error(message);
    for (const one of pending.splice(0)) one.fail(broken);
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'failed') failAll(data.message);
    else pending.shift()?.settle(data);
  };
  worker.onerror = () => failAll('The export could not start. Reload the app and try again.');

  const request = (message: ToWorker): Promise<FromWorker> =>
    new Promise((settle, fail) => {
      if (broken) {
        fail(broken);
        return;
      }
      pending.push({ settle, fail });
      worker.postMessage(message);
    });
  const added = (response: FromWorker): Added | null => (response.kind === 'added' ? response.added : null);
  // Its failure is reported to the next caller.
  request({ action: 'start', plan }).catch(() => undefined);
  return {
    addText: async (text) => added(await request({ action: 'add text', text })),
    async addRows(rows) {
      const result = added(await request({ action: 'add rows', rows }));
      if (!result) throw new Error('The rows could not be loaded.');
      return result;
    },
    async finish(about, name) {
      const response = await request({ action: 'finish', about, name });
      if (response.kind !== 'file') throw new Error('There is no file.');
      return response.file;
    },
    end() {
      pending.length = 0;
      worker.terminate();
    },
  };
}
