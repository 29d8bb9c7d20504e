import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textDifferences } from './text-differences.ts';

test('one wrong character is marked, and only that', () => {
  expect(textDifferences('POSN34420W', 'POSN34#20W')).toEqual([
    { kind: 'same', text: 'POSN34' },
    { kind: 'other', text: '#' },
    { kind: 'same', text: '20W' },
  ]);
});
test('two faults apart, characters lost and characters gained', () => {
  expect(textDifferences('ABCDEFGH', 'AXCDEGH')).toEqual([
    { kind: 'same', text: 'A' },
    { kind: 'other', text: 'X' },
    { kind: 'same', text: 'CDE' },
    { kind: 'missing', text: 'F' },
    { kind: 'same', text: 'GH' },
  ]);
  expect(textDifferences('AB', 'AB+')).toEqual([
    { kind: 'same', text: 'AB' },
    { kind: 'other', text: '+' },
  ]);
  expect(textDifferences('', '')).toEqual([]);
});
test('the parts form the whole reception, equal parts are in the winner in that order, equal texts have no difference', () => {
  const letters = fc.string({ unit: fc.constantFrom('A', 'B', '1', '\n', '😀'), maxLength: 40 });
  fc.assert(
    fc.property(letters, letters, (winner, text) => {
      const parts = textDifferences(winner, text);
      const of = (...kinds: string[]) => parts.filter((part) => kinds.includes(part.kind)).map((part) => part.text);
      expect(of('same', 'other').join('')).toBe(text);
      let rest = winner;
      for (const character of of('same').join('')) {
        expect(rest).toContain(character);
        rest = rest.slice(rest.indexOf(character) + character.length);
      }
      if (winner === text) expect(of('other', 'missing')).toEqual([]);
    }),
  );
});
test('two long texts without anything in common take no more than a moment', () => {
  const [a, b] = ['A'.repeat(30_000), 'B'.repeat(30_000)];
  expect(textDifferences(a, b)).toEqual([{ kind: 'other', text: b }]);
});
