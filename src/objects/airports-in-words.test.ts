import { expect, test } from 'vitest';
import { wordParts } from './LinkedWords.tsx';

type Words = Parameters<typeof wordParts>;
const airports = (...words: Words): string[] =>
  wordParts(...words).flatMap(({ text, isAirport }) => (isAirport ? [text] : []));
const values = (...words: Words): string[] =>
  wordParts(...words).flatMap(({ text, isValue }) => (isValue ? [text] : []));

test('the airports of a sentence; its text stays as it is', () => {
  const words = 'Took off from LROP 07:12Z, to EGLL';
  expect(airports('gateTimes', words)).toEqual(['LROP', 'EGLL']);
  const text = wordParts('gateTimes', words).map((part) => part.text);
  expect(text.join('')).toBe(words);
  expect(airports('other', 'Flight plan LEBL to EIDW')).toEqual(['LEBL', 'EIDW']);
  expect(airports('weather', 'Requests weather for EGLL and EGKK')).toEqual(['EGLL', 'EGKK']);
  expect(airports('position', 'Position near ROTA, ETA EDDF 15:32Z', { position: { name: 'ROTA' } })).toEqual(['EDDF']);
});

test('words of people and of the aircraft, and codes of three letters, are no airports', () => {
  expect(airports('fault', 'Fault report: FAIL of WING, ATA 36')).toEqual([]);
  expect(airports('freeText', 'ONE WCHR AT LROP 07:12Z')).toEqual([]);
  expect(airports('gateTimes', 'Landed at OTP 07:12Z')).toEqual([]);
});

test('values of the facts, levels and times are strong; words of people are not', () => {
  const facts = { position: { name: 'ROTAR' }, altitude: { words: 'FL350', ft: 35_000 }, to: 'EDDF' };
  expect(values('position', 'Position near ROTAR, FL350, ETA EDDF 15:32Z, 4.2 t', facts)).toEqual([
    'ROTAR',
    'FL350',
    'EDDF',
    '15:32Z',
  ]);
  expect(values('cpdlc', 'WILCO to 5: climb to and maintain FL390')).toEqual(['FL390']);
  expect(values('adsc', 'ADS-C report 35,000 ft at 48.31 N 16.92 E, 14:51:40Z')).toEqual(['35,000 ft', '14:51:40Z']);
  const position = wordParts('position', 'Position 45 N 25 E, wind 250° 38 kt, −43 °C, 4.2 t', {});
  expect(position.map(({ text }) => text).join('')).toBe(
    'Position 45 N 25 E, wind 250° 38\u00a0kt, −43\u00a0°C, 4.2\u00a0t',
  );
  const fault = { name: 'R (WING) LOOP+B' } as never;
  expect(values('fault', 'Fault BMC1: R (WING) LOOP+B, ATA 36', { faults: [fault] })).toEqual(['R (WING) LOOP+B']);
  expect(values('freeText', 'CLIMB FL390 AT 14:00Z')).toEqual([]);
});
