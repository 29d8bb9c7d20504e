import { expect, test } from 'vitest';
import { unitsOf } from '../../../lib/units.ts';
import { scaleBar } from './scale-bar.ts';

test('a round number of nautical miles, never wider than its room', () => {
  for (let zoom = 1; zoom <= 19; zoom += 0.25)
    for (const lat of [0, 45, -84]) {
      const { value, widthPx } = scaleBar(lat, zoom, unitsOf('metric').distance);
      expect(String(value)).toMatch(/^[125]0*$|^0\.0*[125]$/);
      expect(widthPx).toBeGreaterThan(30);
      expect(widthPx).toBeLessThanOrEqual(110);
    }
});

test('C58: one degree at the equator is 60 nmi', () => {
  // Zoom 8 of 256 px tiles: 65,536 px around the world, 182 a degree; so 20 nmi are a third of that.
  expect(scaleBar(0, 8, unitsOf('aviation').distance)).toEqual({ value: 20, widthPx: 61 });
});
