import { expect, test } from 'vitest';
import { altitudeText } from './altitude-text.ts';
import { amountText, measureText, spokenText, unitsOf } from './units.ts';

const [aviation, metric, imperial] = [unitsOf('aviation'), unitsOf('metric'), unitsOf('imperial')];

test('each system shows its unit, with thousands separators and a true minus', () => {
  const all = [aviation, metric, imperial];
  expect(all.map(({ altitude }) => measureText(altitude, 10_000))).toEqual([
    '10,000\u00a0ft',
    '3,048\u00a0m',
    '10,000\u00a0ft',
  ]);
  expect(all.map(({ speed }) => measureText(speed, 450))).toEqual(['450\u00a0kt', '833\u00a0km/h', '518\u00a0mph']);
  expect(all.map(({ distance }) => measureText(distance, 1000))).toEqual([
    '1,000\u00a0nmi',
    '1,852\u00a0km',
    '1,151\u00a0mi',
  ]);
  expect(all.map(({ climb }) => measureText(climb, -1920))).toEqual([
    '−1,920\u00a0ft/min',
    '−9.8\u00a0m/s',
    '−1,920\u00a0ft/min',
  ]);
  expect(all.map(({ temperature }) => measureText(temperature, -40))).toEqual([
    '−40\u00a0°C',
    '−40\u00a0°C',
    '−40\u00a0°F',
  ]);
  expect(all.map(({ visibility }) => measureText(visibility, 8000))).toEqual(['8\u00a0km', '8\u00a0km', '5\u00a0mi']);
});

test('a value that rounds to zero has no minus', () => expect(amountText(metric.climb, -5)).toBe('0'));

test('screen readers get the word of the unit', () => {
  expect(spokenText(aviation.distance, 120)).toBe('120 nautical miles');
  expect(spokenText(metric.speed, 450)).toBe('833 kilometres per hour');
});

test('metres have no flight levels', () => {
  const high = { altitudeFt: 37_000 };
  expect([aviation, metric, imperial].map((units) => altitudeText(high, units))).toEqual([
    'FL370',
    '11,278\u00a0m',
    'FL370',
  ]);
});
