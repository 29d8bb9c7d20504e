/** Finds the single wrong bit of a frame by its CRC remainder. */
import { remainder } from './crc.ts';

/** The format (bits 1 to 5) decides how a frame is read, so it is never corrected. */
const firstBit = 6;

/** Byte and mask of the wrong bit by remainder. */
const wrongBits = (length: number): ReadonlyMap<number, readonly [at: number, mask: number]> => {
  const found = new Map<number, readonly [number, number]>();
  for (let bit = firstBit; bit <= length * 8; bit++) {
    const bytes = new Uint8Array(length);
    const place = [(bit - 1) >> 3, 0x80 >> ((bit - 1) & 7)] as const;
    bytes[place[0]] = place[1];
    found.set(remainder(bytes), place);
  }
  return found;
};
const short = wrongBits(7);
const long = wrongBits(14);

/** A corrected copy. Null if more than one bit is wrong. Chance repairs one random frame in 150,000: check the address. */
export function repaired(bytes: Uint8Array, rest: number): Uint8Array | null {
  const place = (bytes.length === 7 ? short : long).get(rest);
  if (!place) return null;
  const copy = Uint8Array.from(bytes);
  copy[place[0]] = (copy[place[0]] ?? 0) ^ place[1];
  return copy;
}
