import { expect, test } from 'vitest';
import { type Box, cardCorner } from './place-over.ts';

const map = { width: 800, height: 600 };
const popup = { width: 160, height: 50 };
const at = (x: number, y: number, taken: Box | null = null) => cardCorner({ x, y }, popup, map, 30, taken);

test('a card stands above its place, below it at the upper edge, and never beyond the sides', () => {
  expect(at(400, 300)).toEqual({ x: 320, y: 220 });
  expect(at(400, 60)).toEqual({ x: 320, y: 90 });
  expect(at(10, 300)).toEqual({ x: 8, y: 220 });
  expect(at(795, 300)).toEqual({ x: 632, y: 220 });
});

test('where another card stands it goes to the other side; where none is free it stays within the map', () => {
  const above = { x: 250, y: 50, width: 300, height: 200 };
  expect(at(400, 300, above)).toEqual({ x: 320, y: 330 });
  const aboveAndBelow = { x: 250, y: 50, width: 160, height: 500 };
  expect(at(400, 300, aboveAndBelow)).toEqual({ x: 430, y: 275 });
  expect(at(400, 300, { x: 0, y: 0, ...map })).toEqual({ x: 320, y: 330 });
});

test('a card as high as the map begins at its upper edge', () => {
  expect(cardCorner({ x: 400, y: 580 }, { width: 300, height: 590 }, map, 16, null)).toEqual({ x: 250, y: 8 });
});
