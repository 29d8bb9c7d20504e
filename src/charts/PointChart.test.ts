import { expect, test } from 'vitest';
import { axisTop, barPath, fits, labelEvery, rosePath } from './PointChart.tsx';

test('the top of an axis is a round number that contains the largest value', () => {
  expect([0, 1, 3, 17, 48, 51, 2400].map(axisTop)).toEqual([1, 1, 5, 20, 50, 100, 5000]);
});

test('labels do not overlap', () => {
  expect([labelEvery(24, 20, 50), labelEvery(24, 60, 50), labelEvery(3, 1, 50)]).toEqual([3, 1, 3]);
});

test('a name that is longer than its room does not fit', () => {
  expect([fits('1013 Amsterdam', 120), fits('1013 Amsterdam Schiphol East', 120)]).toEqual([true, false]);
});

test('a bar without height is not drawn', () => {
  expect(barPath(1, 2, 3, 0)).toBe('');
  expect(barPath(1, 2, 3, 4)).toBe('M1.0 2.0h3.0v4.0h-3.0z');
});

test('a rose has north at the top and passes the centre where nothing was received', () => {
  expect(rosePath([10, 0, 0, 0], 1, [50, 50])).toBe('M57.1 42.9L50.0 50.0L50.0 50.0L50.0 50.0Z');
  expect(rosePath([0, 0], 1, [50, 50])).toBe('');
});
