/** Call sign and emitter category: type codes 1 to 4, and the call sign of register BDS 2,0. */
import { fieldBits } from './bits.ts';

/** Six bits each. Only letters, digits and the blank are assigned, the others show what was sent. */
const characters = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789:;<=>?';

/** Blanks at the end are cut. Null if all bits are 0. */
export function identificationOf(bytes: Uint8Array): string | null {
  let text = '';
  let any = 0;
  for (let bit = 9; bit <= 51; bit += 6) {
    const code = fieldBits(bytes, bit, bit + 5);
    any |= code;
    text += characters[code];
  }
  return any === 0 ? null : text.trimEnd();
}

/** Emitter category, such as A3: type code 4 is set A, 1 is set D. */
export const categoryOf = (type: number, sub: number): string => (((14 - type) << 4) | sub).toString(16).toUpperCase();

/** Whether all characters are assigned ones: letters, digits, blanks. */
export function isIdentification(bytes: Uint8Array): boolean {
  for (let bit = 9; bit <= 51; bit += 6)
    if (!/[A-Z0-9 ]/.test(characters[fieldBits(bytes, bit, bit + 5)] ?? '')) return false;
  return true;
}
