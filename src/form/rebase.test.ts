import { expect, test } from 'vitest';
import { defineForm } from './define-form.ts';
import { conflictsOf, rebased } from './rebase.ts';

const form = defineForm({
  name: 'test',
  sections: [
    {
      title: 'Station',
      fields: [
        { name: 'city', label: 'City' },
        { name: 'country', label: 'Country' },
        { name: 'note', label: 'Note' },
        { name: 'mail', label: 'Mail', choices: ['DoNothing', 'Send'], choiceLabels: { DoNothing: 'Do Nothing' } },
      ],
    },
  ],
  buttons: { save: 'Save' },
  failed: 'Not saved',
});

test('two Admins: typed text stays, the rest is the stored value, and conflicts are reported', () => {
  const meanwhile = {
    before: { city: 'Cluj', country: 'Romania', note: 'Mast', mail: 'Send' },
    now: { city: 'Dej', country: 'RO', note: '', mail: 'DoNothing' },
    typed: { city: 'Turda', country: 'Romania', note: 'Roof', mail: '' },
  };
  expect(rebased(form, meanwhile)).toEqual({ city: 'Turda', country: 'RO', note: 'Roof', mail: '' });
  expect(conflictsOf(form, meanwhile)).toEqual({
    city: 'Saved version: Dej',
    note: 'Saved version: nothing',
    mail: 'Saved version: Do Nothing',
  });
});

test('two Admins: equal changes and changes by one of them are not conflicts', () => {
  const before = { city: 'Cluj', country: 'Romania', note: '', mail: 'Send' };
  const meanwhile = { before, now: { ...before, city: 'Dej' }, typed: { ...before, city: 'Dej', note: 'Roof' } };
  expect(rebased(form, meanwhile)).toEqual({ ...before, city: 'Dej', note: 'Roof' });
  expect(conflictsOf(form, meanwhile)).toEqual({});
});
