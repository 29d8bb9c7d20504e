import { expect, test } from 'vitest';
import type { Condition } from '../../../contract/entities/rules.ts';
import { silenceRule, silenceRulesOf } from './ready-made.ts';

test('rules about the silence of a station: own ones without a station or with this one, and no other condition', () => {
  const mine = silenceRule();
  const withConditions = (...more: Condition[]) => ({ ...mine, all: [...mine.all, ...more] });
  const named = withConditions({ field: 'station', values: ['1001', '1002'] });
  const other = withConditions({ field: 'station', values: ['1003'] });
  const narrower = withConditions({ field: 'words', values: ['fire'] });
  const ofTail = { ...mine, all: [{ field: 'silent' as const, of: 'tail' as const, minutes: 60 }] };
  const rules = [mine, named, other, narrower, ofTail, { ...mine, owner: 'company' as const }];
  expect(silenceRulesOf(rules, '1001')).toEqual([mine, named]);
});
