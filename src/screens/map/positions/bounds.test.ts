import { describe, expect, test } from 'vitest';
import { covers } from './bounds.ts';

const europe = { south: 35, north: 55, west: 5, east: 45 };
const pacific = { south: -10, north: 10, west: 170, east: 190 };

describe('what was asked covers a view', () => {
  test('that lies within it, or stands out by a nudge', () => {
    expect(covers(europe, europe)).toBe(true);
    expect(covers(europe, { south: 40, north: 50, west: 10, east: 20 })).toBe(true);
    expect(covers(europe, { ...europe, west: 5.5, east: 45.5 })).toBe(true);
    expect(covers(pacific, { ...pacific, west: -189, east: -171 })).toBe(true);
  });
  test('but not one that was moved or zoomed out of it', () => {
    expect(covers(europe, { ...europe, west: 8, east: 48 })).toBe(false);
    expect(covers(europe, { ...europe, west: 2, east: 42 })).toBe(false);
    expect(covers(europe, { ...europe, north: 57 })).toBe(false);
    expect(covers(europe, { south: 20, north: 70, west: -20, east: 70 })).toBe(false);
  });
});
