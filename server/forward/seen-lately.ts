/** Texts of the last seconds. */
const maxEntries = 50_000;

export class SeenLately {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #turnedMs = 0;

  constructor(
    private readonly forMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Notes the text, unless it is known. */
  wasSeen(text: string): boolean {
    const nowMs = this.now();
    if (nowMs - this.#turnedMs >= this.forMs || this.#young.size >= maxEntries) {
      this.#turnedMs = nowMs;
      this.#old = this.#young;
      this.#young = new Map();
    }
    const seenMs = this.#young.get(text) ?? this.#old.get(text);
    if (seenMs !== undefined && nowMs - seenMs <= this.forMs) return true;
    this.#young.set(text, nowMs);
    return false;
  }
}
