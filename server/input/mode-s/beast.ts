/**
 * Reads the Beast format from chunks of any size. `1a`, type, payload; a `1a` in the payload is doubled.
 * A single `1a` starts the next message, also within one that is not complete.
 */
import { hexOf, isZero } from './bits.ts';
import type { Place } from './geometry.ts';
import { type RawMessage, rawMessage } from './raw-message.ts';

type BeastCounts = {
  messages: number;
  /** Mode A/C messages of zeros, sent each minute to keep the connection open. */
  heartbeats: number;
  /** Messages cut by the start of the next. */
  cut: number;
  /** Bytes outside of messages, and messages of other types. */
  skippedBytes: number;
};

const escapeByte = 0x1a;
const modeAc = 0x31;
const position = 0x35;
const receiverId = 0xe3;
/** Payload bytes by type. Counter, signal and frame, unless it is a position or an id. */
const lengths: Readonly<Record<number, number>> = { [modeAc]: 9, 50: 14, 51: 21, [position]: 21, [receiverId]: 8 };
/**
 * Longest payload of types that contain no frame: status and switches of a Radarcape (34), ping and command of readsb (50, 57), the
 * UUID of a feeder (e4), the time in a dump of readsb (e8).
 */
const others: Readonly<Record<number, number>> = { 52: 21, 80: 3, 87: 1, 228: 36, 232: 8 };
const headBytes = 7;
const maxBytes = 21;

export class BeastReader {
  readonly counts: BeastCounts = { messages: 0, heartbeats: 0, cut: 0, skippedBytes: 0 };
  /** The receiver's own position, if it sends one (Radarcape). */
  place: Place | null = null;
  readonly #payload = new Uint8Array(maxBytes);
  #type = 0;
  /** 0 = outside of a message. */
  #expectedLength = 0;
  #length = 0;
  #isEscaped = false;
  /** Bytes that may still belong to a message without a frame. */
  #otherLength = 0;
  /** readsb writes the id only when the receiver changes: it holds until the next one. */
  #receiver: string | null = null;

  read(chunk: Uint8Array): RawMessage[] {
    const messages: RawMessage[] = [];
    for (const byte of chunk) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        if (byte !== escapeByte) {
          this.#start(byte);
          continue;
        }
      } else if (byte === escapeByte) {
        this.#isEscaped = true;
        continue;
      }
      this.#add(byte, messages);
    }
    return messages;
  }

  #start(type: number): void {
    if (this.#expectedLength > 0) this.counts.cut++;
    this.#type = type;
    this.#expectedLength = lengths[type] ?? 0;
    this.#length = 0;
    this.#otherLength = others[type] ?? 0;
    if (this.#expectedLength === 0 && this.#otherLength === 0) this.counts.skippedBytes += 2;
  }

  #add(byte: number, messages: RawMessage[]): void {
    if (this.#expectedLength === 0) {
      if (this.#otherLength > 0) this.#otherLength--;
      else this.counts.skippedBytes++;
      return;
    }
    this.#payload[this.#length++] = byte;
    if (this.#length < this.#expectedLength) return;
    this.#expectedLength = 0;
    const message = this.#complete();
    if (message) messages.push(message);
  }

  #complete(): RawMessage | null {
    if (this.#type === receiverId) {
      this.#receiver = hexOf(this.#payload, 0, this.#length);
      return null;
    }
    if (this.#type === position) {
      this.#setPlace();
      return null;
    }
    const bytes = this.#payload.slice(headBytes, this.#length);
    if (this.#type === modeAc && isZero(bytes)) {
      this.counts.heartbeats++;
      return null;
    }
    this.counts.messages++;
    return rawMessage(bytes, this.#counter(), this.#payload[headBytes - 1] ?? 0, this.#receiver);
  }

  /** 48 bits are too many for shifts. */
  #counter(): number {
    let value = 0;
    for (let at = 0; at < headBytes - 1; at++) value = value * 256 + (this.#payload[at] ?? 0);
    return value;
  }

  #setPlace(): void {
    const view = new DataView(this.#payload.buffer);
    const [lat, lon] = [view.getFloat32(4, true), view.getFloat32(8, true)];
    const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
    if (isPlace) this.place = { lat, lon };
  }
}
