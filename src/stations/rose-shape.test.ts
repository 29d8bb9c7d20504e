import { expect, test } from 'vitest';
import { unitsOf } from '../lib/units.ts';
import { type Bearings, rangeText, rimOf, rosePath, shortSpans, wider } from './rose-shape.ts';

const aviation = unitsOf('aviation');
const bearings = (change: Readonly<Record<number, number | null>> = {}, usual: number | null = 100): Bearings =>
  Array.from({ length: 72 }, (_, at) => (at in change ? (change[at] ?? null) : usual));

test('the farthest bearing in words; nothing received has none', () => {
  expect(rangeText(bearings({ 27: 250.4 }), aviation)).toBe('Farthest 250\u00a0nmi at 137°');
  expect(rangeText([null, 240, null, null, null, null, null, null, null, null, null, null], aviation)).toBe(
    'Farthest 240\u00a0nmi at 45°',
  );
  expect(rangeText(bearings({}, null), aviation)).toBeNull();
  expect([rosePath(bearings({}, null), 300), rimOf(100, bearings({ 3: 251 })), rimOf(300, [])]).toEqual(['', 300, 300]);
});

test('an outline has an arc per bearing from north on', () => {
  expect(rosePath([300, 150, null, 300], 300)).toBe(
    'M50.0 2.0A48.0 48.0 0 0 1 98.0 50.0L74.0 50.0A24.0 24.0 0 0 1 50.0 74.0L50.0 50.0A0.0 0.0 0 0 1 50.0 50.0L2.0 50.0A48.0 48.0 0 0 1 50.0 2.0Z',
  );
  expect(wider([1, null, null, null, 5, 4, 2, 9], 90)).toEqual([1, null, 5, 9]);
});

test('a direction is short from three neighbouring bearings of 10° on, also across north', () => {
  const short = (from: number, to: number) =>
    bearings(Object.fromEntries(Array.from({ length: to - from }, (_, at) => [(from + at) % 72, 40])));
  expect(shortSpans(short(66, 78), bearings())).toEqual(['330° to 30°']);
  expect(shortSpans(short(10, 14), bearings())).toEqual([]);
  expect(shortSpans(bearings({}, null), bearings())).toEqual(['all directions']);
  expect(shortSpans(bearings(), bearings({}, null))).toEqual([]);
});
