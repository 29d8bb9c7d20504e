/** Frames in Beast format, with the counter and the signal of their receiver. */
import { createHash } from 'node:crypto';
import type { RawMessage } from '../mode-s/raw-message.ts';

const escapeByte = 0x1a;
const types: Readonly<Record<number, number>> = { 2: 0x31, 7: 0x32, 14: 0x33 };
const receiverId = 0xe3;

/** As readsb sends it each minute: a Mode A/C message of zeros. */
export const beastHeartbeat = Buffer.from([escapeByte, 0x31, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Twice all bytes of an id and a long frame. */
const maxBytes = 64;
const headBytes = 7;

/** `receiver` = 16 hexadecimal digits, written before the frame: each receiver has its own counter. */
export function beastBytes({ bytes, counter, signal }: RawMessage, receiver: string | null): Buffer {
  const to = Buffer.allocUnsafe(maxBytes);
  let at = receiver === null ? 0 : begin(to, 0, receiverId);
  if (receiver !== null) at = escaped(to, at, Buffer.from(receiver, 'hex'));
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUIntBE(counter ?? 0, 0, 6);
  head[headBytes - 1] = signal ?? 0;
  at = begin(to, at, types[bytes.length] ?? 0);
  at = escaped(to, at, head);
  return to.subarray(0, escaped(to, at, bytes));
}

/** Both return the next place. */
function begin(to: Buffer, from: number, type: number): number {
  to[from] = escapeByte;
  to[from + 1] = type;
  return from + 2;
}
function escaped(to: Buffer, from: number, bytes: Uint8Array): number {
  let at = from;
  for (const byte of bytes) {
    to[at++] = byte;
    if (byte === escapeByte) to[at++] = byte;
  }
  return at;
}

/** An id for the receivers of a station that has none. Without an escape, which old programs take for the start of a frame. */
export const receiverIdOf = (station: string): string =>
  Buffer.from(createHash('sha256').update(station).digest().subarray(0, 8).map(unescaped)).toString('hex');
const unescaped = (byte: number): number => (byte === escapeByte ? 0 : byte);
