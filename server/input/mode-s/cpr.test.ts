import { describe, expect, test } from 'vitest';
import { bytesOf, fieldBits } from './bits.ts';
import { fromAirbornePair, fromOne, fromSurfacePair, type Half, zonesAt } from './cpr.ts';
import type { Place } from './geometry.ts';

const near = (place: Place | string, lat: number, lon: number): void => {
  if (typeof place === 'string') throw new Error(place);
  expect(place.lat).toBeCloseTo(lat, 4);
  expect(place.lon).toBeCloseTo(lon, 4);
};

const halfOf = (hex: string): Half => {
  const bytes = bytesOf(hex) ?? new Uint8Array();
  return { lat: fieldBits(bytes, 23, 39), lon: fieldBits(bytes, 40, 56) };
};

describe('longitude zones', () => {
  test('are 59 at the equator and 1 at the poles', () => {
    expect([0, 0.1, 45, 80, 87, -87, 87.5, 90, -90].map(zonesAt)).toEqual([59, 59, 42, 10, 2, 2, 1, 1, 1]);
  });

  test('agree with the published formula next to each limit', () => {
    const formula = (lat: number): number => {
      const ratio = (1 - Math.cos(Math.PI / 30)) / Math.cos((Math.PI / 180) * Math.abs(lat)) ** 2;
      return Math.floor((2 * Math.PI) / Math.acos(1 - ratio));
    };
    for (let lat = 0.01; lat < 86.99; lat += 0.01) expect(zonesAt(lat), `${lat}`).toBe(formula(lat));
  });
});

/** 8D40621D58C382D690C8AC2863A7 and 8D40621D58C386435CC412692AD6 of The 1090 Megahertz Riddle. */
const even: Half = { lat: 93_000, lon: 51_372 };
const odd: Half = { lat: 74_158, lon: 50_194 };

describe('airborne pairs', () => {
  test('give the published place of the newer half', () => {
    near(fromAirbornePair(even, odd, false), 52.2572, 3.91937);
    near(fromAirbornePair(even, odd, true), 52.26578, 3.93891);
  });

  test('of different zones wait', () => {
    expect(fromAirbornePair({ lat: 8192, lon: 0 }, { lat: 114_688, lon: 0 }, false)).toBe('crossed');
  });

  test('behind a pole are impossible', () => {
    expect(fromAirbornePair({ lat: 0, lon: 0 }, { lat: 65_536, lon: 0 }, false)).toBe('impossible');
  });
});

describe('surface pairs', () => {
  test('give the published place nearest to the receiver', () => {
    const [first, second] = [halfOf('8C4841753AAB238733C8CD4020B1'), halfOf('8C4841753A8A35323FAEBDAC702D')];
    expect([first, second]).toEqual([
      { lat: 115_609, lon: 116_941 },
      { lat: 39_199, lon: 110_269 },
    ]);
    near(fromSurfacePair(first, second, true, { lat: 51.99, lon: 4.375 }), 52.32061, 4.73473);
  });

  /** At Toulouse (tests of pyModeS). */
  test.each([
    [43.63, 1.37, 43.62646, 1.37476],
    [43.63, 91.37, 43.62646, 91.37476],
    [43.63, -178.63, 43.62646, -178.62524],
    [-43.5, 1.37, -46.37354, 1.4435],
  ])('seen from %f, %f is at %f, %f', (lat, lon, expectedLat, expectedLon) => {
    const [early, late] = [halfOf('903a23ff426a38565950432ebf95'), halfOf('903a23ff426a4e65f7487a775d17')];
    near(fromSurfacePair(early, late, true, { lat, lon }), expectedLat, expectedLon);
  });

  test('of different zones wait', () => {
    const [first, second] = [
      { lat: 28_672, lon: 0 },
      { lat: 122_880, lon: 0 },
    ] as const;
    expect(fromSurfacePair(first, second, false, { lat: 50, lon: 0 })).toBe('crossed');
  });
});

describe('one half next to a known place', () => {
  test('gives the published places', () => {
    near(fromOne(even, false, false, { lat: 52.258, lon: 3.918 }), 52.2572, 3.91937);
    near(fromOne(halfOf('8C4841753A9A153237AEF0F275BE'), true, true, { lat: 51.99, lon: 4.375 }), 52.32056, 4.73574);
    // Next to the border of a zone.
    const border = { lat: 30.508474576271183, lon: 7.2 * 5 + 3e-15 };
    near(fromOne(halfOf('8D06A15358BF17FF7D4A84B47B95'), true, false, border), 30.5054, 33.44787);
  });

  test('crosses the date line', () => {
    // 179.95 east and 179.95 west of the same latitude are 0.1 degrees apart.
    const place = fromOne({ lat: 0, lon: Math.round((((-179.95 + 360) / (360 / 59)) % 1) * 131_072) }, false, false, {
      lat: 0,
      lon: 179.95,
    });
    near(place, 0, -179.95);
  });
});
