/** Checksums bit by bit, for tests: another way than that of checksums.ts. */

/** Polynomial 1021 from FFFF. Checksums are inverted. */
export function crc16(bytes: readonly number[]): number {
  let value = 0xffff;
  for (const byte of bytes) {
    value ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ (value & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return value;
}

export const codes = (text: string): number[] => [...text].map((one) => one.charCodeAt(0));

/** Four digits: of ARINC 622, 623 and 702. */
export const checksum = (bytes: readonly number[]): string =>
  (crc16(bytes) ^ 0xffff).toString(16).toUpperCase().padStart(4, '0');
