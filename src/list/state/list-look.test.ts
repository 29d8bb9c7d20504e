import { expect, test } from 'vitest';
import { readLook } from './list-look.ts';

test('any stored value gives a valid look, with defaults for invalid parts', () => {
  const usual = { density: 'dense', tabletRows: 'cards', reading: null };
  for (const stored of [null, 7, 'comfortable', [], { density: 'huge', tabletRows: {} }])
    expect(readLook(stored)).toEqual(usual);
  expect(readLook({ density: 'comfortable', tabletRows: 'table', reading: 'aircraft', more: 1 })).toEqual({
    density: 'comfortable',
    tabletRows: 'table',
    reading: null,
  });
  expect(readLook({ reading: 'lines' })).toEqual({ ...usual, reading: 'lines' });
});
