/** Finds frames that one receiver delivers twice, by two sources. */
import type { RawMessage } from '../mode-s/raw-message.ts';

const withCounterMs = 5000;
/** Without a counter, equal bytes are the same frame only if they arrive almost together. */
const withoutCounterMs = 20;
const maxEntries = 100_000;

export class Repeats {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #turnedMs = 0;

  isRepeat({ bytes, counter }: RawMessage, arrivalMs: number): boolean {
    this.#turn(arrivalMs);
    const key = `${counter ?? ''} ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')}`;
    const seenMs = this.#young.get(key) ?? this.#old.get(key);
    this.#young.set(key, arrivalMs);
    return seenMs !== undefined && arrivalMs - seenMs <= (counter === null ? withoutCounterMs : withCounterMs);
  }

  #turn(nowMs: number): void {
    if (Math.abs(nowMs - this.#turnedMs) < withCounterMs && this.#young.size < maxEntries) return;
    this.#turnedMs = nowMs;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
