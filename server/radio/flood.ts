/** Limit of one connection. More frames than any antenna delivers would take the time of all others. */

const maxPerSecond = 50_000;
/** Of the golden ratio: its multiples are spread evenly, and in step with no order of frames. */
const stride = (Math.sqrt(5) - 1) / 2;
export const flooded = 'more than 50,000 frames/s on one connection';

export class Flood {
  #second = Number.NaN;
  #frames = 0;
  #read = 0;
  /** Of each frame of this second: known from the last one. */
  #share = 1;
  #phase = 0;

  /** Whether the frame is too much. From the second second of a flood on, those that are read are an even sample. */
  isTooMuch(arrivalMs: number): boolean {
    const second = Math.floor(arrivalMs / 1000);
    if (second !== this.#second) {
      this.#share = second === this.#second + 1 ? Math.min(1, maxPerSecond / this.#frames) : 1;
      this.#second = second;
      this.#frames = 0;
      this.#read = 0;
    }
    this.#frames++;
    this.#phase = (this.#phase + stride) % 1;
    if (this.#phase >= this.#share || this.#read >= maxPerSecond) return true;
    this.#read++;
    return false;
  }
}
