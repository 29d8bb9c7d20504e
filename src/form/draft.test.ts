import { beforeEach, expect, test, vi } from 'vitest';
import { draftKey, dropDraft, forgetDrafts } from '../session/typed-drafts.ts';
import { defineForm } from './define-form.ts';
import { keepDraft, readDraft } from './draft.ts';

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

const held = new Map<string, string>();
beforeEach(() => {
  held.clear();
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(
      {
        getItem: (name: string) => held.get(name) ?? null,
        setItem: (name: string, text: string) => void held.set(name, text),
        removeItem: (name: string) => void held.delete(name),
      },
      { ownKeys: () => [...held.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
    ),
  );
});

test('typed text is restored, a password never, and nothing if unchanged', () => {
  keepDraft(form, key, { name: 'Ana', role: 'b', password: 'secret', id: '8' }, initial);
  expect([...held.values()].join()).not.toContain('secret');
  expect(readDraft(form, key)).toEqual({ name: 'Ana', role: 'b' });
  expect(readDraft(form, draftKey('u2', form.name, '/sample/7'))).toEqual({});
  expect(readDraft(form, draftKey('u1', form.name, '/sample/8'))).toEqual({});
  keepDraft(form, key, initial, initial);
  expect(held.size).toBe(0);
});

test('invalid entries are skipped, and throwing storage is not an error', () => {
  held.set(key, JSON.stringify({ name: 7, role: 'Admin', password: 'x', id: '9', __proto__: null, more: 'x' }));
  expect(readDraft(form, key)).toEqual({});
  for (const text of ['', 'null', '[]', '{', '"x"']) {
    held.set(key, text);
    expect(readDraft(form, key), text).toEqual({});
  }
  vi.stubGlobal('sessionStorage', undefined);
  expect(readDraft(form, key)).toEqual({});
  keepDraft(form, key, { ...initial, name: 'Ana' }, initial);
  dropDraft(key);
  forgetDrafts();
});

test('at the end of a session all drafts are deleted, and nothing else', () => {
  held.set('other', '1');
  keepDraft(form, key, { ...initial, name: 'Ana' }, initial);
  expect(held.size).toBe(2);
  forgetDrafts();
  expect([...held.keys()]).toEqual(['other']);
});
