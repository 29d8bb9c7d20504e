import { describe, expect, test } from 'vitest';
import { api } from '../../../contract/api.ts';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import adsb from '../../screens/adsb/adsb.list.ts';
import type { ListDefinition } from '../define-list.ts';
import { freshState, search } from '../state/list-state.ts';
import { chipsOf, fieldsWith, filterFields, isFieldSet, namesInWords } from './filter-fields.ts';
import { longestLine } from './inputs/TextFilterInput.tsx';

/** A few fields with 'Exist?'. */
const withExists: ListDefinition = {
  ...akrxAll,
  endpoint: api.acarsMessage.adsb,
  filters: {
    acarsMessageDateTime: { label: 'UTC Date/Time', group: 'Time' },
    squawk: { label: 'Squawk', group: 'Identity' },
    altitude: { label: 'Altitude', unit: 'ft', group: 'Position' },
  },
};

describe('C35 ADSB-11: the Exist? of a field', () => {
  test('a range sends both of its parameters, a code its one, the date none', () => {
    expect(filterFields(withExists).map(({ label, names, exists }) => [label, names, exists])).toEqual([
      ['From', ['acarsMessageDateTimeMin'], []],
      ['To', ['acarsMessageDateTimeMax'], []],
      ['Squawk', ['squawk'], ['squawk2']],
      ['Altitude', ['altitudeMin', 'altitudeMax'], ['altitudeMin2', 'altitudeMax2']],
    ]);
  });
  test('it has a chip, counts as set, and is sent by SEARCH', () => {
    const draft = { squawk2: 'true', altitudeMin: '30000', altitudeMin2: 'true', altitudeMax2: 'true' };
    expect(chipsOf(withExists, draft).map((chip) => chip.text)).toEqual(['exists', '30000 ft or more, exists']);
    expect(filterFields(withExists).map((field) => isFieldSet(field, draft))).toEqual([false, false, true, true]);
    expect(search(withExists, freshState, draft).filters).toEqual(draft);
    expect(search(withExists, { ...freshState, filters: draft }, { squawk2: '' }).filters).not.toHaveProperty(
      'squawk2',
    );
  });
});

test('ADSB-10: a field is found by its label, its group, its meaning and its wire names, each of the words somewhere', () => {
  const found = (words: string) => fieldsWith(filterFields(adsb), words).map((field) => field.id);
  const all = filterFields(adsb).map((field) => field.id);
  expect([found(''), found('  ')]).toEqual([all, all]);
  expect(found('COMM-B')).toEqual(['commBBds', 'commBMb', 'bds2Identification']);
  expect(found('call sign')).toEqual(['identification', 'bds2Identification']);
  expect(found('levelMax2')).toEqual(['level']);
  expect(found('haebaro')).toEqual(['haeBaro']);
  expect(found('call zzz')).toEqual([]);
});

test('unknown names in the address are reported unchanged, long ones cut', () => {
  expect(namesInWords(akrxAll, ['freqMin', 'freqMax', 'utm_source', 'x'.repeat(200)])).toBe(
    `Frequency, utm_source, ${'x'.repeat(40)}…`,
  );
});

test('of pasted lines the longest is searched', () => {
  expect(longestLine('\r\n76401\r\n  02E10KDALKLAX \nAB')).toBe('02E10KDALKLAX');
});
