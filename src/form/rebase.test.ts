import { expect, test } from 'vitest';
import { defineForm } from './define-form.ts';
import { overtakenOf, rebased } from './rebase.ts';

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

test('issue 6 two Admins: what was typed stays, the rest is what is stored now, and where both wrote it is told', () => {
  const meanwhile = {
    before: { city: 'Cluj', country: 'Romania', note: 'Mast', mail: 'Send' },
    now: { city: 'Dej', country: 'RO', note: '', mail: 'DoNothing' },
    typed: { city: 'Turda', country: 'Romania', note: 'Roof', mail: '' },
  };
  expect(rebased(form, meanwhile)).toEqual({ city: 'Turda', country: 'RO', note: 'Roof', mail: '' });
  expect(overtakenOf(form, meanwhile)).toEqual({
    city: 'Stored now: Dej',
    note: 'Stored now: nothing',
    mail: 'Stored now: Do Nothing',
  });
});

test('issue 6 two Admins: who typed what the other stored, or alone changed a field, is told of nothing', () => {
  const before = { city: 'Cluj', country: 'Romania', note: '', mail: 'Send' };
  const meanwhile = { before, now: { ...before, city: 'Dej' }, typed: { ...before, city: 'Dej', note: 'Roof' } };
  expect(rebased(form, meanwhile)).toEqual({ ...before, city: 'Dej', note: 'Roof' });
  expect(overtakenOf(form, meanwhile)).toEqual({});
});
