import { expect, test } from 'vitest';
import { minuteMs } from '../../contract/durations.ts';
import { distanceNmi } from '../base/geometry.ts';
import { aircraftTypes } from './aircraft-types.ts';
import { demoFleet } from './fleet.ts';
import { type FlightState, flightState } from './flight.ts';
import { horizonNmi, stationsInReach } from './stations.ts';

const now = Date.UTC(2026, 10, 21, 9);
const everyMinute = (hours: number, index: number): FlightState[] => {
  const aircraft = demoFleet[index];
  if (!aircraft) throw new Error('no such aircraft');
  return Array.from({ length: hours * 60 }, (_, minute) => flightState(aircraft, index, now + minute * minuteMs));
};
const isAloft = (state: FlightState): boolean => state.altFt > 0;

test('speed, climb and position of aircraft agree, from airport to airport', () => {
  for (let index = 0; index < demoFleet.length; index += 23) {
    const { tail, type } = demoFleet[index] ?? { tail: '', type: 'A320' as const };
    const states = everyMinute(20, index);
    expect(new Set(states.map(({ phase }) => phase)).size, tail).toBe(6);
    expect(Math.max(...states.map(({ altFt }) => altFt))).toBeLessThanOrEqual(aircraftTypes[type].topFt);
    states.slice(1).forEach((state, i) => {
      const before = states[i] ?? state;
      const flownNmi = distanceNmi(before, state);
      if (!isAloft(before) || !isAloft(state)) {
        // Taking off or landing within the minute, or on the ground.
        expect(flownNmi, tail).toBeLessThan(4);
        return;
      }
      const meanNmi = (before.speedKt + state.speedKt) / 2 / 60;
      expect(Math.abs(flownNmi - meanNmi), `${tail} ${state.phase}`).toBeLessThan(0.2);
      const meanFt = (before.verticalFtMin + state.verticalFtMin) / 2;
      // The minute in which a climb ends or a descent begins is half the one and half the other.
      if (before.phase === state.phase) expect(Math.abs(state.altFt - before.altFt - meanFt), tail).toBeLessThan(60);
      expect(Math.abs(state.verticalFtMin)).toBeLessThan(3000);
    });
  }
});

test('at any time at least 150 aircraft are aloft in reach of a station, and not many more than 200', () => {
  const counts = Array.from({ length: 15 * 12 }, (_, i) => {
    const atMs = now - i * 2 * 60 * minuteMs;
    const states = demoFleet.map((aircraft, index) => flightState(aircraft, index, atMs)).filter(isAloft);
    return states.filter((state) => stationsInReach(state, horizonNmi(state.altFt)).length > 0).length;
  });
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(150);
  expect(Math.max(...counts)).toBeLessThan(240);
});
