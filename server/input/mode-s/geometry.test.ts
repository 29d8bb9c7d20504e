import { expect, test } from 'vitest';
import { wrapLon } from './geometry.ts';

test('a longitude is from -180 to below 180', () => {
  expect([190, -190, 540, 25, 180, -180].map(wrapLon)).toEqual([-170, 170, -180, 25, -180, -180]);
});

test('so is the nearest number on each side of the date line', () => {
  const step = 2 ** -45;
  for (const lon of [180 - step, 180 + step, -180 - step, -180 + step]) {
    const wrapped = wrapLon(lon);
    expect(wrapped, `${lon}`).toBeGreaterThanOrEqual(-180);
    expect(wrapped, `${lon}`).toBeLessThan(180);
    const off = Math.abs(wrapped - lon) % 360;
    expect(Math.min(off, 360 - off), `${lon}`).toBeLessThan(1e-9);
  }
});
