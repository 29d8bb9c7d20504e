/**
 * Outlines of countries, worked out in a worker that lives as long as it takes: the fine ones take a phone half a second.
 * Must not: keep them; who asked does.
 */
import type { CountryData, Detail } from './countries.ts';

/** @throws Error when they could not be loaded; the signal's reason when it was aborted */
export function countriesOf(detail: Detail, signal: AbortSignal): Promise<CountryData> {
  const worker = new Worker(new URL('./countries-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CountryData>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CountryData>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(detail);
  }).finally(() => worker.terminate());
}
