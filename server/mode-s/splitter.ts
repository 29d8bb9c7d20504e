/** Splits chunks of any size into texts that end with a character. Texts that are too long are skipped and counted. */
export class Splitter {
  skipped = 0;
  readonly #end: number;
  readonly #maxLength: number;
  #head = '';
  #isSkipping = false;

  constructor(end: string, maxLength: number) {
    this.#end = end.charCodeAt(0);
    this.#maxLength = maxLength;
  }

  read(chunk: Uint8Array): string[] {
    const texts: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(this.#end); at >= 0; at = chunk.indexOf(this.#end, from)) {
      this.#add(chunk, from, at);
      if (!this.#isSkipping) texts.push(this.#head);
      this.#head = '';
      this.#isSkipping = false;
      from = at + 1;
    }
    this.#add(chunk, from, chunk.length);
    return texts;
  }

  /** Each byte is a character: the formats are ASCII. */
  #add(chunk: Uint8Array, from: number, to: number): void {
    if (this.#isSkipping) return;
    if (this.#head.length + to - from > this.#maxLength) {
      this.skipped++;
      this.#isSkipping = true;
      this.#head = '';
      return;
    }
    this.#head += String.fromCharCode(...chunk.subarray(from, to));
  }
}
