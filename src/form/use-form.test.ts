import { beforeEach, expect, test, vi } from 'vitest';
import { draftKey, dropDraft, forgetDrafts } from '../session/typed-drafts.ts';
import { defineForm } from './define-form.ts';
import { conflictsOf, readDraft, rebased, storeDraft } from './use-form.ts';

const savedForm = defineForm({
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
  expect(rebased(savedForm, meanwhile)).toEqual({ city: 'Turda', country: 'RO', note: 'Roof', mail: '' });
  expect(conflictsOf(savedForm, meanwhile)).toEqual({
    city: 'Saved version: Dej',
    note: 'Saved version: nothing',
    mail: 'Saved version: Do Nothing',
  });
});

test('two Admins: equal changes and changes by one of them are not conflicts', () => {
  const before = { city: 'Cluj', country: 'Romania', note: '', mail: 'Send' };
  const meanwhile = { before, now: { ...before, city: 'Dej' }, typed: { ...before, city: 'Dej', note: 'Roof' } };
  expect(rebased(savedForm, meanwhile)).toEqual({ ...before, city: 'Dej', note: 'Roof' });
  expect(conflictsOf(savedForm, meanwhile)).toEqual({});
});

const form = defineForm({
  name: 'sample',
  sections: [
    {
      title: 'One',
      fields: [
        { name: 'name', label: 'Name' },
        { name: 'role', label: 'Role', choices: ['a', 'b'] },
        { name: 'password', label: 'Password', type: 'password' },
        { name: 'id', label: 'Id', isReadOnly: true },
      ],
    },
  ],
  buttons: { save: 'SAVE' },
  failed: 'It was not saved',
});
const initial = { name: '', role: 'a', password: '', id: '7' };
const key = draftKey('u1', form.name, '/sample/7');

const entries = new Map<string, string>();
beforeEach(() => {
  entries.clear();
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(
      {
        getItem: (name: string) => entries.get(name) ?? null,
        setItem: (name: string, text: string) => void entries.set(name, text),
        removeItem: (name: string) => void entries.delete(name),
      },
      {
        ownKeys: () => [...entries.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  );
});

test('typed text is restored, a password never, and nothing if unchanged', () => {
  storeDraft(form, key, { name: 'Ana', role: 'b', password: 'secret', id: '8' }, initial);
  expect([...entries.values()].join()).not.toContain('secret');
  expect(readDraft(form, key)).toEqual({ name: 'Ana', role: 'b' });
  expect(readDraft(form, draftKey('u2', form.name, '/sample/7'))).toEqual({});
  expect(readDraft(form, draftKey('u1', form.name, '/sample/8'))).toEqual({});
  storeDraft(form, key, initial, initial);
  expect(entries.size).toBe(0);
});

test('invalid entries are skipped, and throwing storage is not an error', () => {
  entries.set(key, JSON.stringify({ name: 7, role: 'Admin', password: 'x', id: '9', __proto__: null, more: 'x' }));
  expect(readDraft(form, key)).toEqual({});
  for (const text of ['', 'null', '[]', '{', '"x"']) {
    entries.set(key, text);
    expect(readDraft(form, key), text).toEqual({});
  }
  vi.stubGlobal('sessionStorage', undefined);
  expect(readDraft(form, key)).toEqual({});
  storeDraft(form, key, { ...initial, name: 'Ana' }, initial);
  dropDraft(key);
  forgetDrafts();
});

test('at the end of a session all drafts are deleted, and nothing else', () => {
  entries.set('other', '1');
  storeDraft(form, key, { ...initial, name: 'Ana' }, initial);
  expect(entries.size).toBe(2);
  forgetDrafts();
  expect([...entries.keys()]).toEqual(['other']);
});
