/** Identity codes: 13 bits in the order C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4, as four octal digits. */

/** The masks of 4, 2 and 1 of each digit. */
const digits = [
  [0x80, 0x200, 0x800],
  [0x2, 0x8, 0x20],
  [0x100, 0x400, 0x1000],
  [0x1, 0x4, 0x10],
] as const;

const read = (code: number): string =>
  digits.map((masks) => masks.reduce((digit, mask) => (digit << 1) | (code & mask ? 1 : 0), 0)).join('');
const table = Array.from({ length: 0x2000 }, (_, code) => read(code));

export const squawkOf = (code: number): string => table[code & 0x1fff] ?? '';
