/** The frames of a minute as bytes, and back. Times and signals are columns, for deflate. */

export type RawFrame = {
  /** 7 or 14. */
  readonly bytes: Uint8Array;
  /** Epoch milliseconds, in whole microseconds. */
  readonly timeMs: number;
  /** 0 to 255, null if not measured. */
  readonly signal: number | null;
};

const version = 1;

/** Takes the frames of a minute one by one. Their bytes are copied. */
export class FramePacker {
  #count = 0;
  #lastUs: number;
  readonly #times = new GrowingBytes();
  readonly #signals = new GrowingBytes();
  readonly #frames = new GrowingBytes();

  constructor(minuteMs: number) {
    this.#lastUs = minuteMs * 1000;
  }

  get count(): number {
    return this.#count;
  }

  /** @throws RangeError for a length that does not fit the first bit of the frame */
  add({ bytes, timeMs, signal }: RawFrame): void {
    if (bytes.length !== lengthOf(bytes[0] ?? 0)) throw new RangeError('a frame with a wrong length');
    const us = Math.round(timeMs * 1000);
    pushNumber(this.#times, zigzag(us - this.#lastUs));
    this.#lastUs = us;
    this.#signals.push(signal ?? 0);
    this.#frames.append(bytes);
    this.#count++;
  }

  /** Layout: version, count, time differences, signals, frames. */
  packed(): Uint8Array {
    const head = new GrowingBytes();
    head.push(version);
    pushNumber(head, this.#count);
    for (const column of [this.#times, this.#signals, this.#frames]) head.append(column.bytes);
    return head.bytes;
  }
}

/** Formats from 16 on are long. */
const lengthOf = (first: number): number => (first & 0x80 ? 14 : 7);

/** @throws RangeError for bytes that are no packed minute */
export function unpackFrames(minuteMs: number, packed: Uint8Array): RawFrame[] {
  const reader = new Reader(packed);
  if (reader.byte() !== version) throw new RangeError('unknown version of a raw minute');
  const count = reader.number();
  if (count > packed.length) throw new RangeError('a raw minute with an impossible count');
  const times: number[] = [];
  let us = minuteMs * 1000;
  for (let at = 0; at < count; at++) {
    us += unzigzag(reader.number());
    times.push(us / 1000);
  }
  const signals = reader.bytes(count);
  return times.map((timeMs, at) => ({
    bytes: reader.bytes(lengthOf(reader.next())),
    timeMs,
    signal: signals[at] || null,
  }));
}

/** Seven bits a byte, the lowest first. Numbers up to 2^53: no shifts. */
function pushNumber(to: GrowingBytes, number: number): void {
  let rest = number;
  while (rest >= 0x80) {
    to.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  to.push(rest);
}
const zigzag = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number);
const unzigzag = (number: number): number => (number % 2 === 1 ? -(number + 1) / 2 : number / 2);

class GrowingBytes {
  #bytes = new Uint8Array(256);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
  push(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }
  append(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }
  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    grown.set(this.bytes);
    this.#bytes = grown;
  }
}

class Reader {
  #at = 0;
  constructor(private readonly from: Uint8Array) {}

  /** Not taken. */
  next(): number {
    return this.from[this.#at] ?? 0;
  }
  byte(): number {
    const byte = this.from[this.#at++];
    if (byte === undefined) throw new RangeError('a raw minute that is cut');
    return byte;
  }
  number(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 0x80;
      if (unit > 2 ** 53) throw new RangeError('a raw minute with a number that is too long');
    }
  }
  bytes(count: number): Uint8Array {
    if (this.#at + count > this.from.length) throw new RangeError('a raw minute that is cut');
    this.#at += count;
    return this.from.subarray(this.#at - count, this.#at);
  }
}
