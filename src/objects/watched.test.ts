import { expect, test } from 'vitest';
import { readList } from './personal-list.ts';
import { isWatched, maxWatched, readWatched, withToggled } from './watched.ts';

const aircraft = (id: string) => ({ kind: 'tail', id }) as const;

test('a watched object is added first and removed again, whatever its case', () => {
  const one = withToggled([aircraft('N1')], aircraft('YR-BGX'));
  expect(one).toEqual([aircraft('YR-BGX'), aircraft('N1')]);
  expect(isWatched(one ?? [], aircraft('yr-bgx'))).toBe(true);
  expect(isWatched(one ?? [], { kind: 'airport', id: 'YR-BGX' })).toBe(false);
  expect(withToggled(one ?? [], aircraft('yr-bgx'))).toEqual([aircraft('N1')]);
});

test('the list is full with 50 objects, and then only gets shorter', () => {
  const full = Array.from({ length: maxWatched }, (_, n) => aircraft(`N${n}`));
  expect(withToggled(full, aircraft('YR-BGX'))).toBeNull();
  expect(withToggled(full, aircraft('N7'))).toHaveLength(maxWatched - 1);
});

test('a stored list is read without its invalid parts', () => {
  const stored = JSON.stringify([aircraft('N1'), { kind: 'user', id: '7' }, { kind: 'tail' }, null, 'N2']);
  expect(readList(stored, readWatched)).toEqual([aircraft('N1')]);
  expect(readList('{"kind":"tail"}', readWatched)).toEqual([]);
  expect(readList('[', readWatched)).toEqual([]);
  expect(readList(null, readWatched)).toEqual([]);
});
