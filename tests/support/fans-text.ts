/** Texts of ARINC 622 with their checksums, for tests that send them as a receiver does. */
import { checksum, codes } from '../../decoder/checksums-for-test.ts';

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

type Ends = { readonly ground: string; readonly tail: string };

/** Octets of an application: the checksum includes its name, the registration and the octets. */
export function fansOctets({ ground, tail }: Ends, imi: string, bytes: readonly number[]): string {
  const named = imi + tail.padStart(7, '.');
  const octets = bytes.map((byte) => hex(byte, 2)).join('');
  return `/${ground}.${named}${octets}${checksum([...codes(named), ...bytes])}`;
}

/** A text of an application: the checksum includes what follows the first dot. */
export const fansCharacters = (ground: string, content: string): string =>
  `/${ground}.${content}${checksum(codes(content))}`;

/** Bits, blanks ignored, padded to the octet. */
export function octetsOf(bits: string): number[] {
  const packed = bits.replaceAll(' ', '');
  return (packed.padEnd(Math.ceil(packed.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((one) =>
    Number.parseInt(one, 2),
  );
}
export const bitsOf = (value: number, width: number): string =>
  (value < 0 ? value + 2 ** width : value).toString(2).padStart(width, '0');
