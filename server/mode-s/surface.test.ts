import { expect, test } from 'vitest';
import { movementKt } from './surface.ts';

/** Published codes (tests of pyModeS, and the frames of The 1090 Megahertz Riddle). */
test.each([
  [0, null],
  [1, 0],
  [9, 1],
  [24, 7.5],
  [25, 8],
  [39, 15],
  [41, 17],
  [94, 70],
  [109, 100],
  [124, 175],
  [125, null],
  [127, null],
])('movement %i is %s kt', (code, kt) => {
  expect(movementKt(code)).toBe(kt);
});
