/** Texts of ARINC 622 with their checksums, for tests that send them as a receiver does. */

function crc16(bytes: readonly number[]): number {
  let value = 0xffff;
  for (const byte of bytes) {
    value ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ (value & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return value ^ 0xffff;
}
const codes = (text: string): number[] => [...text].map((one) => one.charCodeAt(0));
const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

type Ends = { readonly ground: string; readonly tail: string };

/** Octets of an application: the checksum includes its name, the registration and the octets. */
export function fansOctets({ ground, tail }: Ends, imi: string, bytes: readonly number[]): string {
  const named = imi + tail.padStart(7, '.');
  const octets = bytes.map((byte) => hex(byte, 2)).join('');
  return `/${ground}.${named}${octets}${hex(crc16([...codes(named), ...bytes]), 4)}`;
}

/** A text of an application: the checksum includes what follows the first dot. */
export const fansCharacters = (ground: string, content: string): string =>
  `/${ground}.${content}${hex(crc16(codes(content)), 4)}`;

/** Bits, blanks ignored, padded to the octet. */
export function octetsOf(bits: string): number[] {
  const packed = bits.replaceAll(' ', '');
  return (packed.padEnd(Math.ceil(packed.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((one) =>
    Number.parseInt(one, 2),
  );
}
export const bitsOf = (value: number, width: number): string =>
  (value < 0 ? value + 2 ** width : value).toString(2).padStart(width, '0');
