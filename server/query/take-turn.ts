/** A turn in a queue that lasts until it is released, or is left before it starts. */
import type { LimitFunction } from 'p-limit';

/** The queue was too long for the caller. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate';
}

export type TurnOptions = {
  /** A caller that disconnects leaves the queue. */
  readonly signal?: AbortSignal;
  /** Maximum wait. */
  readonly waitMs: number;
};

/** Resolves to a function that ends the turn. @throws the signal's reason, TurnTooLate */
export function takeTurn(queue: LimitFunction, { signal, waitMs }: TurnOptions): Promise<() => void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let isWaiting = true;
    const stopWaiting = (): void => {
      isWaiting = false;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      stopWaiting();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      stopWaiting();
      reject(new TurnTooLate());
    }, waitMs);
    signal?.addEventListener('abort', onAbort);
    void queue(async () => {
      if (!isWaiting) return;
      stopWaiting();
      await new Promise<void>((end) => {
        resolve(end);
      });
    });
  });
}
