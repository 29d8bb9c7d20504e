/** Reads the AVR format from chunks of any size: `*`, `:`, `@`, `%` or `<`, clock and signal where they are sent, digits, `;`. */
import { bytesOf } from './bits.ts';
import { type RawMessage, rawMessage } from './raw-message.ts';
import { Splitter } from './splitter.ts';

const maxLength = 60;
/** Digits of the clock and of the signal in front of the frame. */
const heads: Readonly<Record<string, readonly [counter: number, signal: number]>> = {
  '*': [0, 0],
  ':': [0, 0],
  '@': [12, 0],
  '%': [12, 0],
  '<': [12, 2],
};
const frameBytes = [2, 7, 14];

export class AvrReader {
  readonly counts = { messages: 0, broken: 0 };
  readonly #splitter = new Splitter(';', maxLength);

  /** Texts that were skipped because they are too long. */
  get skipped(): number {
    return this.#splitter.skipped;
  }

  read(chunk: Uint8Array): RawMessage[] {
    return this.#splitter.read(chunk).flatMap((text) => {
      const message = messageOf(text);
      if (message) this.counts.messages++;
      else this.counts.broken++;
      return message ?? [];
    });
  }
}

/** Text before the last start character is the rest of another frame. */
function messageOf(text: string): RawMessage | null {
  const [, start = '', digits = ''] = /([*:@%<])([0-9a-f]+)\s*$/i.exec(text) ?? [];
  const [counterDigits, signalDigits] = heads[start] ?? [0, 0];
  const head = counterDigits + signalDigits;
  const bytes = bytesOf(digits.slice(head));
  if (!bytes || !frameBytes.includes(bytes.length)) return null;
  const [counter, signal] = [digits.slice(0, counterDigits), digits.slice(counterDigits, head)];
  return rawMessage(bytes, Number.parseInt(counter || '0', 16), Number.parseInt(signal || '0', 16));
}
