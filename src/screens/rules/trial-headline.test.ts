import { expect, test } from 'vitest';
import type { Trial } from '../../../contract/entities/rules.ts';
import { trialHeadline } from './TrialPanel.tsx';

const nothing: Trial = {
  ...{ faults: [], untried: [], rows: 0, since: null, isWhole: true, hits: 0, notices: 0, days: [], first: [] },
};
const headline = (trial: Trial): string =>
  trialHeadline(
    { trial, faults: [], error: null, isOld: false, retry: () => undefined },
    { isWhole: true, owner: 'user', now: 0 },
  );

test('a trial without a message states whether there is none or the time ended', () => {
  expect(headline(nothing)).toBe('No stored messages to try the rule on.');
  expect(headline({ ...nothing, isWhole: false })).toBe(
    'The server read no message within 10 s. Change the rule to try again.',
  );
  expect(headline({ ...nothing, untried: ['A count cannot be tried.'] })).toBe('This rule cannot be tried.');
});
