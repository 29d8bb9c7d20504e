import { expect, test } from 'vitest';
import { readLook } from './list-look.ts';

test('whatever is stored, a look comes out; what does not fit is as usual', () => {
  const usual = { density: 'dense', tabletRows: 'cards' };
  for (const stored of [null, 7, 'comfortable', [], { density: 'huge', tabletRows: {} }])
    expect(readLook(stored)).toEqual(usual);
  expect(readLook({ density: 'comfortable', tabletRows: 'table', more: 1 })).toEqual({
    density: 'comfortable',
    tabletRows: 'table',
  });
});
