import { expect, test } from 'vitest';
import { altitudePieces } from './AltitudeStrip.tsx';

const minute = 60_000;
const climb = (...feet: number[]) => feet.map((altitudeFt, at) => ({ at: at * minute, altitudeFt }));

test('an altitude strip has one piece per band, each from where the one before ended', () => {
  const pieces = altitudePieces(climb(1000, 3000, 4000, 8000, 9000, 38_000));
  expect(pieces.map(({ altitudeFt }) => altitudeFt)).toEqual([4000, 9000, 38_000]);
  expect(pieces[1]?.line.startsWith('M96 ')).toBe(true);
  expect(pieces.at(-1)?.line.endsWith(`L240 ${(48 * (1 - (38_000 / 45_000) * 0.96) - 1).toFixed(1)}`)).toBe(true);
});

test('minutes without a position are a gap; one position is no strip', () => {
  const [one, two] = climb(1000, 1100);
  expect(altitudePieces([one, two, { at: 9 * minute, altitudeFt: 1200 }] as never).map(({ isGap }) => isGap)).toEqual([
    false,
    true,
  ]);
  expect(altitudePieces(climb(1000))).toEqual([]);
});
