import { expect, test } from 'vitest';
import type { RuleBody } from '../../../contract/entities/rules.ts';
import { blankRule, readyMade, ruleOf } from '../../objects/rules/ready-made.ts';
import {
  bodyToTry,
  conditionDraft,
  draftOf,
  isSameRule,
  newCondition,
  readCondition,
  readDraft,
  readRule,
  valuesIn,
  withValues,
  writeDraft,
} from './rule-draft.ts';

const whole: RuleBody = {
  ...blankRule,
  name: 'Everything',
  all: [
    { field: 'tail', values: ['D-ABCD', 'HB-J*'] },
    { field: 'altitude', min: null, max: 3000 },
    {
      field: 'area',
      points: [
        [46.5, 179.5],
        [-46.77, -179],
        [0, 180],
      ],
    },
    { field: 'firstReceived', days: null },
    { field: 'silent', of: 'station', minutes: null },
    { field: 'count', atLeast: 10, minutes: 60 },
    { field: 'emergency' },
  ],
  not: [{ field: 'phase', values: ['on ground, test'] }],
};

test('every kind of condition is the same after the editor', () => {
  expect(readRule(draftOf(whole))).toEqual({ body: whole });
  expect(isSameRule(draftOf(whole), draftOf(whole))).toBe(true);
  expect(isSameRule(draftOf(whole), { ...draftOf(whole), not: [] })).toBe(false);
});

test('a draft is the same after a reload, also an incomplete one; other text is none', () => {
  const draft = { ...draftOf(whole), name: '', all: [...draftOf(whole).all, { ...newCondition('speed'), min: 'abc' }] };
  const read = readDraft(writeDraft({ draft, version: 3 }));
  expect(read?.version).toBe(3);
  expect(read && isSameRule(read.draft, draft)).toBe(true);
  for (const text of [undefined, '', 'null', '{}', writeDraft({ draft, version: 3 }).replace('"speed"', '"toString"')])
    expect(readDraft(text), text).toBe(null);
});

test('what is incomplete or wrong has its reason at its row', () => {
  const read = readRule({
    ...draftOf(blankRule),
    all: [newCondition('words'), { ...newCondition('altitude'), min: '5000', max: '3,000' }],
    not: [{ ...newCondition('area'), points: '46.77, 23.62\n95, 10\n1, 2' }],
  });
  expect(read).toEqual({
    faults: [
      { part: 'all', at: 0, reason: 'Add a value.' },
      { part: 'all', at: 1, reason: 'The maximum is below the minimum.' },
      { part: 'not', at: 0, reason: 'Latitudes are −90 to 90, longitudes −180 to 180.' },
    ],
  });
  expect(readRule(draftOf(blankRule))).toEqual({ faults: [{ part: 'rule', at: null, reason: 'Add a condition.' }] });
  for (const points of ['46.77', '46.77, 23.62, 1', 'a, b', '1e3, 2'])
    expect(readCondition({ ...newCondition('area'), points }), points).toContain('on each line');
  expect(readCondition({ ...newCondition('count'), atLeast: '1', minutes: '60' })).toContain('at least 2');
  expect(readCondition({ ...conditionDraft({ field: 'speed', min: 1, max: 2 }), max: 'fast' })).toBe('Enter a number.');
});

test('codes are separated by commas, a phrase keeps them; a value in another case is the same', () => {
  expect(valuesIn('tail', ' D-ABCD, d-abce;\nN1 ')).toEqual(['D-ABCD', 'd-abce', 'N1']);
  expect(valuesIn('words', 'smoke, cabin\nfumes')).toEqual(['smoke, cabin', 'fumes']);
  expect(withValues(['D-ABCD'], ['d-abcd', 'N1', 'n1'])).toEqual(['D-ABCD', 'N1']);
  const many = Array.from({ length: 201 }, (_, at) => `N${at}`);
  expect(withValues([], many)).toHaveLength(200);
});

test('a trial does not depend on name, ways and whether the rule is on', () => {
  const other: RuleBody = { ...whole, name: 'Other', isEnabled: false, ways: { ...whole.ways, mqtt: true } };
  expect(bodyToTry(other)).toEqual(bodyToTry(whole));
});

test('a ready-made rule about watched aircraft cannot be saved without any, and the reason is at its condition', () => {
  const ofWatched = readyMade.filter(({ isOfWatched }) => isOfWatched);
  expect(ofWatched.map(({ name }) => name)).toEqual(['New fault of a watched tail']);
  for (const ready of ofWatched) {
    const at = ready.all.length;
    expect(readRule(draftOf(ruleOf(ready, [])))).toEqual({ faults: [{ part: 'all', at, reason: 'Add a value.' }] });
    expect(readRule(draftOf(ruleOf(ready, ['D-ABCD'])))).toHaveProperty('body');
  }
});
