/** Country outlines from a worker that ends afterwards: fine outlines take a phone half a second. */
import type { CountryData, Detail } from './countries.ts';

/** @throws Error if they could not be loaded, or the signal's reason */
export function countriesOf(detail: Detail, signal: AbortSignal): Promise<CountryData> {
  const worker = new Worker(new URL('./countries-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CountryData>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CountryData>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(detail);
  }).finally(() => worker.terminate());
}
