import { expect, test } from 'vitest';
import { bytesOf } from './bits.ts';
import { remainder } from './frame.ts';

/** Published frames with their remainder (The 1090 Megahertz Riddle; tests of pyModeS). */
test.each([
  ['8D406B902015A678D4D220AA4BDA', 0],
  ['8D4840D6202CC371C32CE0576098', 0],
  ['8D40621D58C382D690C8AC2863A7', 0],
  ['8D485020994409940838175B284F', 0],
  ['8C4841753A9A153237AEF0F275BE', 0],
  ['5D484FDEA248F5', 22],
  ['8d4ca251204994b1c36e60a5343d', 16],
  ['c80b2dca34aa21dd821a04cb64d4', 10_719_924],
  ['a800089d8094e33a6004e4b8a522', 4_805_588],
  ['a0000410bc900010a40000f5f477', 11_727_682],
  ['A0001839CA3800315800007448D9', 0x400940],
])('the remainder of %s is %i', (hex, rest) => {
  expect(remainder(bytesOf(hex) ?? new Uint8Array())).toBe(rest);
});
