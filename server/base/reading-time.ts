/**
 * Limits the time that all receivers use together, so that a flood leaves time for requests (decision 25). Beyond it reading pauses: TCP
 * slows its sender down, and the bounded backlog of UDP grows.
 */
import { inProgress } from './pieces.ts';

/** Shares of the time of this process: without a request, and during one. */
const shares = { idle: 0.5, responding: 0.15 };
/** Longest work without a rest. A request waits up to this long for each of its steps. */
const burstMs = 2;
/** Frames of about a millisecond. */
const pieceBytes = 2048;

export class ReadingTime {
  #usedMs = 0;
  #atMs = 0;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Counts the time of `work`. */
  spend<T>(work: () => T): T {
    const from = this.#now();
    try {
      return work();
    } finally {
      const nowMs = this.clock();
      this.#usedMs += (nowMs - from) * (1 - this.#share);
      this.#atMs = nowMs;
    }
  }

  get #share(): number {
    return inProgress.requests > 0 ? shares.responding : shares.idle;
  }

  get isOver(): boolean {
    this.#now();
    return this.#usedMs > burstMs * (1 - this.#share);
  }

  /** Resolves when there is time again, for one caller after the other. */
  async rest(): Promise<void> {
    while (this.isOver)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        this.#schedule();
      });
  }

  /** Reads a chunk in pieces. `onRest` = before a rest. */
  async readPieces(chunk: Uint8Array, read: (piece: Uint8Array) => void, onRest?: () => void): Promise<void> {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      if (this.isOver) {
        onRest?.();
        await this.rest();
      }
      this.spend(() => read(chunk.subarray(from, from + pieceBytes)));
    }
  }

  /** Time that was not used is not saved up. */
  #now(): number {
    const nowMs = this.clock();
    this.#usedMs = Math.max(0, this.#usedMs - (nowMs - this.#atMs) * this.#share);
    this.#atMs = nowMs;
    return nowMs;
  }

  #schedule(): void {
    if (this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#waiting.shift()?.();
        // After the work of that one.
        setImmediate(() => this.#schedule());
      },
      Math.max(1, this.#usedMs / this.#share),
    );
  }
}

/** Of all receivers of this process. */
export const readingTime = new ReadingTime();
