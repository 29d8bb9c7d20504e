/** Decides whether bytes are a frame, and which aircraft sent it (address recovery). */
import type { AircraftTable } from './aircraft.ts';
import { bits, fieldBits, isZero } from './bits.ts';

export type Frame = {
  readonly df: number;
  /** 7 or 14. */
  readonly bytes: Uint8Array;
  /** Bit 24 marks an address that is not of ICAO. */
  readonly address: number;
  /** Parity without an overlay: the frame itself proves its address. */
  readonly isProof: boolean;
  /** Code of the interrogator, DF 11 only. */
  readonly interrogator: number;
  readonly repairedBits: number;
};
/** Why bytes are not accepted, for counters. */
export type Refusal = 'length' | 'zeros' | 'format' | 'parity' | 'unknown address';

export const otherAddress = 0x1000000;
/** The parity of DF 11 is overlaid with the label and the code of the interrogator. Labels 0 to 4 are assigned, and there is no SI code 0 (ICAO Annex 10, volume IV). */
const isInterrogator = (rest: number): boolean => rest <= 15 || (rest >= 17 && rest <= 79);

export function readFrame(bytes: Uint8Array, timeMs: number, table: AircraftTable, repairs: boolean): Frame | Refusal {
  const first = bytes[0] ?? 0;
  if (bytes.length !== (first & 0x80 ? 14 : 7)) return 'length';
  const df = first >> 3;
  if (df === 11 || df === 17 || df === 18) return withAddress(bytes, df, timeMs, table, repairs);
  if (!isOverlaid(df)) return 'format';
  const address = remainder(bytes);
  if (!table.isKnown(address, timeMs)) return isZero(bytes) ? 'zeros' : 'unknown address';
  return { df, bytes, address, isProof: false, interrogator: 0, repairedBits: 0 };
}

/** The address is the remainder. DF 24 has two bits of format only. */
const isOverlaid = (df: number): boolean =>
  df === 0 || df === 4 || df === 5 || df === 16 || df === 20 || df === 21 || df >= 24;

function withAddress(
  bytes: Uint8Array,
  df: number,
  timeMs: number,
  table: AircraftTable,
  repairs: boolean,
): Frame | Refusal {
  const rest = remainder(bytes);
  if (rest === 0) return { df, bytes, address: addressOf(bytes, df), isProof: true, interrogator: 0, repairedBits: 0 };
  if (df === 11 && isInterrogator(rest))
    return { df, bytes, address: addressOf(bytes, df), isProof: false, interrogator: rest, repairedBits: 0 };
  const corrected = repairs ? repaired(bytes, rest) : null;
  if (!corrected) return 'parity';
  const address = addressOf(corrected, df);
  // Noise can be repaired into any address, so a repaired frame never makes one known.
  if (!table.isKnown(address, timeMs)) return 'unknown address';
  return { df, bytes: corrected, address, isProof: false, interrogator: 0, repairedBits: 1 };
}

function addressOf(bytes: Uint8Array, df: number): number {
  const address = bits(bytes, 9, 32);
  return df === 18 && isOtherAddress(bytes) ? address | otherAddress : address;
}

/** By control field. TIS-B and rebroadcasts (2 and 6) have a bit for it (IMF), in a place that depends on the type. */
function isOtherAddress(bytes: Uint8Array): boolean {
  const control = bits(bytes, 6, 8);
  if (control === 0) return false;
  if (control === 3) return fieldBits(bytes, 1, 1) === 1;
  if (control !== 2 && control !== rebroadcast) return true;
  const at = imfBit(fieldBits(bytes, 1, 5), fieldBits(bytes, 6, 8));
  return at !== null && fieldBits(bytes, at, at) === 1;
}

function imfBit(type: number, sub: number): number | null {
  if (type >= 5 && type <= 8) return 21;
  if (type === 19) return 9;
  if (type === 31 || (type === 28 && sub === 1)) return 56;
  if (type === 29) return 51;
  return type === 0 || (type >= 9 && type <= 22) ? 8 : null;
}

/** DF 18 in the fine format of TIS-B: that of DF 17, but for velocities and a few bits. */
export const isTisB = (control: number): boolean => control === 2 || control === 5;
/** ADS-B of another link, sent by a ground station (ADS-R). */
export const rebroadcast = 6;
/** DF 18 whose content is read like that of DF 17. */
export const isSquitterControl = (control: number): boolean =>
  control <= 1 || isTisB(control) || control === rebroadcast;

// ---- Parity of Mode S: CRC-24 with the generator 1FFF409, in the last 24 bits of a frame.

const generator = 0xfff409;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 16;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x800000 ? (rest << 1) ^ generator : rest << 1;
  return rest & 0xffffff;
});

/** 0 for plain parity. Replies overlay the parity with their address, DF 11 with the code of the interrogator: the remainder is that overlay. */
export function remainder(bytes: Uint8Array): number {
  const end = bytes.length - 3;
  let rest = 0;
  for (let at = 0; at < end; at++) rest = ((rest << 8) & 0xffffff) ^ (table[(rest >>> 16) ^ (bytes[at] ?? 0)] ?? 0);
  return rest ^ (((bytes[end] ?? 0) << 16) | ((bytes[end + 1] ?? 0) << 8) | (bytes[end + 2] ?? 0));
}

// ---- Finds the single wrong bit of a frame by its CRC remainder.

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
function repaired(bytes: Uint8Array, rest: number): Uint8Array | null {
  const place = (bytes.length === 7 ? short : long).get(rest);
  if (!place) return null;
  const copy = Uint8Array.from(bytes);
  copy[place[0]] = (copy[place[0]] ?? 0) ^ place[1];
  return copy;
}
