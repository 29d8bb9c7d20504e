/**
 * Finds a recording without a clock that is sent again: the same frames in the same order. One frame repeats in normal operation, a sequence
 * of many different ones never does.
 */

/** Frames that are compared. */
const length = 64;
/** Fewer: one parked aircraft, which repeats itself. */
const leastDifferent = 16;
const probeEveryMs = 1000;
/** Copies by several ways arrive within this time. */
const copiesMs = 10_000;
/** An hour: a longer recording is not recognised. */
const maxProbes = 3600;

/** A polynomial over the last frames, modulo 2^32. */
class Rolling {
  value = 0;
  readonly #last: number;

  constructor(private readonly base: number) {
    let last = 1;
    for (let at = 0; at < length; at++) last = Math.imul(last, base);
    this.#last = last;
  }

  turn(added: number, removed: number): void {
    this.value = (Math.imul(this.value, this.base) + added - Math.imul(removed, this.#last)) | 0;
  }
}

export class SequenceLoop {
  readonly #ring = new Int32Array(length);
  /** Two, because 32 bits meet by chance. */
  readonly #hashes = [new Rolling(0x01000193), new Rolling(0x5bd1e995 | 1)] as const;
  readonly #probes = new Map<string, number>();
  #frames = 0;
  #probedMs = Number.NEGATIVE_INFINITY;
  #probedFrame = 0;
  /** Most frames between two probes: without a match for longer, the recording has ended. */
  #widest = 0;
  #matchedFrame = Number.NEGATIVE_INFINITY;

  /** True from the first recognised sequence on, until something new arrives. */
  isRepeat(bytes: Uint8Array, arrivalMs: number): boolean {
    const hash = hashOf(bytes);
    const at = this.#frames++ % length;
    for (const one of this.#hashes) one.turn(hash, this.#ring[at] ?? 0);
    this.#ring[at] = hash;
    if (this.#frames < length) return false;
    const key = this.#hashes.map(({ value }) => value).join();
    const probedMs = this.#probes.get(key);
    if (probedMs !== undefined && arrivalMs - probedMs > copiesMs) this.#matchedFrame = this.#frames;
    if (this.#frames - this.#matchedFrame <= this.#widest + length) return true;
    if (arrivalMs - this.#probedMs >= probeEveryMs) this.#probe(key, arrivalMs);
    return false;
  }

  #probe(key: string, arrivalMs: number): void {
    if (new Set(this.#ring).size < leastDifferent) return;
    // Nothing is probed during a repetition.
    if (this.#probedFrame > Math.max(this.#matchedFrame, 0))
      this.#widest = Math.max(this.#widest, this.#frames - this.#probedFrame);
    this.#probedMs = arrivalMs;
    this.#probedFrame = this.#frames;
    this.#probes.set(key, arrivalMs);
    if (this.#probes.size <= maxProbes) return;
    for (const oldest of this.#probes.keys()) {
      this.#probes.delete(oldest);
      break;
    }
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
