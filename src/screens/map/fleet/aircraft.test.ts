import { beforeAll, expect, test } from 'vitest';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { ensureTemporal } from '../../../lib/time.ts';
import { unitsOf } from '../../../lib/units.ts';
import { agedAfterMs, emergencyText, isAged, isEmergency, opacityAt, seenText } from './aircraft.ts';

beforeAll(ensureTemporal);
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

test('a position fades in steps, never below 0.68', () => {
  const opacities = [0, 59, 60, 119, 120, 300, 900, 86_400].map((seconds) => opacityAt(seconds * 1000));
  expect(opacities).toEqual([1, 1, 0.92, 0.92, 0.84, 0.76, 0.68, 0.68]);
  expect(opacityAt(-5)).toBe(1);
});

test('it is aged from a minute on', () => {
  expect([agedAfterMs - 1, agedAfterMs].map((age) => isAged({ fixAt: noon - age }, noon))).toEqual([false, true]);
});

test('the age in words, with the time of day where the age alone is not enough', () => {
  const texts = [-3000, 2000, 18 * 60_000, 3 * 3600_000].map((age) => seenText({ fixAt: noon - age }, noon));
  expect(texts).toEqual(['0\u00a0s ago', '2\u00a0s ago', '18\u00a0min ago', '09:00Z, 3\u00a0h ago']);
});

test('altitudes: feet below the transition altitude, flight levels from there up', () => {
  const words = (altitudeFt: number | null, isOnGround: boolean | null = null) =>
    altitudeText({ altitudeFt, isOnGround }, unitsOf('aviation'));
  expect([words(38_000), words(18_000), words(3450), words(-75), words(null), words(0, true)]).toEqual([
    'FL380',
    'FL180',
    '3,450\u00a0ft',
    '−75\u00a0ft',
    null,
    'on ground',
  ]);
  const geometric = { altitudeFt: 20_000, isAltitudeGeometric: true };
  expect(altitudeText(geometric, unitsOf('aviation'))).toBe('20,000\u00a0ft geometric');
});

test('emergencies by squawk, by state of ADS-B, or both if they differ', () => {
  const words = [
    emergencyText({ squawk: '7700', emergency: null }),
    emergencyText({ squawk: '7700', emergency: 'general' }),
    emergencyText({ squawk: '7700', emergency: 'minfuel' }),
    emergencyText({ squawk: '1000', emergency: 'lifeguard' }),
    emergencyText({ squawk: null, emergency: 'downed' }),
    emergencyText({ squawk: '1000', emergency: 'none' }),
  ];
  expect(words).toEqual([
    '7700 emergency',
    '7700 emergency',
    '7700 emergency, minimum fuel',
    'lifeguard/medical',
    'downed aircraft',
    null,
  ]);
  expect(isEmergency({ squawk: null, emergency: 'unlawful' })).toBe(true);
  expect(isEmergency({ squawk: '1000', emergency: 'none' })).toBe(false);
});
