/** Writes Mode S frames for the demo: fields to bytes, parity, and the codes of altitude, identity, callsign and position. */
import { type Half, zonesAt } from '../mode-s/cpr.ts';
import { remainder } from '../mode-s/crc.ts';
import type { Place } from '../mode-s/geometry.ts';
import { squawkOf as squawkOfCode } from '../mode-s/squawk.ts';

/** In order of transmission: value and width in bits. */
export type Fields = readonly (readonly [value: number, width: number])[];

const parityBits = 24;

/** 56 or 112 bits. `overlay` = the address in replies, the interrogator in DF 11. */
export function frameOf(fields: Fields, overlay = 0): Uint8Array {
  const width = fields.reduce((sum, [, one]) => sum + one, 0);
  const bytes = new Uint8Array((width + parityBits) / 8);
  let at = 0;
  for (const [value, bits] of fields)
    for (let left = bits; left > 0; ) {
      // As much as fits into the current byte.
      const free = 8 - (at & 7);
      const taken = Math.min(free, left);
      left -= taken;
      const part = Math.floor(value / 2 ** left) & ((1 << taken) - 1);
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (part << (free - taken));
      at += taken;
    }
  const parity = remainder(bytes) ^ overlay;
  bytes.set([parity >> 16, parity >> 8, parity], width / 8);
  return bytes;
}

/** 13 bits with the Q bit: steps of 25 ft. */
export function altitude13(feet: number): number {
  const n = Math.round((feet + 1000) / 25);
  return ((n << 2) & 0x1f80) | ((n << 1) & 0x20) | 0x10 | (n & 0xf);
}
/** The same without the M bit. */
export function altitude12(feet: number): number {
  const code = altitude13(feet);
  return ((code & 0x1f80) >> 1) | (code & 0x3f);
}

/** Bit X is always 0. */
const unusedBit = 0x40;
const identities = new Map(
  Array.from({ length: 0x2000 }, (_, code) => [squawkOfCode(code & ~unusedBit), code & ~unusedBit] as const),
);
/** Four octal digits as 13 bits. */
export const identity13 = (squawk: string): number => identities.get(squawk) ?? 0;

const alphabet = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789';
/** Eight characters of six bits. */
export const characters = (text: string): Fields =>
  [...text.padEnd(8).slice(0, 8)].map((one) => [Math.max(alphabet.indexOf(one), 0), 6] as const);

/** Sign and size of a velocity. Counting starts at 1, because 0 means unknown. */
export const signedFrom1 = (value: number, step: number, width: number): Fields => [
  [value < 0 ? 1 : 0, 1],
  [Math.min(Math.round(Math.abs(value) / step) + 1, 2 ** width - 1), width],
];

const full = 2 ** 17;
const modulo = (value: number, by: number): number => value - by * Math.floor(value / by);

/** Compact position reporting: 17 bits each. */
export function compactPosition({ lat, lon }: Place, isOdd: boolean, isSurface: boolean): Half {
  const span = isSurface ? 90 : 360;
  const odd = isOdd ? 1 : 0;
  const latZone = span / (60 - odd);
  const latCode = Math.floor((full * modulo(lat, latZone)) / latZone + 0.5);
  const latRead = latZone * (latCode / full + Math.floor(lat / latZone));
  const lonZone = span / Math.max(zonesAt(latRead) - odd, 1);
  const lonCode = Math.floor((full * modulo(lon, lonZone)) / lonZone + 0.5);
  return { lat: latCode % full, lon: lonCode % full };
}
