import { expect, test } from 'vitest';
import { loggedIn } from '../../../contract/audience.ts';
import type { Condition } from '../../../contract/entities/rules.ts';
import { readyMade, readyMadeFor, silenceRule, silenceRulesOf } from './ready-made.ts';

test('a user without a fault ledger is offered no rule about faults, which would never notify', () => {
  const withoutFaults = readyMade.filter(({ id }) => id !== 'faults');
  const offered = Object.fromEntries(loggedIn.map((audience) => [audience, readyMadeFor(audience)]));
  expect(offered).toEqual({
    ...{ admin: readyMade, parser: readyMade, companyUser: readyMade },
    ...{ customer: withoutFaults, noRole: withoutFaults },
  });
});

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
