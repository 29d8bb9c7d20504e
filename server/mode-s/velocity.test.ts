import { expect, test } from 'vitest';
import { bytesOf } from './bits.ts';
import { velocityOf } from './velocity.ts';

const read = (hex: string) => velocityOf(bytesOf(hex) ?? new Uint8Array());

test('reads the published ground velocity: 159 kt, track 182.88, descending 832 ft/min, height 550 ft above', () => {
  const { ground, air, vertical, haeBaroOffset } = read('8D485020994409940838175B284F');
  expect(ground).toEqual({ eastKt: -8, northKt: -159 });
  expect(Math.floor(Math.hypot(-8, -159))).toBe(159);
  expect(air).toBe(null);
  expect(vertical).toEqual({ feetPerMin: -832, isBarometric: false });
  expect(haeBaroOffset).toBe(550);
});

test('reads the published airspeed: 375 kt, heading 243.98, descending 2,304 ft/min', () => {
  const { ground, air, vertical } = read('8DA05F219B06B6AF189400CBC33F');
  expect(ground).toBe(null);
  expect(air?.speedKt).toBe(375);
  expect(air?.headingDeg).toBeCloseTo(243.98, 2);
  expect(vertical).toEqual({ feetPerMin: -2304, isBarometric: true });
});

test('supersonic subtypes count in steps of 4 kt', () => {
  expect(read('8D4850209A4409940838175B284F').ground).toEqual({ eastKt: -32, northKt: -636 });
  expect(read('8DA05F219C06B6AF189400CBC33F').air?.speedKt).toBe(1500);
});

test('zeros are values that are not available', () => {
  const velocity = read('8D4850209900000000000000284F');
  expect(velocity).toMatchObject({ ground: { eastKt: null, northKt: null }, vertical: { feetPerMin: null } });
  expect(velocity.haeBaroOffset).toBe(null);
});
