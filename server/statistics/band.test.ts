import { expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import { daysWithGap } from './band.ts';

const daysOf = (...gaps: (readonly [from: number, to: number])[]) =>
  daysWithGap(
    gaps.map(([from, to]) => [from * hourMs, to * hourMs]),
    0,
  ).flatMap((hasGap, day) => (hasGap ? [day] : []));

test('a gap of more than an hour marks its days; an hour does not; two causes are one gap', () => {
  expect(daysOf([5, 6])).toEqual([]);
  expect(daysOf([5, 5.5], [5.5, 6.5])).toEqual([0]);
  // The day in which it begins, and not the one of which it has ten minutes.
  expect(daysOf([23, 24.2])).toEqual([0]);
  expect(daysOf([23.5, 72.5])).toEqual([0, 1, 2]);
});
