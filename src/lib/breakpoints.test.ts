import { expect, test } from 'vitest';
import { widthClass } from './breakpoints.ts';

test('RESP-01: a breakpoint belongs to the narrower class (C44)', () => {
  expect([360, 600, 601, 960, 961, 1280, 1281, 1919, 1920].map(widthClass)).toEqual([
    'xs',
    'xs',
    'sm',
    'sm',
    'md',
    'md',
    'lg',
    'lg',
    'xl',
  ]);
});
