import { describe, expect, test } from 'vitest';
import { boxOf, isInBox } from './geometry.ts';

describe('bounds of a map', () => {
  test('latitudes in any order; missing ones are not a bound', () => {
    expect(boxOf({ lat1: 50, lat2: 40, lon1: 20, lon2: 30 })).toEqual({ south: 40, north: 50, spans: [[20, 30]] });
    expect(boxOf({})).toEqual({ south: -90, north: 90, spans: [[-180, 180]] });
    expect(boxOf({ lon1: 170 }).spans).toEqual([[170, 180]]);
  });

  test('views across the antimeridian work, also after the map was moved around the world', () => {
    const pacific = [
      [160, 180],
      [-180, -150],
    ];
    expect(boxOf({ lon1: 160, lon2: -150 }).spans).toEqual(pacific);
    expect(boxOf({ lon1: 160, lon2: 210 }).spans).toEqual(pacific);
    expect(boxOf({ lon1: -200, lon2: -150 }).spans).toEqual(pacific);
    expect(boxOf({ lon1: -300, lon2: 300 }).spans).toEqual([[-180, 180]]);
  });

  test('the edge is inside, NaN is outside', () => {
    const box = boxOf({ lat1: -10, lat2: 10, lon1: 170, lon2: -170 });
    expect(isInBox(box, 10, 170)).toBe(true);
    expect(isInBox(box, 0, -180)).toBe(true);
    expect(isInBox(box, 0, 0)).toBe(false);
    expect(isInBox(box, Number.NaN, 175)).toBe(false);
    expect(isInBox(box, 0, Number.NaN)).toBe(false);
  });
});
