/** Country outlines from a worker that ends afterwards: fine outlines take a phone half a second. */
import { trustedScript } from '../trusted-types.ts';
import type { CountryData, Detail } from './countries.ts';
import workerUrl from './countries-worker.ts?worker&url';

/** @throws Error if they could not be loaded, or the signal's reason */
export function countriesOf(detail: Detail, signal: AbortSignal): Promise<CountryData> {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  return new Promise<CountryData>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CountryData>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(detail);
  }).finally(() => worker.terminate());
}
