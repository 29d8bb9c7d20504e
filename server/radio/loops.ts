/**
 * Finds a recording that is sent again: a receiver's clock of 12 MHz never shows a past time with the same frame.
 * Without a clock (AVR, SBS) the order of frames decides.
 */
import type { RawMessage } from '../mode-s/raw-message.ts';
import { SequenceLoop } from './sequence-loop.ts';

const probeEveryMs = 1000;
/** Copies of one frame by several ways arrive within this time. */
const copiesMs = 10_000;
/** An hour: a longer recording is not recognised. */
const maxProbes = 3600;
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
