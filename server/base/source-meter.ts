/** Counts of one receiver connection or port since the start, as an Admin sees them. */

/** Counts with a reason. `doubtful` frames are counted elsewhere as well. */
export type CountKind = 'refused' | 'leftOut' | 'repeated' | 'dropped' | 'thinned' | 'doubtful';
export type CountedReason = { readonly kind: CountKind; readonly reason: string; readonly count: number };

const bucketMs = 5000;
/** Of the rate: a minute. */
const buckets = 12;

export class SourceMeter {
  /** Frames or messages, usable or not. */
  received = 0;
  lastMs: number | null = null;
  readonly #counts = new Map<CountKind, Map<string, { count: number }>>();
  readonly #recent: number[] = new Array(buckets).fill(0);
  #bucket = 0;

  receive(nowMs: number, count = 1): void {
    this.received += count;
    this.lastMs = nowMs;
    if (nowMs < this.#bucket * bucketMs || nowMs >= (this.#bucket + 1) * bucketMs) this.#turnTo(nowMs);
    const at = this.#bucket % buckets;
    this.#recent[at] = (this.#recent[at] ?? 0) + count;
  }

  /** Reasons are our own texts, so they are few. */
  add(kind: CountKind, reason: string, count = 1): void {
    if (count === 0) return;
    const known = this.#counts.get(kind)?.get(reason);
    if (known) known.count += count;
    else this.#counts.set(kind, new Map([...(this.#counts.get(kind) ?? []), [reason, { count }]]));
  }

  /** Frames or messages of the last minute. */
  lastMinute(nowMs: number): number {
    this.#turnTo(nowMs);
    return this.#recent.reduce((sum, count) => sum + count, 0);
  }

  /** The most frequent first. */
  reasons(): CountedReason[] {
    return [...this.#counts]
      .flatMap(([kind, counts]) => [...counts].map(([reason, { count }]) => ({ kind, reason, count })))
      .sort((a, b) => b.count - a.count);
  }

  #turnTo(nowMs: number): void {
    const bucket = Math.floor(nowMs / bucketMs);
    const passed = bucket - this.#bucket;
    // Also after a clock that was set back.
    if (passed < 0 || passed >= buckets) this.#recent.fill(0);
    else for (let step = 1; step <= passed; step++) this.#recent[(this.#bucket + step) % buckets] = 0;
    this.#bucket = bucket;
  }
}
