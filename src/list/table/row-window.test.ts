import { expect, test } from 'vitest';
import { heightOf, type RowPlaces, rowAt, rowsInView, topOf, totalHeight } from './row-window.ts';

const places: RowPlaces = {
  count: 10_000,
  rowHeight: 29,
  open: [
    { index: 3, more: 400 },
    { index: 5000, more: 250 },
  ],
};
const heights = Array.from({ length: places.count }, (_, index) => heightOf(places, index));

test('rows are below each other, expanded ones with their height', () => {
  let top = 0;
  for (const [index, height] of heights.entries()) {
    expect(topOf(places, index)).toBe(top);
    top += height;
  }
  expect(totalHeight(places)).toBe(top);
});

test('the row at any height is the one that covers it', () => {
  for (let y = 0; y < totalHeight(places); y += 131) {
    const index = rowAt(places, y);
    expect(topOf(places, index)).toBeLessThanOrEqual(y);
    expect(topOf(places, index) + heightOf(places, index)).toBeGreaterThan(y);
  }
  expect(rowAt(places, -50)).toBe(0);
  expect(rowAt(places, 1e9)).toBe(9999);
});

test('rendered rows cover the view with a margin, in steps, and stay within the list', () => {
  for (let top = 0; top < totalHeight(places) - 800; top += 971) {
    const [first, last] = rowsInView(places, { top, height: 800 });
    expect(topOf(places, first)).toBeLessThanOrEqual(top);
    expect(topOf(places, last) + heightOf(places, last)).toBeGreaterThanOrEqual(top + 800);
    expect(first === 0 || top - topOf(places, first) >= 6 * 29).toBe(true);
    expect(last - first).toBeLessThan(48);
  }
  expect(rowsInView(places, { top: totalHeight(places), height: 800 })[1]).toBe(9999);
  expect(rowsInView({ count: 1, rowHeight: 29, open: [] }, { top: 0, height: 800 })).toEqual([0, 0]);
});
