/** Parity of Mode S: CRC-24 with the generator 1FFF409, in the last 24 bits of a frame. */

const generator = 0xfff409;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 16;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x800000 ? (rest << 1) ^ generator : rest << 1;
  return rest & 0xffffff;
});

/** 0 for plain parity. Replies overlay the parity with their address, DF 11 with the code of the interrogator: the remainder is that overlay. */
export function remainder(bytes: Uint8Array): number {
  const end = bytes.length - 3;
  let rest = 0;
  for (let at = 0; at < end; at++) rest = ((rest << 8) & 0xffffff) ^ (table[(rest >>> 16) ^ (bytes[at] ?? 0)] ?? 0);
  return rest ^ (((bytes[end] ?? 0) << 16) | ((bytes[end + 1] ?? 0) << 8) | (bytes[end + 2] ?? 0));
}
