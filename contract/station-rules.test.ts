import { expect, test } from 'vitest';
import { degreesFault, lineFault, noteFault, readDegrees, startFault, stationIdFault } from './station-rules.ts';

const now = Date.UTC(2026, 10, 20);

test('STN-05 STN-06: a station id is required and consists of digits', () => {
  expect(['1042', ' 7 ', '0'].map(stationIdFault)).toEqual([null, null, null]);
  expect(['', '  ', '12a', '-1', '1.0', '٤٢', '1'.repeat(16)].map(stationIdFault)).toEqual([
    'missing',
    'missing',
    'not-digits',
    'not-digits',
    'not-digits',
    'not-digits',
    'too-long',
  ]);
});

test('STN-06: latitude and longitude include their bounds', () => {
  for (const limit of [90, 180]) {
    expect([limit, -limit, 0].map((value) => degreesFault(value, limit))).toEqual([null, null, null]);
    expect([limit + 1e-4, -limit - 1e-4].map((value) => degreesFault(value, limit))).toEqual(['beyond', 'beyond']);
  }
  expect(degreesFault(null, 90)).toBe('missing');
  expect(degreesFault(Number.NaN, 90)).toBe('missing');
});

test('degrees are read as typed; an invalid number is null', () => {
  expect(['46.77', '46,77', '−3', ' +.5 ', '7.'].map(readDegrees)).toEqual([46.77, 46.77, -3, 0.5, 7]);
  expect(['', 'x', '1 2', '1e3', '0x10', 'Infinity', '--1', '46.77 N'].map(readDegrees)).toEqual(Array(8).fill(null));
});

test('STN-07: a start is a complete date and time of this era, up to a year ahead', () => {
  expect(startFault('2024-05-01 13:00', now)).toBeNull();
  expect(startFault('2024-05-01T13:00:00Z', now)).toBeNull();
  expect(startFault('2027-11-20 00:00', now)).toBeNull();
  expect(startFault('', now)).toBe('missing');
  expect(startFault('2024-05-01', now)).toBe('not-an-instant');
  expect(startFault('2024-02-30 10:00', now)).toBe('not-an-instant');
  expect(startFault('0001-01-01T00:00:00Z', now)).toBe('too-early');
  expect(startFault('1999-12-31 23:00', now)).toBe('too-early');
  expect(startFault('2027-11-22 00:00', now)).toBe('too-late');
});

test('control characters and endless texts are refused; a note may have several lines', () => {
  expect([lineFault('Cluj-Napoca'), lineFault('a\nb'), lineFault('x'.repeat(201))]).toEqual([
    null,
    'control-characters',
    'too-long',
  ]);
  expect([noteFault('two\nlines'), noteFault('a\u0007b'), noteFault('x'.repeat(2001))]).toEqual([
    null,
    'control-characters',
    'too-long',
  ]);
});
