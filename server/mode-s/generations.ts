/** A map of limited size and age, as two maps that take turns. What is not touched for two turns is forgotten. */

export type Limits = { readonly size: number; readonly ageMs: number };

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
