import { expect, test } from 'vitest';
import { squawkOf } from './squawk.ts';

/** Published codes (tests of pyModeS): of A800292DFFBBA9383FFCEB903D01 and 2A00516D492B80, then two made by hand. */
test.each([
  [0x92d, '1346'],
  [0x116d, '0356'],
  [0x808, '1200'],
  [0xaa2, '7500'],
])('code %i is %s', (code, squawk) => {
  expect(squawkOf(code)).toBe(squawk);
});

test('each of the 4,096 squawks has one code', () => {
  const order = ['C1', 'A1', 'C2', 'A2', 'C4', 'A4', 'X', 'B1', 'D1', 'B2', 'D2', 'B4', 'D4'];
  for (let n = 0; n < 4096; n++) {
    const text = n.toString(8).padStart(4, '0');
    const code = order.reduce((sum, name, at) => {
      const digit = Number(text['ABCD'.indexOf(name[0] ?? '')] ?? 0);
      return digit & Number(name[1] ?? 0) ? sum | (0x1000 >> at) : sum;
    }, 0);
    expect(squawkOf(code)).toBe(text);
  }
});
