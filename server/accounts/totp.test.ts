import { expect, test } from 'vitest';
import { base32, codeOf, otpauthUri, stepOf } from './totp.ts';

/** RFC 6238, appendix B: the last six of its eight digits. */
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('C03: the code at %i s is %s', (seconds, code) => {
  expect(codeOf(secret, Math.floor(seconds / 30))).toBe(code);
});

test('C03: a code is right one step before and after its own, and no further', () => {
  const at = (steps: number): number | null => stepOf(secret, codeOf(secret, 1000), (1000 + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, 1000, 1000, 1000, null]);
  for (const wrong of ['', '28708', '2870822', '28708a', '٢٨٧٠٨٢']) expect(stepOf(secret, wrong, 59_000)).toBeNull();
});

test('C03: the secret is base32, and the link names product and user', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(otpauthUri(secret, 'a+b@c')).toBe(
    'otpauth://totp/Downlink:a%2Bb%40c?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Downlink',
  );
});
