import { expect, test } from 'vitest';
import { frameMs, haveNamesMoved } from './next-frame.ts';

const never = Number.POSITIVE_INFINITY;

test('the next frame is due when the fastest has moved half a pixel, at most 30 times a second', () => {
  expect(frameMs(1, never)).toBe(500);
  expect(frameMs(0.05, never)).toBe(10_000);
  expect(frameMs(1000, never)).toBe(33);
});

test('colours change in steps of 5 s or more; without motion and fading no frame is due', () => {
  expect(frameMs(0, 20)).toBe(5000);
  expect(frameMs(0, 40_000)).toBe(40_000);
  expect(frameMs(1, 20)).toBe(500);
  expect(frameMs(0, never)).toBeNull();
});

test('names are put again when the fastest has moved half a pixel', () => {
  expect(haveNamesMoved(0.1, 4000)).toBe(false);
  expect(haveNamesMoved(0.1, 5000)).toBe(true);
  expect(haveNamesMoved(3, 1000)).toBe(true);
});
