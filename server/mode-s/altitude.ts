/** Altitude codes: 25 ft steps (Q bit), 100 ft steps (Gillham code), metres. */

/** `feet` is null for a code without an altitude, for an invalid one, and for metres, whose coding is not published. */
export type Altitude = { readonly feet: number | null; readonly isMetric: boolean };

/** The 13 bits are C1 A1 C2 A2 C4 A4 M B1 Q B2 D2 B4 D4. In the Gillham code Q is D1. */
const metric = 0x40;
const steps25 = 0x10;
const nothing: Altitude = { feet: null, isMetric: false };

/** The code of DF 0, 4, 16 and 20. */
export const altitudeOf13 = (code: number): Altitude => table[code & 0x1fff] ?? nothing;
/** The code of airborne positions: the same without M. */
export const altitudeOf12 = (code: number): Altitude => altitudeOf13(((code & 0xfc0) << 1) | (code & 0x3f));

function read(code: number): Altitude {
  if (code === 0) return nothing;
  if (code & metric) return { feet: null, isMetric: true };
  if (!(code & steps25)) return { feet: gillhamFeet(code), isMetric: false };
  const n = ((code & 0x1f80) >> 2) | ((code & 0x20) >> 1) | (code & 0xf);
  return { feet: n * 25 - 1000, isMetric: false };
}

/** Gray codes: D2 D4 A1 A2 A4 B1 B2 B4 count 500 ft, C1 C2 C4 the 100 ft between, back and forth. Null = not a valid code. */
export function gillhamFeet(code: number): number | null {
  const hundreds = binaryOf(pick(code, [0x1000, 0x400, 0x100]));
  const step = hundreds === 7 ? 5 : hundreds;
  if (code & steps25 || hundreds === 0 || hundreds === 5 || hundreds === 6) return null;
  const fiveHundreds = binaryOf(pick(code, [0x4, 0x1, 0x800, 0x200, 0x80, 0x20, 0x8, 0x2]));
  return fiveHundreds * 500 + (fiveHundreds % 2 ? 6 - step : step) * 100 - 1300;
}

const pick = (code: number, masks: readonly number[]): number =>
  masks.reduce((value, mask) => (value << 1) | (code & mask ? 1 : 0), 0);

/** The number of a Gray code of up to 8 bits. */
function binaryOf(gray: number): number {
  let value = gray;
  for (const shift of [4, 2, 1]) value ^= value >> shift;
  return value;
}

const table = Array.from({ length: 0x2000 }, (_, code) => read(code));
