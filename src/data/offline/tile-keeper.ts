/** The page's client of the service worker, which alone stores tiles. */
import type { TileAnswers, TileAsk } from '../../../contract/tile-keeper.ts';
import { listenerSet } from '../../lib/listeners.ts';

/** No worker controls this page: an insecure address, a blocked worker, or the first seconds of a first visit. */
class NoTileKeeper extends Error {
  override readonly name = 'NoTileKeeper';
}

/** Longer than the worker's own limit. */
const responseLimitMs = 30_000;

type Removal = Extract<TileAsk, { readonly ask: 'remove' | 'clear' }>;
const removals = listenerSet<[removal: Removal]>();
/** This page removes an area or tiles, so that downloads stop. */
export const onTileRemoval = removals.add;

/** @throws NoTileKeeper, or the worker's error */
export function sendToTileKeeper<A extends TileAsk>(requested: A): Promise<TileAnswers[A['ask']]> {
  if (requested.ask === 'remove' || requested.ask === 'clear') removals.notify(requested);
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
      reject(new NoTileKeeper('The service worker does not respond.'));
    }, responseLimitMs);
    port1.onmessage = ({ data }: MessageEvent<{ answer?: TileAnswers[A['ask']]; failed?: string }>) => {
      finish();
      if (data.failed === undefined && data.answer !== undefined) resolve(data.answer);
      else reject(new Error(data.failed ?? 'The service worker did not respond.'));
    };
    worker.postMessage(requested, [port2]);
  });
}

export function hasTileKeeper(): boolean {
  return Boolean(globalThis.navigator?.serviceWorker?.controller);
}
