import { expect, test } from 'vitest';
import type { DecodingModel } from '../../contract/entities/decoding.ts';
import { readDecoding, textOfDecoding, titleOf, understoodWords } from './decoding.ts';

const model: DecodingModel = {
  description: 'Position Report',
  level: 'partial',
  understoodPercent: 62,
  items: [
    { label: 'Altitude', value: '36000 feet', isUnverified: false },
    { label: 'Aircraft Position', value: '33.560 N 118.240 W', isUnverified: true },
  ],
  remaining: 'XYZ',
  reason: null,
};

test('C63b: output of our own decoder is read unchanged; a text stays a text, any other object becomes lines', () => {
  expect(readDecoding(model)).toEqual(model);
  expect(readDecoding('AT THE GATE')).toEqual({ level: 'unknown', lines: ['AT THE GATE'] });
  expect(titleOf(readDecoding({ flight: 'AA1', fuel: { kg: 7 }, eta: null }))).toBe(
    'flight: AA1\nfuel: {"kg":7}\neta: null',
  );
  // Half of ours is not ours.
  expect(titleOf(readDecoding({ description: 'Position Report', level: 'great' }))).toBe(
    'description: Position Report\nlevel: great',
  );
  for (const odd of [null, undefined, 7, []]) expect(readDecoding(odd).level).toBe('unknown');
});

test('the copied text is complete, including unverified positions and the rest', () => {
  expect(textOfDecoding(model, 'Decoded message:').split('\n')).toEqual([
    'Decoded message: Position Report',
    'Partly decoded, about 62 % of the text',
    'Altitude: 36000 feet',
    'Aircraft Position: 33.560 N 118.240 W (unverified)',
    'Not decoded: XYZ',
  ]);
  expect(understoodWords({ ...model, understoodPercent: null })).toBe('Partly decoded');
  expect(understoodWords({ ...model, level: 'full' })).toBe('Fully decoded');
});
