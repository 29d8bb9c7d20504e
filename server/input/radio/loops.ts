/**
 * Finds a recording that is sent again: a receiver's clock of 12 MHz never shows a past time with the same frame.
 * Without a clock (AVR, SBS) the order of frames decides.
 */
import type { RawMessage } from '../mode-s/raw-message.ts';

// ---- Finds a recording without a clock that is sent again: the same frames in the same order. One frame repeats in normal operation, a sequence
// of many different ones never does.

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

class SequenceLoop {
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

/** Copies of one frame by several ways arrive within this time. */
/** An hour: a longer recording is not recognised. */
const maxReceivers = 200;

type Probe = { readonly bytes: Uint8Array; readonly atMs: number };
type Progress = {
  readonly probes: Map<number, Probe>;
  probedMs: number;
  /** Latest time of the receiver's clock. */
  highest: number;
  isLooping: boolean;
};

export class Loops {
  readonly #sequence = new SequenceLoop();
  readonly #byReceiver = new Map<string | null, Progress>();

  /** True until the receiver's clock shows a time that was not received before. */
  isRepeat({ bytes, counter, receiver, isMlat }: RawMessage, arrivalMs: number): boolean {
    if (isMlat) return false;
    if (counter === null) return this.#sequence.isRepeat(bytes, arrivalMs);
    const progress = this.#progressOf(receiver);
    if (!progress) return false;
    const probe = progress.probes.get(counter);
    if (probe && arrivalMs - probe.atMs > copiesMs && isSame(probe.bytes, bytes)) progress.isLooping = true;
    else if (counter > progress.highest) progress.isLooping = false;
    if (progress.isLooping) return true;
    progress.highest = Math.max(progress.highest, counter);
    if (arrivalMs - progress.probedMs >= probeEveryMs) addProbe(progress, counter, { bytes, atMs: arrivalMs });
    return false;
  }

  /** A line of SBS, without its times. */
  isRepeatedLine(text: string, arrivalMs: number): boolean {
    return this.#sequence.isRepeat(Buffer.from(text), arrivalMs);
  }

  #progressOf(receiver: string | null): Progress | null {
    const known = this.#byReceiver.get(receiver);
    if (known || this.#byReceiver.size >= maxReceivers) return known ?? null;
    const progress = { probes: new Map(), probedMs: Number.NEGATIVE_INFINITY, highest: -1, isLooping: false };
    this.#byReceiver.set(receiver, progress);
    return progress;
  }
}

function addProbe(progress: Progress, counter: number, probe: Probe): void {
  progress.probedMs = probe.atMs;
  progress.probes.set(counter, probe);
  if (progress.probes.size <= maxProbes) return;
  for (const oldest of progress.probes.keys()) {
    progress.probes.delete(oldest);
    break;
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
