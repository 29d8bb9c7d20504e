import { expect, test } from 'vitest';
import { legIndexAt, stripCount, stripOf, stripWords } from './leg-strip.ts';

const hour = 3_600_000;
/** A leg of one hour every two hours. */
const legs = (count: number, silent: readonly number[] = []) =>
  Array.from({ length: count }, (_, at) => ({
    fromMs: at * 2 * hour,
    toMs: at * 2 * hour + hour,
    hasMessages: !silent.includes(at),
  }));
const event = (leg: number, persistence: string | null = 'hard', what = 'failure') => ({
  atMs: leg * 2 * hour + hour / 2,
  what,
  persistence,
});

test('an instant belongs to the leg that has begun last, also after its last reception', () => {
  expect([-1, 0, hour + 1, 2 * hour - 1, 2 * hour, 99 * hour].map((at) => legIndexAt(legs(3), at))).toEqual([
    -1, 0, 0, 0, 1, 2,
  ]);
});

test('a sign per leg of the last ten: the strongest report, flown without report, no message', () => {
  const events = [
    event(0),
    event(3, 'intermittent'),
    event(5, null),
    event(7, 'intermittent'),
    event(7, 'hard'),
    event(8, 'hard', 'warning'),
    event(8),
  ];
  expect(stripOf(legs(12, [4, 11]), events)).toBe('.i-r.hw..-');
  expect(stripOf([], events)).toBe('');
});

test('in words legs without messages do not count, and end a row', () => {
  expect(stripCount('..h.h-hhhh')).toBe('6 of 9');
  expect(stripWords('..h.h-hhhh')).toBe('6 of 9 legs, last 4 in a row, 1 leg without messages');
  expect(stripWords('hh--')).toBe('2 of 2 legs, last 2 in a row, 2 legs without messages');
  expect(stripWords('h...')).toBe('1 of 4 legs');
  expect(stripWords('')).toBe('No legs known');
});
