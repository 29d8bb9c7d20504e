import { expect, test } from 'vitest';
import { nextOrder, sortedByValue } from './DataTable.tsx';

test('numbers are sorted by size, texts by their numbers, and missing values last in both directions', () => {
  const byValue = (values: (string | number | null)[], isDescending = false) =>
    sortedByValue(values, (value) => value, isDescending);
  expect(byValue([10, null, 9.5, -1])).toEqual([-1, 9.5, 10, null]);
  expect(byValue([10, null, 9.5, -1], true)).toEqual([10, 9.5, -1, null]);
  expect(byValue(['S10', 's9', null, 'A'])).toEqual(['A', 's9', 'S10', null]);
});

test('a header sorts up, then down, then not', () => {
  const up = nextOrder(null, 'a');
  expect(up).toEqual({ key: 'a', isDescending: false });
  expect(nextOrder(up, 'a')).toEqual({ key: 'a', isDescending: true });
  expect(nextOrder({ key: 'a', isDescending: true }, 'a')).toBeNull();
  expect(nextOrder(up, 'b')).toEqual({ key: 'b', isDescending: false });
});
