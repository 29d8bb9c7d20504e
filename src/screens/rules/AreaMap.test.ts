import { expect, test } from 'vitest';
import { unwrapped } from './AreaMap.tsx';

test('an area over the antimeridian is one line, also back again', () => {
  const corners = [
    [10, 179],
    [10, -179],
    [-10, -178],
    [-10, 179],
  ] as const;
  expect(unwrapped(corners).map(({ lon }) => lon)).toEqual([179, 181, 182, 179]);
  expect(unwrapped([])).toEqual([]);
});
