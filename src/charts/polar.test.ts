import { expect, test } from 'vitest';
import { describeDirection, outlineOf, planePoint, polarFacts, rimNmi, sectorAt, sectorsOf } from './polar.ts';

const point = (angleDeg: number, distanceNmi: number) => ({ angleDeg, distanceNmi });
const rounded = (points: readonly { eastNmi: number; northNmi: number }[]) =>
  points.map(({ eastNmi, northNmi }) => [Math.round(eastNmi) + 0, Math.round(northNmi) + 0]);

test('STAT-05: north is up, angles are clockwise, and points beyond 400 nmi are drawn at the rim (C64)', () => {
  expect(rounded([planePoint(0, 100), planePoint(90, 200), planePoint(180, 400), planePoint(270, 900)])).toEqual([
    [0, 100],
    [200, 0],
    [0, -400],
    [-400, 0],
  ]);
  expect(rimNmi).toBe(400);
});

test('sectors are in clockwise order, each once with its farthest point; invalid points are skipped', () => {
  expect(
    sectorsOf([
      point(350, 10),
      point(-20, 40),
      point(360, 7),
      point(Number.NaN, 1),
      point(4, -1),
      point(5, Number.POSITIVE_INFINITY),
    ]),
  ).toEqual([point(0, 7), point(340, 40), point(350, 10)]);
});

test('360 directions form one closed outline, through the centre where nothing was received', () => {
  const all = Array.from({ length: 360 }, (_, angle) => point(angle, 100));
  const whole = outlineOf(all, 1);
  expect(whole).toHaveLength(360);
  expect(whole.every(({ eastNmi, northNmi }) => Math.round(Math.hypot(eastNmi, northNmi)) === 100)).toBe(true);
  const gap = rounded(outlineOf([point(89, 100), point(90, 100), point(269, 100)], 1));
  expect(gap.filter(([east, north]) => east === 0 && north === 0)).toHaveLength(4);
});

test('a wide sector is an arc over its whole width', () => {
  const [first, last] = [outlineOf([point(0, 100)], 90).at(1), outlineOf([point(0, 100)], 90).at(-2)];
  expect(rounded([first, last].filter((one) => one !== undefined))).toEqual([
    [0, 100],
    [100, 0],
  ]);
});

test('a direction is described by its sector, across north as well', () => {
  const sectors = [point(0, 12.34), point(350, 410.2)];
  expect(sectorAt(sectors, 10, 359)?.distanceNmi).toBe(410.2);
  expect(sectorAt(sectors, 10, 10)).toBeNull();
  expect(describeDirection([{ name: '1042', points: sectors }], 10, 355)).toBe('350° to 360°: 410\u00a0nmi');
  expect(describeDirection([{ name: '1042', points: [point(45, 9.26)] }], 1, 45)).toBe('45°: 9.3\u00a0nmi');
  expect(
    describeDirection(
      [
        { name: '1042', points: sectors },
        { name: '1057', points: [] },
      ],
      10,
      3,
    ),
  ).toBe('0° to 10°: 1042 12\u00a0nmi, 1057 no receptions');
});

test('farthest, median, directions beyond the rim and directions without reception', () => {
  const facts = polarFacts([point(0, 100), point(90, 420), point(180, 200), point(270, 300)], 90);
  expect(facts).toEqual({ farthest: point(90, 420), medianNmi: 250, beyond: 1, silentDeg: 0 });
  expect(polarFacts([point(10, 50)], 1)).toMatchObject({ medianNmi: 50, silentDeg: 359 });
  expect(polarFacts([], 1)).toEqual({ farthest: null, medianNmi: null, beyond: 0, silentDeg: 360 });
});
