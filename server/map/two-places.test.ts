import { expect, test } from 'vitest';
import { ofOneTransmitter, TwoPlaces } from './two-places.ts';

const here = { lat: 46, lon: 25 };
const there = { lat: 51, lon: 4 };
const after = (seconds: number, place = here) => ({ ...place, atMs: seconds * 1000 });

test('two places in turns are doubtful; the first stays the position', () => {
  const places = new TwoPlaces();
  const verdicts = [0, 1, 2, 3, 4, 5, 6].map((second) => places.take(after(second, second % 2 === 0 ? here : there)));
  expect(verdicts).toEqual(['here', 'elsewhere', 'here', 'elsewhere', 'here', 'elsewhere', 'here']);
  expect([places.isDoubtful(6000), places.isDoubtful(200_000)]).toEqual([true, false]);
});

test('an aircraft that flies is at one place, also after hours', () => {
  const places = new TwoPlaces();
  const eastward = [0, 60, 120, 7200].map((second) =>
    places.take(after(second, { lat: 46, lon: 25 + (second / 3600) * 12 })),
  );
  expect(eastward).toEqual(['here', 'here', 'here', 'here']);
  expect(places.isDoubtful(7_200_000)).toBe(false);
});

test('one wrong position, read again and again from the database, is no second place', () => {
  const places = new TwoPlaces();
  for (let second = 0; second < 60; second += 2) {
    places.take(after(second));
    places.take(after(1, there));
  }
  expect(places.isDoubtful(60_000)).toBe(false);
});

test('a position that jumps once replaces a silent place, without doubt', () => {
  const places = new TwoPlaces();
  places.take(after(0));
  const verdicts = [10, 20, 31, 50].map((second) => places.take(after(second, there)));
  expect(verdicts).toEqual(['elsewhere', 'elsewhere', 'moved', 'here']);
  expect(places.isDoubtful(50_000)).toBe(false);
});

test('positions that a decoder refused are evidence, never a place', () => {
  const places = new TwoPlaces();
  for (const second of [0, 2, 4, 6]) {
    places.take(after(second));
    places.take(after(second + 1, there), true);
  }
  expect(places.isDoubtful(6000)).toBe(true);
  expect(places.take(after(300, there), true)).toBe('elsewhere');
});

test('a trail contains one of two places; a single jump stays', () => {
  const turns = [0, 1, 2, 3, 4].map((second) => after(second, second % 2 === 0 ? here : there));
  expect(ofOneTransmitter(turns).map(({ lat }) => lat)).toEqual([46, 46, 46]);
  expect(ofOneTransmitter(turns, after(5, there)).map(({ lat }) => lat)).toEqual([51, 51]);
  const jump = [after(0), after(1), after(2, there), after(3, there)];
  expect(ofOneTransmitter(jump)).toEqual(jump);
  expect(ofOneTransmitter(jump, after(4), true)).toEqual([after(0), after(1)]);
});
