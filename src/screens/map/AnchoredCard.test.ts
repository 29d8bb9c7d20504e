import { expect, test } from 'vitest';
import { type Box, cardCorner } from './AnchoredCard.tsx';

const map = { width: 800, height: 600 };
const popup = { width: 160, height: 50 };
const at = (x: number, y: number, ...taken: readonly Box[]) => cardCorner({ x, y }, popup, map, 30, taken);

test('a card is above its place, below it at the upper edge, and never beyond the sides', () => {
  expect(at(400, 300)).toEqual({ x: 320, y: 220 });
  expect(at(400, 60)).toEqual({ x: 320, y: 90 });
  expect(at(10, 300)).toEqual({ x: 8, y: 220 });
  expect(at(795, 300)).toEqual({ x: 632, y: 220 });
});

test('beside another card it is on the other side; where none is free it stays within the map', () => {
  const above = { x: 250, y: 50, width: 300, height: 200 };
  expect(at(400, 300, above)).toEqual({ x: 320, y: 330 });
  const aboveAndBelow = { x: 250, y: 50, width: 160, height: 500 };
  expect(at(400, 300, aboveAndBelow)).toEqual({ x: 430, y: 275 });
  expect(at(400, 300, { x: 0, y: 0, ...map })).toEqual({ x: 320, y: 330 });
});

test('it leaves the buttons at the right and the words at the upper edge free; where all is taken it covers least', () => {
  const buttons = { x: 744, y: 12, width: 44, height: 294 };
  expect(at(700, 200, buttons)).toEqual({ x: 510, y: 175 });
  const words = { x: 12, y: 12, width: 600, height: 60 };
  expect(at(400, 120, words)).toEqual({ x: 320, y: 150 });
  // Neither above, below nor beside: it is moved away from the buttons.
  const wide = { width: 620, height: 200 };
  expect(cardCorner({ x: 500, y: 280 }, wide, map, 16, [buttons])).toEqual({ x: 116, y: 64 });
  const [upper, lower] = [
    { x: 0, y: 0, width: 800, height: 320 },
    { x: 0, y: 320, width: 800, height: 100 },
  ];
  expect(cardCorner({ x: 400, y: 300 }, { width: 160, height: 220 }, map, 16, [upper, lower])).toEqual({
    x: 320,
    y: 316,
  });
});

test('a card as high as the map begins at its upper edge', () => {
  expect(cardCorner({ x: 400, y: 580 }, { width: 300, height: 590 }, map, 16, [])).toEqual({ x: 250, y: 8 });
});
