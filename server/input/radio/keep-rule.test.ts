import { describe, expect, test } from 'vitest';
import { KeepRule, type Sighting } from './keep-rule.ts';

const velocity: Sighting = {
  address: 0x4b1234,
  timeMs: 0,
  isProof: true,
  kind: 'velocity',
  isOften: true,
  values: [],
  place: null,
  altitudeFt: null,
  trackDeg: null,
};
const position = (seconds: number, lat: number, altitudeFt = 30_000): Sighting => ({
  ...velocity,
  timeMs: seconds * 1000,
  kind: 'air global',
  place: { lat, lon: 20 },
  altitudeFt,
});
const reply = (seconds: number, squawk: string, isProof = false): Sighting => ({
  ...velocity,
  timeMs: seconds * 1000,
  kind: 'DF 5 ',
  isOften: false,
  isProof,
  values: [['squawk', squawk]],
});
/** Which of these become rows. */
const selected = (sightings: readonly Sighting[], seconds: number | null = 30): boolean[] => {
  const rule = new KeepRule(seconds);
  return sightings.map((one) => rule.isSelected(one));
};
const at = (sighting: Sighting, ...seconds: readonly number[]): Sighting[] =>
  seconds.map((second) => ({ ...sighting, timeMs: second * 1000 }));

describe('an interval of 30 s', () => {
  test('the first of a kind, then one of each interval', () => {
    expect(selected(at(velocity, 0, 1, 29, 30, 31, 60))).toEqual([true, false, false, true, false, true]);
  });

  test('kinds and aircraft have intervals of their own; what is of interest rarely takes ten times as long', () => {
    const other = { ...velocity, address: 0x4b0000 };
    const status = { ...velocity, kind: '31/0', isOften: false };
    expect(selected([velocity, other, status, ...at(status, 31, 299, 300)])).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  test('all: every frame', () => {
    expect(selected(at(velocity, 0, 0, 1), null)).toEqual([true, true, true]);
  });

  test('a clock that is set back does not stop the rows', () => {
    expect(selected(at(velocity, 1000, 900, 901))).toEqual([true, true, false]);
  });
});

describe('changes', () => {
  test('a new squawk is stored once it is received twice within 30 s: one reply can be noise', () => {
    const squawks = [
      reply(0, '1000'),
      reply(1, '7500'),
      reply(2, '1000'),
      reply(3, '2000'),
      reply(4, '2000'),
      reply(5, '2000'),
    ];
    expect(selected(squawks)).toEqual([true, false, false, false, true, false]);
    expect(selected([reply(0, '1000'), reply(1, '2000'), reply(40, '2000'), reply(41, '2000')])).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('a frame that proves its address is stored at once', () => {
    expect(selected([reply(0, '1000', true), reply(1, '7700', true), reply(2, '7700', true)])).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('positions', () => {
  // A thousandth of a degree of latitude is 111 m.
  test('a climb of 1,000 ft is stored, 5 s after the last position at the soonest', () => {
    const climb = [
      position(0, 45),
      position(4, 45.01, 31_000),
      position(5, 45.012, 31_000),
      position(10, 45.02, 31_900),
    ];
    expect(selected(climb)).toEqual([true, false, true, false]);
  });

  test('a turn of 15 degrees is stored, also through north', () => {
    const turned = (seconds: number, trackDeg: number): Sighting => ({ ...velocity, timeMs: seconds * 1000, trackDeg });
    const flight = [
      turned(0, 350),
      position(1, 45),
      turned(6, 4),
      position(7, 45.01),
      turned(8, 6),
      position(9, 45.012),
    ];
    expect(selected(flight)).toEqual([true, true, false, false, false, true]);
  });

  test('a jump is another aircraft with the same address, not a turn', () => {
    expect(selected([position(0, 45), position(6, 55, 1000)])).toEqual([true, false]);
  });
});
