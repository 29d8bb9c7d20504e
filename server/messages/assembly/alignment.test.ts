import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from './alignment.ts';

const letters = (text: string): string[] => Array.from(text);
/** The other text, joined again from its alignment. */
const other = (found: ReturnType<typeof align>): string | undefined =>
  found?.before.map((inserted, i) => inserted + (found.at[i] ?? '')).join('');

describe('laying one text along another', () => {
  test('a wrong, a missing and an inserted character are found at their positions', () => {
    expect(align(letters('ABCDE'), letters('ABXDE'))?.at).toEqual(['A', 'B', 'X', 'D', 'E']);
    expect(align(letters('ABCDE'), letters('ABDE'))?.at).toEqual(['A', 'B', '', 'D', 'E']);
    expect(align(letters('ABCDE'), letters('ABCXDE'))).toEqual({
      at: ['A', 'B', 'C', 'D', 'E'],
      before: ['', '', '', 'X', '', ''],
    });
  });

  test('within equal characters the gap is always in the same place', () => {
    const gap = align(letters('QXAAAY'), letters('QXAAY'))?.at;
    expect(align(letters('QXAAAY'), letters('ZXAAY'))?.at.slice(1)).toEqual(gap?.slice(1));
  });

  test('for any two texts nothing is lost or added', () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'B', '\ufffd', '😀'), maxLength: 60 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = align(letters(a), letters(b));
        if (!found) return;
        expect(other(found)).toBe(b);
        expect(found.at).toHaveLength(letters(a).length);
        expect(found.before).toHaveLength(letters(a).length + 1);
      }),
    );
  });

  test('unrelated texts are not aligned', () => {
    expect(align(letters('A'.repeat(100)), letters('B'.repeat(100)))).toBeNull();
    expect(align(letters('A'.repeat(100)), letters('A'.repeat(200)))).toBeNull();
  });

  test('texts of maximum length are aligned, or reported as different', () => {
    const text = letters('0123456789'.repeat(2000));
    const damaged = [...text.slice(0, 9), 'X', ...text.slice(10, 15_000), ...text.slice(15_001)];
    expect(other(align(text, damaged))).toBe(damaged.join(''));
    expect(align(text, [...text].reverse())).toBeNull();
  });
});
