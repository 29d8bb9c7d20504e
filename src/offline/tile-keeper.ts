/**
 * The page's side of the stored tiles: asks the service worker, which alone has them.
 * Must not: touch Cache Storage or the books, or fetch a tile.
 */
import type { TileAnswers, TileAsk } from '../../contract/tile-keeper.ts';

/** No worker controls this page: an insecure address, a blocked worker, or the first seconds of a first visit. */
export class NoTileKeeper extends Error {
  override readonly name = 'NoTileKeeper';
}

/** A tile of an area may take its time; the worker itself gives up sooner. */
const answerLimitMs = 30_000;

type Removal = Extract<TileAsk, { readonly ask: 'remove' | 'clear' }>;
const removalListeners = new Set<(removal: Removal) => void>();

/** Tells, before it happens, that this page removes an area, or tiles: whoever fetches them stops. */
export function onTileRemoval(listener: (removal: Removal) => void): void {
  removalListeners.add(listener);
}

/** Throws NoTileKeeper, or what the worker failed with. */
export function askTileKeeper<A extends TileAsk>(asked: A): Promise<TileAnswers[A['ask']]> {
  if (asked.ask === 'remove' || asked.ask === 'clear') for (const listener of removalListeners) listener(asked);
  const worker = globalThis.navigator?.serviceWorker?.controller;
  if (!worker) return Promise.reject(new NoTileKeeper('No service worker controls this page.'));
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const finish = (): void => {
      clearTimeout(timer);
      port1.close();
    };
    const timer = setTimeout(() => {
      finish();
      reject(new NoTileKeeper('The service worker does not answer.'));
    }, answerLimitMs);
    port1.onmessage = ({ data }: MessageEvent<{ answer?: TileAnswers[A['ask']]; failed?: string }>) => {
      finish();
      if (data.failed === undefined && data.answer !== undefined) resolve(data.answer);
      else reject(new Error(data.failed ?? 'The service worker gave no answer.'));
    };
    worker.postMessage(asked, [port2]);
  });
}

/** Is there one to ask? */
export function hasTileKeeper(): boolean {
  return Boolean(globalThis.navigator?.serviceWorker?.controller);
}
