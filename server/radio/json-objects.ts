/**
 * Splits a stream into the texts of its JSON objects. Most programs end a line after each, some write `}{`. Text between objects is
 * skipped and counted.
 */
import { StringDecoder } from 'node:string_decoder';

export class JsonObjects {
  /** Objects that are longer than the limit. */
  tooLong = 0;
  skippedCharacters = 0;
  readonly #decoder = new StringDecoder('utf8');
  readonly #maxLength: number;
  #head = '';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #isSkipping = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  read(chunk: Uint8Array): string[] {
    const objects: string[] = [];
    const text = this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] as string;
      if (this.#depth === 0) {
        if (character === '{') {
          from = at;
          this.#depth = 1;
        } else if (character.trim() !== '') this.skippedCharacters++;
        continue;
      }
      this.#step(character);
      if (this.#depth > 0) continue;
      this.#add(text.slice(from, at + 1));
      if (!this.#isSkipping) objects.push(this.#head);
      this.#head = '';
      this.#isSkipping = false;
    }
    if (this.#depth > 0) this.#add(text.slice(from));
    return objects;
  }

  #step(character: string): void {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      // A line never ends within a text: the object before was cut.
      else if (character === '"' || character === '\n') this.#isText = false;
      if (character === '\n') this.#depth = 0;
    } else if (character === '"') this.#isText = true;
    else if (character === '{') this.#depth++;
    else if (character === '}') this.#depth--;
  }

  #add(part: string): void {
    if (this.#isSkipping) return;
    this.#head += part;
    if (this.#head.length <= this.#maxLength) return;
    this.tooLong++;
    this.#head = '';
    this.#isSkipping = true;
  }
}
