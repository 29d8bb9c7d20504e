/** Queue of one destination: bounded, oldest out. */

/** taken = sent + repeated + tooLong + dropped + waiting. */
export class OutCounts {
  taken = 0;
  sent = 0;
  /** The same message of another station, or a frame that returned. */
  repeated = 0;
  tooLong = 0;
  /** Pushed out of the full queue, or lost with a connection. */
  dropped = 0;
  waiting = 0;
}
type OutboxLimits = { readonly items: number; readonly bytes: number };
const usualLimits: OutboxLimits = { items: 10_000, bytes: 4_194_304 };
/** The array is shortened when so many of its items have been taken. */
const compactAt = 1000;

export class Outbox {
  #items: (Buffer | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  constructor(
    private readonly counts: OutCounts,
    private readonly limits: OutboxLimits = usualLimits,
  ) {}

  get length(): number {
    return this.#items.length - this.#first;
  }

  add(item: Buffer): void {
    this.counts.waiting++;
    this.#items.push(item);
    this.#bytes += item.length;
    while (this.length > this.limits.items || this.#bytes > this.limits.bytes) {
      this.#shift();
      this.counts.waiting--;
      this.counts.dropped++;
    }
  }

  /** The oldest items, together up to so many bytes, at least one. They count as waiting until they are `settled`. */
  take(maxBytes: number): Buffer[] {
    const taken: Buffer[] = [];
    for (let bytes = 0; this.length > 0; ) {
      bytes += this.#items[this.#first]?.length ?? 0;
      if (taken.length > 0 && bytes > maxBytes) break;
      taken.push(this.#shift());
    }
    return taken;
  }

  settled(count: number, isSent: boolean): void {
    this.counts.waiting -= count;
    if (isSent) this.counts.sent += count;
    else this.counts.dropped += count;
  }

  /** The destination is gone. */
  clear(): void {
    this.settled(this.length, false);
    this.#items = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #shift(): Buffer {
    const item = this.#items[this.#first] as Buffer;
    this.#items[this.#first++] = undefined;
    this.#bytes -= item.length;
    if (this.#first >= compactAt && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
