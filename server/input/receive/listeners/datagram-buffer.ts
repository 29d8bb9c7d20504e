/** Bounded backlog of datagrams, oldest first. What exceeds it is dropped and counted. */
const newline = 0x0a;
/** Read in a few milliseconds, so that other work runs between batches. */
const slabBytes = 65_536;

/** Datagrams one after the other: where each ends in `bytes`, and the number of its sender. */
export type Batch = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
  readonly senders: readonly number[];
  readonly lines: number;
};
/** Indexes of the shared counters: unread lines, and dropped lines. */
export const bufferedAt = 0;
export const droppedAt = 1;

export class DatagramBuffer {
  private readonly full: Batch[] = [];
  private last: Uint8Array<ArrayBuffer> | null = null;
  private length = 0;
  private ends: number[] = [];
  private senders: number[] = [];
  private lines = 0;
  private bytes = 0;

  /** `counts` are shared with the server, which subtracts the lines that it has read. */
  constructor(
    private readonly maxBytes: number,
    private readonly counts: BigInt64Array,
  ) {}

  add(datagram: Uint8Array, sender: number): void {
    const lines = linesIn(datagram);
    if (lines === 0) return;
    const { length } = datagram;
    if (this.bytes + length > this.maxBytes) {
      Atomics.add(this.counts, droppedAt, BigInt(lines));
      return;
    }
    Atomics.add(this.counts, bufferedAt, BigInt(lines));
    if (!this.last || this.length + length > this.last.length) {
      this.finishLast();
      this.last = new Uint8Array(Math.max(slabBytes, length));
    }
    this.last.set(datagram, this.length);
    this.length += length;
    this.ends.push(this.length);
    this.senders.push(sender);
    this.lines += lines;
    this.bytes += length;
  }

  /** The oldest lines. null = none. */
  take(): Batch | null {
    if (this.full.length === 0) this.finishLast();
    const batch = this.full.shift() ?? null;
    this.bytes -= batch?.bytes.length ?? 0;
    return batch;
  }

  private finishLast(): void {
    const { ends, senders, lines } = this;
    if (this.last && this.length > 0) this.full.push({ bytes: this.last.slice(0, this.length), ends, senders, lines });
    this.last = null;
    this.length = 0;
    this.ends = [];
    this.senders = [];
    this.lines = 0;
  }
}

/** Lines that are not blank. The last one needs no newline. */
function linesIn(datagram: Uint8Array): number {
  let lines = 0;
  let isBlank = true;
  for (const byte of datagram) {
    if (byte === newline) {
      if (!isBlank) lines++;
      isBlank = true;
    } else if (isBlank && byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) isBlank = false;
  }
  return isBlank ? lines : lines + 1;
}
