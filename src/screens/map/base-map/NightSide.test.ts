import { expect, test } from 'vitest';
import { nightSide } from './NightSide.tsx';

test('at noon UTC in November night is in the north and east of Siberia, not in Romania', () => {
  const { features } = nightSide(Date.UTC(2026, 10, 22, 12));
  const line = features[1]?.geometry;
  const latAt = (lon: number) =>
    line?.type === 'LineString' ? (line.coordinates.find(([at]) => at === lon)?.[1] ?? Number.NaN) : Number.NaN;
  // Night is north of the line: the sun is in the south.
  expect(latAt(26)).toBeGreaterThan(60);
  expect(latAt(140)).toBeLessThan(-20);
  const area = features[0]?.geometry;
  expect(area?.type === 'Polygon' && area.coordinates[0]?.at(-2)).toEqual([-180, 85.06]);
});

test('night changes sides with the season, and is an area at an equinox too', () => {
  for (const at of [Date.UTC(2026, 5, 21), Date.UTC(2026, 2, 20, 14, 46)]) {
    const area = nightSide(at).features[0]?.geometry;
    const ring = area?.type === 'Polygon' ? (area.coordinates[0] ?? []) : [];
    expect(ring.every((point) => point.every(Number.isFinite))).toBe(true);
    expect(ring[0]).toEqual(ring.at(-1));
  }
});
