/** Turns in a queue: each lasts until it is released, or is left before it starts. */
import pLimit, { type LimitFunction } from 'p-limit';

/** The queue is too long for the caller. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate';
}

/** Turns of one kind, a few at once. Knows from the last turns how long a new one would wait. */
export class Turns {
  private readonly queue: LimitFunction;
  private readonly atOnce: number;
  /** Of the last turns; later ones count more. null = none yet. */
  private usualMs: number | null = null;

  constructor(atOnce: number) {
    this.queue = pLimit(atOnce);
    this.atOnce = atOnce;
  }

  get pending(): number {
    return this.queue.pendingCount;
  }

  /** Of a caller that comes now. */
  get expectedWaitMs(): number {
    if (this.queue.activeCount < this.atOnce) return 0;
    return Math.ceil((this.queue.pendingCount + 1) / this.atOnce) * (this.usualMs ?? 0);
  }

  /** Resolves to a function that ends the turn. @throws TurnTooLate, at once if the wait would be too long; the reason of the signal */
  async take(options: TurnOptions): Promise<() => void> {
    if (this.expectedWaitMs > options.waitMs) throw new TurnTooLate();
    const end = await takeTurn(this.queue, options);
    const from = performance.now();
    return () => {
      const tookMs = performance.now() - from;
      this.usualMs = this.usualMs === null ? tookMs : 0.7 * this.usualMs + 0.3 * tookMs;
      end();
    };
  }
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
