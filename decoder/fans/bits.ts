/** Bits of a payload from the first one on, as unaligned PER (ITU-T X.691) writes them. Own file: reading of bits, without any format. Pure. */

/** Thrown: the bits end too early, or name an alternative that does not exist. One object, because a trace takes longer than a whole message. */
export const unreadableBits = new Error('unreadable bits');

export class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Values read so far that lie outside their range. */
  impossible = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.#at;
  }

  /** An unsigned number of up to 32 bits. */
  read(width: number): number {
    if (width > this.left) throw unreadableBits;
    let value = 0;
    for (let wanted = width; wanted > 0; ) {
      const free = 8 - (this.#at & 7);
      const taken = Math.min(free, wanted);
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 ** taken + ((byte >> (free - taken)) & ((1 << taken) - 1));
      this.#at += taken;
      wanted -= taken;
    }
    return value;
  }
}
