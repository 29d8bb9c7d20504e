import { expect, test } from 'vitest';
import { cellReach, distanceField, distanceTo, shapes } from './shapes.ts';

test('distances are positive inside and negative outside, in units of the icon', () => {
  const square = [
    [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ],
  ] as const;
  expect(distanceTo(square, [0, 0])).toBeCloseTo(0.5);
  expect(distanceTo(square, [0.4, 0])).toBeCloseTo(0.1);
  expect(distanceTo(square, [0.8, 0.9])).toBeCloseTo(-0.5);
});

test('all outlines are within an icon, and symmetric', () => {
  for (const outlines of Object.values(shapes))
    for (const [x, y] of outlines.flat()) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1);
  for (const shape of Object.values(shapes))
    for (const [x, y] of [
      [0.3, 0.1],
      [0.05, -0.5],
      [0.2, 0.8],
    ] as const)
      expect(distanceTo(shape, [x, y])).toBeCloseTo(distanceTo(shape, [-x, y]), 6);
});

test('the picture has the cells side by side, 128 where the outline runs', () => {
  const cellPx = 20;
  const field = distanceField([shapes.undirected, shapes.ground], cellPx);
  expect(field).toHaveLength(2 * cellPx * cellPx);
  const at = (cell: number, x: number, y: number) => {
    const pixel = (value: number) => Math.floor(((value + cellReach) / (2 * cellReach)) * cellPx);
    return field[pixel(y) * 2 * cellPx + cell * cellPx + pixel(x)] ?? -1;
  };
  expect(at(0, 0, 0)).toBeGreaterThan(220);
  expect(at(0, 1.2, 1.2)).toBe(0);
  expect(Math.abs(at(0, 0.5, 0) - 128)).toBeLessThan(20);
  expect(at(1, 0.9, 0)).toBeLessThan(60);
});
