import { describe, expect, test } from 'vitest';
import { minuteMs } from '../../../contract/durations.ts';
import { type DerivedFlight, unknownFlight } from '../../../decoder/derive-flights.ts';
import { endsOf, flightCode, statusOf, timeInTheAir, timeOfDay } from './flight-facts.ts';

const now = Date.UTC(2026, 10, 20, 14);
const blank: DerivedFlight = {
  ...unknownFlight,
  firstMs: now,
  lastMs: now,
  hasLanded: false,
  departurePlace: null,
  arrivalPlace: null,
};
const flight = (reported: Partial<DerivedFlight>): DerivedFlight => ({ ...blank, ...reported });

describe('REF-11: state of a flight', () => {
  const landed = { wasAloft: true, hasLanded: true };
  test.each<[string, Partial<DerivedFlight>, string | null]>([
    ['left the gate', { outMs: now - minuteMs }, 'Taxiing'],
    ['flies', { wasAloft: true }, 'En route'],
    ['landed', landed, 'Landed'],
    ['reached the gate', { ...landed, inMs: now }, 'Arrived'],
    ['was last received aloft long ago', { wasAloft: true, lastMs: now - 61 * minuteMs }, null],
    ['was only named', {}, null],
    ['arrived late', { ...landed, inMs: now, scheduledInMs: now - 83 * minuteMs }, 'Arrived, 1:23 late'],
    ['arrived early', { ...landed, inMs: now, scheduledInMs: now + 4 * minuteMs }, 'Arrived, 0:04 early'],
    ['arrived as planned', { ...landed, inMs: now, scheduledInMs: now }, 'Arrived, on time'],
    ['left late', { wasAloft: true, outMs: now, scheduledOutMs: now - 9 * minuteMs }, 'En route, left 0:09 late'],
  ])('who %s', (_what, reported, expected) => {
    expect(statusOf(flight(reported), false, now)).toBe(expected);
  });
  test('diversions', () => {
    expect(statusOf(flight(landed), true, now)).toBe('Diverted');
  });
});

test('REF-16: the time in the air, from takeoff to landing', () => {
  expect(timeInTheAir(flight({ offMs: now, onMs: now + 125 * minuteMs }))).toEqual({ hours: 2, minutes: 5 });
  expect(timeInTheAir(flight({ offMs: now }))).toBeNull();
  expect(timeOfDay(now)).toEqual({ hours: 14, minutes: 0 });
  expect(timeOfDay(null)).toBeNull();
});

test('REF-23: a flight number without zeros, else the callsign, else nothing', () => {
  expect(flightCode(flight({ flight: 'RO0391', callSign: 'ROT391' }))).toBe('RO391');
  expect(flightCode(flight({ callSign: 'EZY85MH' }))).toBe('EZY85MH');
  expect(flightCode(blank)).toBe('');
});

describe('REF-11: from and to', () => {
  const [otp, lhr, lgw, cdg] = [1, 2, 3, 4].map((airportId) => ({ airportId })) as [A, A, A, A];
  type A = { airportId: number };
  const sources = (reported: { from?: A; to?: A; endedAt?: A; seenFrom?: A; seenTo?: A; route?: A[] }) => ({
    reported: { from: reported.from ?? null, to: reported.to ?? null, endedAt: reported.endedAt ?? null },
    seen: { from: reported.seenFrom ?? null, to: reported.seenTo ?? null },
    route: reported.route ?? [],
  });
  test('messages take precedence, then positions, then the route of the callsign', () => {
    expect(endsOf(sources({ from: otp, to: lhr, seenFrom: cdg, route: [cdg, lgw] }), false)).toEqual({
      from: otp,
      to: lhr,
      divertedTo: null,
    });
    expect(endsOf(sources({ seenFrom: otp, route: [otp, lhr] }), false)).toMatchObject({ from: otp, to: lhr });
    expect(endsOf(sources({ route: [otp, lhr] }), false)).toMatchObject({ from: otp, to: lhr });
    expect(endsOf(sources({}), true)).toEqual({ from: null, to: null, divertedTo: null });
  });
  test('the leg of a route with stops, if one end is known', () => {
    expect(endsOf(sources({ seenFrom: cdg, route: [otp, cdg, lhr] }), false)).toMatchObject({ from: cdg, to: lhr });
    expect(endsOf(sources({ seenTo: cdg, route: [otp, cdg, lhr] }), false)).toMatchObject({ from: otp, to: cdg });
    expect(endsOf(sources({ route: [otp, cdg, lhr] }), false)).toMatchObject({ from: null, to: null });
  });
  test('a route that contradicts positions is outdated, not a diversion', () => {
    expect(endsOf(sources({ seenFrom: otp, seenTo: lgw, route: [otp, lhr] }), true)).toEqual({
      from: otp,
      to: lgw,
      divertedTo: null,
    });
  });
  test('a diversion is a landing elsewhere than planned, by a message or by position', () => {
    expect(endsOf(sources({ from: otp, to: lhr, endedAt: lgw }), true).divertedTo).toEqual(lgw);
    expect(endsOf(sources({ from: otp, to: lhr, seenTo: lgw }), true)).toEqual({ from: otp, to: lhr, divertedTo: lgw });
    expect(endsOf(sources({ from: otp, to: lhr, seenTo: lgw }), false).divertedTo).toBeNull();
    expect(endsOf(sources({ from: otp, to: lhr, seenTo: lhr }), true).divertedTo).toBeNull();
  });
});
