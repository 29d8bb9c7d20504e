/** Bits of a Mode S frame. They count from 1, as in ICAO Annex 10. */

/** An unsigned field of up to 25 bits. Bits beyond the end of the frame are 0. */
export function bits(bytes: Uint8Array, first: number, last: number): number {
  const at = (first - 1) >> 3;
  const window =
    ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return (window << ((first - 1) & 7)) >>> (31 - last + first);
}

/** The field of an extended squitter (ME) or of a Comm-B reply (MB): both are the 56 bits after the first 32. */
export const fieldBits = (bytes: Uint8Array, first: number, last: number): number => bits(bytes, first + 32, last + 32);

export const isZero = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
};

/** Lower case. */
export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  for (let at = from; at < to; at++) text += hexPairs[bytes[at] ?? 0];
  return text;
}
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Null unless the text is pairs of hexadecimal digits, of either case. */
export function bytesOf(hex: string): Uint8Array | null {
  if (hex.length % 2 || !/^[0-9a-f]*$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}
