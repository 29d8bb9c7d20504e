import { expect, test } from 'vitest';
import { airportsIn } from './airports-in-words.ts';

const codes = (...[kind, words]: Parameters<typeof airportsIn>): string[] =>
  airportsIn(kind, words).flatMap(({ text, isAirport }) => (isAirport ? [text] : []));

test('the airports of a sentence; its text stays as it is', () => {
  const words = 'Took off from LROP 07:12Z, to EGLL';
  expect(codes('movement', words)).toEqual(['LROP', 'EGLL']);
  expect(
    airportsIn('movement', words)
      .map(({ text }) => text)
      .join(''),
  ).toBe(words);
  expect(codes('flightPlan', 'Flight plan LEBL to EIDW')).toEqual(['LEBL', 'EIDW']);
  expect(codes('weather', 'Requests weather for EGLL and EGKK')).toEqual(['EGLL', 'EGKK']);
  expect(codes('atis', 'ATIS of LROP')).toEqual(['LROP']);
});

test('words of the aircraft, and codes of three letters, are no airports', () => {
  expect(codes('fault', 'Fault report: FAIL of WING, ATA 36')).toEqual([]);
  expect(codes('movement', 'Landed at OTP 07:12Z')).toEqual([]);
});
