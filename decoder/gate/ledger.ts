/** Which characters of a text the shown items account for. Each character belongs to one item. Pure. */
import type { Position } from './coordinates.ts';

export type Span = readonly [start: number, end: number];

export class Ledger {
  readonly text: string;
  /** Where the aircraft is known to be. */
  readonly known: Position | null;
  readonly #isTaken: Uint8Array;

  constructor(text: string, known: Position | null = null) {
    this.text = text;
    this.known = known;
    this.#isTaken = new Uint8Array(text.length);
  }

  isFree([start, end]: Span): boolean {
    return !this.#isTaken.subarray(start, end).includes(1);
  }

  take([start, end]: Span): void {
    this.#isTaken.fill(1, start, end);
  }

  isTaken(at: number): boolean {
    return this.#isTaken[at] === 1;
  }

  /** What no item accounts for. Separators, and dashes or stars in empty fields, are no content. */
  rest(): string {
    const pieces: string[] = [];
    let piece = '';
    const close = (): void => {
      if (piece === '') return;
      if (/[^\s,/.:;()*#+-]/.test(piece)) pieces.push(piece.trim());
      piece = '';
    };
    for (let at = 0; at < this.text.length; at++) {
      if (this.isTaken(at)) close();
      else piece += this.text[at];
    }
    close();
    return pieces.join(' ');
  }
}
