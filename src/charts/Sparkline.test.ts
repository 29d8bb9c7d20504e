import { expect, test } from 'vitest';
import { sparkPath } from './Sparkline.tsx';

test('a gap ends the line, a value alone is a dot', () => {
  expect(sparkPath([0, 10, null, 5, null], 0, 10)).toBe('M0.0 40.0L40.0 0.0M120.0 20.0h0');
  expect(sparkPath([null, null], 0, 10)).toBe('');
});
