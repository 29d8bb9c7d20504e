import { expect, test } from 'vitest';
import { nextSunEvent, subsolarPoint } from './sun.ts';

test('the sun is overhead where almanacs state', () => {
  // Equinox and solstice of 2026, and 22 November with the equation of time of about 14 minutes.
  const march = subsolarPoint(Date.UTC(2026, 2, 20, 14, 46));
  expect(march.lat).toBeCloseTo(0, 1);
  const june = subsolarPoint(Date.UTC(2026, 5, 21, 8, 24));
  expect(june.lat).toBeCloseTo(23.44, 1);
  const november = subsolarPoint(Date.UTC(2026, 10, 22, 12));
  expect(november.lat).toBeCloseTo(-20.1, 0);
  expect(november.lon).toBeCloseTo(-3.5, 0);
});

const bucharest = { lat: 44.571, lon: 26.085 };
/** Minutes between the event and a published time. */
const minutesFrom = (event: { at: number } | null, published: number): number =>
  Math.abs((event?.at ?? 0) - published) / 60_000;

test('sunset and sunrise of Bucharest as published, to two minutes', () => {
  const sunset = nextSunEvent(Date.UTC(2026, 5, 21, 12), bucharest);
  expect(sunset?.what).toBe('sunset');
  expect(minutesFrom(sunset, Date.UTC(2026, 5, 21, 18, 4))).toBeLessThanOrEqual(2);
  const sunrise = nextSunEvent(Date.UTC(2026, 5, 21, 22), bucharest);
  expect(sunrise?.what).toBe('sunrise');
  expect(minutesFrom(sunrise, Date.UTC(2026, 5, 22, 2, 32))).toBeLessThanOrEqual(2);
});

test('in polar day and night there is none', () => {
  const tromso = { lat: 69.65, lon: 18.96 };
  expect(nextSunEvent(Date.UTC(2026, 5, 21), tromso)).toBeNull();
  expect(nextSunEvent(Date.UTC(2026, 11, 21), tromso)).toBeNull();
});
