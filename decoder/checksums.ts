/** CRC-16 of texts and octets: polynomial 1021, from FFFF, as ARINC 622, 623 and 702 use it. Pure. */

const tableOf = (step: (value: number) => number, shift: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << shift;
    for (let bit = 0; bit < 8; bit++) value = step(value) & 0xffff;
    return value;
  });
/** Highest bit first, and lowest bit first. */
const high = tableOf((value) => (value << 1) ^ (value & 0x8000 ? 0x1021 : 0), 8);
const low = tableOf((value) => (value >>> 1) ^ (value & 1 ? 0x8408 : 0), 0);

const step = (crc: number, byte: number): number => ((crc << 8) & 0xffff) ^ (high[(crc >>> 8) ^ byte] ?? 0);

/** 1D0F behind octets that end with their own checksum. */
export function remainder(bytes: Uint8Array, from = 0xffff): number {
  let crc = from;
  for (const byte of bytes) crc = step(crc, byte);
  return crc;
}

export function remainderOfText(text: string): number {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at++) crc = step(crc, text.charCodeAt(at) & 0xff);
  return crc;
}

/** Four digits. */
export const checksumOf = (text: string): string =>
  (remainderOfText(text) ^ 0xffff).toString(16).toUpperCase().padStart(4, '0');

// ---- ARINC 702: the last four characters. Two kinds are in use.

const swapped = (value: number): number =>
  ((value & 0xf) << 12) | ((value & 0xf0) << 4) | ((value & 0xf00) >>> 4) | (value >>> 12);

/** True if the text ends with the checksum of what stands before. */
export function endsWithChecksum(text: string): boolean {
  const given = text.slice(-4);
  if (!/^[\dA-F]{4}$/.test(given)) return false;
  const content = text.slice(0, -4);
  if (given === checksumOf(content)) return true;
  let second = 0xffff;
  for (let at = 0; at < content.length; at++)
    second = (second >>> 8) ^ (low[(second ^ content.charCodeAt(at)) & 0xff] ?? 0);
  return Number.parseInt(given, 16) === swapped(second ^ 0xffff);
}
