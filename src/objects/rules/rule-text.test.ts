import { expect, test } from 'vitest';
import { conditionText, ruleText } from './rule-text.ts';

test('a rule in one sentence: few values are named, codes have their words, the ignore list follows', () => {
  const tails = ['D-ABCD', 'D-ABCE', 'D-ABCF', 'HB-J*', 'N1'];
  expect(
    ruleText({
      all: [{ field: 'newFault' }, { field: 'tail', values: tails }],
      not: [{ field: 'phase', values: ['on ground', 'test'] }],
    }),
  ).toBe('A new fault, tail D-ABCD, D-ABCE, D-ABCF and 2 more, except fault phase on ground or test.');
  expect(ruleText({ all: [{ field: 'kind', values: ['adsc', 'nonsense'] }], not: [] })).toBe('Kind ADS-C or nonsense.');
  expect(ruleText({ all: [], not: [] })).toBe('No condition.');
});

test('ranges, times and counts have their units; characters that hide text are shown', () => {
  expect(conditionText({ field: 'altitude', min: null, max: 3000 })).toBe('altitude up to 3,000 ft');
  expect(conditionText({ field: 'speed', min: 250, max: 300 })).toBe('speed 250 to 300 kt');
  expect(conditionText({ field: 'silent', of: 'station', minutes: null })).toBe('station is silent');
  expect(conditionText({ field: 'count', atLeast: 10, minutes: 60 })).toBe('10 or more in 60\u00a0min');
  expect(conditionText({ field: 'chapter', values: ['36'] })).toBe('ATA chapter 36');
  expect(conditionText({ field: 'words', values: ['a\u202eb\nc'] })).toBe('words a⟨202E⟩b↲c');
});
