/** State of each aircraft at one station: received addresses, and the parts of earlier frames that later ones need. */

import type { Half } from './cpr.ts';
import type { Place } from './geometry.ts';

type TimedHalf = Half & { readonly isSurface: boolean; readonly nucp: number; readonly timeMs: number };
export type Fix = Place & { readonly nucp: number; readonly timeMs: number };
/** Over ground. */
export type Motion = { readonly speedKt: number; readonly trackDeg: number | null; readonly timeMs: number };

/** What the positions of one source add up to. */
export type Track = {
  even: TimedHalf | null;
  odd: TimedHalf | null;
  fix: Fix | null;
  /** A position that contradicts the last one makes the next need a new pair. */
  isFixTrusted: boolean;
  motion: Motion | null;
};

export type Aircraft = {
  /** Accepted frames. One frame alone can be noise. */
  frames: number;
  lastMs: number;
  /** When a frame with plain parity last contained the address. Replies are accepted for a while after. */
  provenMs: number;
  /** As the aircraft sends it. */
  readonly own: Track;
  /** As ground stations send it, by control field: halves of several sources are never paired (ED-102B, 2.2.17.4 and 2.2.18.4). */
  relayed: Map<number, Track> | null;
};

export function trackOf(aircraft: Aircraft, control: number | null): Track {
  if (control === null || control <= 1) return aircraft.own;
  aircraft.relayed ??= new Map();
  const track = aircraft.relayed.get(control) ?? newTrack();
  aircraft.relayed.set(control, track);
  return track;
}

const maxAircraft = 20_000;
const forgottenMs = 300_000;
/** Of addresses that were received once. Random ones of a flood fill this one only. */
export const receivedOnce: Limits = { size: 8_000, ageMs: 60_000 };
const provenForMs = 120_000;

export class AircraftTable {
  readonly #confirmed = new Generations<Aircraft>({ size: maxAircraft, ageMs: forgottenMs });
  readonly #receivedOnce = new Generations<Aircraft>(receivedOnce);

  get size(): number {
    return this.#confirmed.size + this.#receivedOnce.size;
  }

  /** Whether frames with overlaid parity of this address are accepted. */
  isKnown(address: number, nowMs: number): boolean {
    const known = this.#find(address, nowMs);
    return known !== undefined && Math.abs(nowMs - known.provenMs) <= provenForMs;
  }

  /** Counts an accepted frame. `isProof` = its parity was plain and unrepaired. */
  addFrame(address: number, nowMs: number, isProof: boolean): Aircraft {
    const known = this.#find(address, nowMs);
    const aircraft = known ?? newAircraft();
    aircraft.frames++;
    aircraft.lastMs = nowMs;
    if (isProof) aircraft.provenMs = nowMs;
    if (aircraft.frames === 1) this.#receivedOnce.set(address, aircraft, nowMs);
    else if (aircraft.frames === 2) {
      this.#receivedOnce.delete(address);
      this.#confirmed.set(address, aircraft, nowMs);
    }
    return aircraft;
  }

  #find(address: number, nowMs: number): Aircraft | undefined {
    const found = this.#confirmed.get(address, nowMs) ?? this.#receivedOnce.get(address, nowMs);
    return found && Math.abs(nowMs - found.lastMs) <= (found.frames > 1 ? forgottenMs : receivedOnce.ageMs)
      ? found
      : undefined;
  }
}

const newTrack = (): Track => ({ even: null, odd: null, fix: null, isFixTrusted: false, motion: null });
const newAircraft = (): Aircraft => ({
  frames: 0,
  lastMs: 0,
  provenMs: Number.NEGATIVE_INFINITY,
  own: newTrack(),
  relayed: null,
});

// ---- A map of limited size and age, as two maps that take turns. What is not touched for two turns is forgotten.

type Limits = { readonly size: number; readonly ageMs: number };

export class Generations<V> {
  readonly #limits: Limits;
  #young = new Map<number, V>();
  #old = new Map<number, V>();
  #turnedMs = Number.NEGATIVE_INFINITY;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Moves the entry to the young ones. */
  get(key: number, nowMs: number): V | undefined {
    this.#turnByAge(nowMs);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old, nowMs);
    return old;
  }

  set(key: number, value: V, nowMs: number): void {
    this.#turnByAge(nowMs);
    if (this.#young.size >= this.#limits.size / 2) this.#turn();
    this.#young.set(key, value);
  }

  delete(key: number): void {
    if (!this.#young.delete(key)) this.#old.delete(key);
  }

  /** A clock set back starts a new turn. */
  #turnByAge(nowMs: number): void {
    const sinceMs = nowMs - this.#turnedMs;
    if (sinceMs >= 0 && sinceMs < this.#limits.ageMs) return;
    if (sinceMs >= 2 * this.#limits.ageMs) this.#turn();
    this.#turn();
    this.#turnedMs = nowMs;
  }

  #turn(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}
