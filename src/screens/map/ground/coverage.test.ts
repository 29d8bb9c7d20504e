import { expect, test } from 'vitest';
import { coverageFeatures, coverageText } from './coverage.ts';

const coverage = {
  asOf: '2026-11-29T12:00:00Z',
  hours: 24,
  cellDeg: 0.25,
  positions: 131,
  isSampled: false,
  cells: [
    [180, 100, 1],
    [181, 100, 30],
    [-2, -4, 100],
  ] as [number, number, number][],
};

test('a feature for each step of opacity, with its cells as squares', () => {
  const steps = coverageFeatures(coverage).features.map(({ geometry }) => geometry);
  expect(steps.map((one) => (one.type === 'MultiPolygon' ? one.coordinates.length : -1))).toEqual([1, 0, 1, 1]);
  expect(steps[3]).toMatchObject({
    coordinates: [
      [
        [
          [-1, -0.5],
          [-0.75, -0.5],
          [-0.75, -0.25],
          [-1, -0.25],
          [-1, -0.5],
        ],
      ],
    ],
  });
});

test('the cells in words', () => {
  expect(coverageText(coverage)).toBe(
    '131 positions of 24\u00a0h in 3 cells of 0.25°. From 0.5° S, 1° W to 45.5° N, 25.25° E. Most, 100, at 0.5° S, 1° W.',
  );
  expect(coverageText({ ...coverage, cells: [] })).toBe('No positions are stored of the last 24\u00a0h.');
});
