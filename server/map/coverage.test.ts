import { expect, test } from 'vitest';
import { fitting } from './coverage.ts';

test('joins cells of several hours, and makes them larger if they are too many', () => {
  expect(
    fitting([
      [180, 100, 1],
      [180, 100, 2],
      [180, 101, 1],
    ]),
  ).toEqual({
    cellDeg: 0.25,
    cells: [
      [180, 100, 3],
      [180, 101, 1],
    ],
  });
  const many = Array.from({ length: 6400 }, (_, at): [number, number, number] => [Math.floor(at / 80), at % 80, 1]);
  const { cellDeg, cells } = fitting(many);
  expect([cellDeg, cells.length, cells[0]]).toEqual([1, 400, [0, 0, 16]]);
});
