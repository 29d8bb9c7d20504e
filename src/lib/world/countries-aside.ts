/** Country outlines from a worker that ends afterwards: fine outlines take a phone half a second. */
import { idle } from '../idle.ts';
import { savesData } from '../saves-data.ts';
import { trustedScript } from '../trusted-types.ts';
import type { CountriesRequest, CountryData, Detail } from './countries.ts';
import workerUrl from './countries-worker.ts?worker&url';
import type { WorldLines } from './world-lines.ts';

/** @throws Error if they could not be loaded, or the signal's reason */
export const countriesOf = (detail: Detail, signal: AbortSignal): Promise<CountryData> =>
  fromWorker({ detail, form: 'countries' }, signal);

/** @throws as above */
export const worldLinesOf = (detail: Detail, signal: AbortSignal): Promise<WorldLines> =>
  fromWorker({ detail, form: 'lines' }, signal);

/**
 * Waits until the browser is idle. False = the browser saves data: fine outlines are 230 kB.
 * @throws the signal's reason
 */
export async function isFineDue(signal: AbortSignal): Promise<boolean> {
  await idle();
  signal.throwIfAborted();
  return !savesData();
}

function fromWorker<T>(requested: CountriesRequest, signal: AbortSignal): Promise<T> {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  return new Promise<T>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(requested);
  }).finally(() => worker.terminate());
}
