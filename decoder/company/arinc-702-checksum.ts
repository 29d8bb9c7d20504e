/** Checksum of ARINC 702 messages: the last four characters. Two kinds are in use. Own file: arithmetic. Pure. */

const tableOf = (step: (value: number) => number, shift: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << shift;
    for (let bit = 0; bit < 8; bit++) value = step(value) & 0xffff;
    return value;
  });
/** x^16 + x^12 + x^5 + 1, highest bit first and lowest bit first. */
const high = tableOf((value) => (value << 1) ^ (value & 0x8000 ? 0x1021 : 0), 8);
const low = tableOf((value) => (value >>> 1) ^ (value & 1 ? 0x8408 : 0), 0);

const swapped = (value: number): number =>
  ((value & 0xf) << 12) | ((value & 0xf0) << 4) | ((value & 0xf00) >>> 4) | (value >>> 12);

/** True if the text ends with the checksum of what stands before. */
export function isChecksumRight(text: string): boolean {
  const given = text.slice(-4);
  if (!/^[\dA-F]{4}$/.test(given)) return false;
  let [first, second] = [0xffff, 0xffff];
  for (let at = 0; at < text.length - 4; at++) {
    const byte = text.charCodeAt(at) & 0xff;
    first = ((first << 8) & 0xffff) ^ (high[(first >>> 8) ^ byte] ?? 0);
    second = (second >>> 8) ^ (low[(second ^ byte) & 0xff] ?? 0);
  }
  const value = Number.parseInt(given, 16);
  return value === (first ^ 0xffff) || value === swapped(second ^ 0xffff);
}
