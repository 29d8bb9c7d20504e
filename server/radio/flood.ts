/** Limit of one connection. More frames than any antenna delivers would take the time of all others. */

const maxPerSecond = 50_000;
export const flooded = 'more than 50,000 frames/s on one connection';

export class Flood {
  #second = Number.NaN;
  #frames = 0;

  /** Whether the frame is too much: the rest of the second is a sample that was taken. */
  isTooMuch(arrivalMs: number): boolean {
    const second = Math.floor(arrivalMs / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#frames = 0;
    }
    return ++this.#frames > maxPerSecond;
  }
}
