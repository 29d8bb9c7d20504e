/** Writes Mode S frames. Its own arithmetic (text of bits, long division) shares nothing with the decoder that it tests. */

/** Fields in order: value and width in bits. */
export type Fields = readonly (readonly [value: number, width: number])[];

const bitsOf = (fields: Fields): string =>
  fields.map(([value, width]) => value.toString(2).padStart(width, '0').slice(-width)).join('');
const generator = '1111111111111010000001001';

/** Remainder of a polynomial division, by hand. */
function parityOf(bits: string): number {
  const rest = [...`${bits}${'0'.repeat(24)}`].map(Number);
  for (let at = 0; at < bits.length; at++)
    if (rest[at]) for (let n = 0; n < generator.length; n++) rest[at + n] = (rest[at + n] ?? 0) ^ Number(generator[n]);
  return Number.parseInt(rest.slice(-24).join(''), 2);
}

/** 56 or 112 bits with their parity. `overlay` = the address in replies, the interrogator in all-call replies. */
export function frameOf(fields: Fields, overlay = 0): Uint8Array {
  const bits = bitsOf(fields);
  if (bits.length !== 32 && bits.length !== 88) throw new Error(`${bits.length} bits`);
  const all = bits + bitsOf([[parityOf(bits) ^ overlay, 24]]);
  return Uint8Array.from({ length: all.length / 8 }, (_, at) => Number.parseInt(all.slice(at * 8, at * 8 + 8), 2));
}

/** DF 17. `content` = 56 bits. */
export const squitter = (address: number, content: Fields, capability = 5): Uint8Array =>
  frameOf([[17, 5], [capability, 3], [address, 24], ...content]);
/** DF 18. */
export const otherSquitter = (address: number, content: Fields, control: number): Uint8Array =>
  frameOf([[18, 5], [control, 3], [address, 24], ...content]);
/** DF 11. */
export const allCall = (address: number, interrogator = 0, capability = 5): Uint8Array =>
  frameOf(
    [
      [11, 5],
      [capability, 3],
      [address, 24],
    ],
    interrogator,
  );

/** Altitude in 25 ft steps, as 12 bits (with the Q bit), or 13 (with M = 0 as well). */
export function altitude12(feet: number): string {
  const n = bitsOf([[(feet + 1000) / 25, 11]]);
  return `${n.slice(0, 7)}1${n.slice(7)}`;
}
export const altitude13 = (feet: number): string => `${altitude12(feet).slice(0, 6)}0${altitude12(feet).slice(6)}`;

/** Four octal digits as C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4. */
export function identity13(squawk: string): string {
  const bit = (name: string): string => {
    const digit = Number(squawk['ABCD'.indexOf(name[0] ?? '')] ?? 0);
    return digit & Number(name[1] ?? 0) ? '1' : '0';
  };
  return ['C1', 'A1', 'C2', 'A2', 'C4', 'A4', 'X0', 'B1', 'D1', 'B2', 'D2', 'B4', 'D4'].map(bit).join('');
}

/** Text of bits as a field. */
export const text = (bits: string): readonly [number, number] => [Number.parseInt(bits, 2), bits.length];

/** Eight characters of six bits. */
export function characters(call: string): Fields {
  const alphabet = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789';
  return [...call.padEnd(8)].map((one) => [alphabet.indexOf(one), 6] as const);
}

const zonesAt = (lat: number): number => {
  if (Math.abs(lat) >= 87) return Math.abs(lat) === 87 ? 2 : 1;
  const ratio = (1 - Math.cos(Math.PI / 30)) / Math.cos((Math.PI / 180) * lat) ** 2;
  return Math.floor((2 * Math.PI) / Math.acos(1 - ratio));
};
const modulo = (value: number, by: number): number => value - by * Math.floor(value / by);
const size = 2 ** 17;

type Encoded = {
  readonly fields: Fields;
  /** The value of the 17 bits: the nearest multiple of a step. */
  readonly lat: number;
  readonly lon: number;
};

/** Compact position reporting: flag, latitude, longitude. */
export function compact(lat: number, lon: number, isOdd: boolean, isSurface = false): Encoded {
  const span = isSurface ? 90 : 360;
  const odd = isOdd ? 1 : 0;
  const latZone = span / (60 - odd);
  const latCode = Math.floor((size * modulo(lat, latZone)) / latZone + 0.5);
  const latRead = latZone * (latCode / size + Math.floor(lat / latZone));
  const lonZone = span / Math.max(zonesAt(latRead) - odd, 1);
  const lonCode = Math.floor((size * modulo(lon, lonZone)) / lonZone + 0.5);
  const lonRead = lonZone * (lonCode / size + Math.floor(lon / lonZone));
  const fields: Fields = [
    [odd, 1],
    [latCode % size, 17],
    [lonCode % size, 17],
  ];
  return { fields, lat: latRead, lon: modulo(lonRead + 180, 360) - 180 };
}

/** A frame as Beast writes it: escaped, with the counter and the signal. */
export const asBeast = (bytes: Uint8Array, counter: number, signal: number): number[] => [
  ...[0x1a, bytes.length === 14 ? 0x33 : 0x32],
  ...[0, 0, counter >> 24, counter >> 16, counter >> 8, counter, signal, ...bytes]
    .map((byte) => byte & 0xff)
    .flatMap((byte) => (byte === 0x1a ? [byte, byte] : [byte])),
];
