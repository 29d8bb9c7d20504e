/** Country outlines from a worker that ends afterwards: fine outlines take a phone half a second. */
import { idle } from '../idle.ts';
import { trustedScript } from '../trusted-types.ts';
import type { CountriesRequest, CountryData, Detail } from './countries.ts';
import workerUrl from './countries-worker.ts?worker&url';
import type { WorldLines } from './world-lines.ts';

/** Whether the browser asks for less data, and the files of the app are not on the device. */
export function savesData(): boolean {
  const { connection, serviceWorker } = navigator as SavingNavigator;
  return connection?.saveData === true && !serviceWorker?.controller;
}

/** Safari and Firefox have no `connection`, an insecure context no `serviceWorker`. */
type SavingNavigator = {
  readonly connection?: { readonly saveData?: boolean };
  readonly serviceWorker?: ServiceWorkerContainer;
};

/** Whether land can be told from water. Without it a map shows neither: an aircraft over land would seem to be at sea. */
export type LandState = 'loading' | 'loaded' | 'failed';
export const landTexts: Readonly<Record<LandState, string | null>> = {
  loading: 'Land and water are loading.',
  loaded: null,
  failed: 'Land and water could not be loaded.',
};

/** Runs `load`, and again after a failure when the device is online again. Reports the failure in between. */
export async function untilLoaded(load: () => Promise<void>, signal: AbortSignal, onFailed: () => void): Promise<void> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (signal.aborted) return;
      console.warn('Part of the map could not be loaded.', error);
      onFailed();
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { once: true, signal });
        signal.addEventListener('abort', resolve);
      });
      if (signal.aborted) return;
    }
  }
}

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
