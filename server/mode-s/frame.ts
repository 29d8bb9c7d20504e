/** Decides whether bytes are a frame, and which aircraft sent it (address recovery). */
import type { AircraftTable } from './aircraft.ts';
import { bits, fieldBits, isZero } from './bits.ts';
import { remainder } from './crc.ts';
import { repaired } from './repair.ts';

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
/** The low seven bits of the parity of DF 11 contain the code of the interrogator. */
const interrogatorBits = 0x7f;

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
  if (df === 11 && (rest & ~interrogatorBits) === 0)
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
  if (control !== 2 && control !== 6) return true;
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

/** DF 18 whose content has the format of DF 17. */
export const isSquitterControl = (control: number): boolean => control <= 2 || control === 5 || control === 6;
