import { expect, test } from 'vitest';
import { checkForm, defineForm, errorsOfServer } from './define-form.ts';
import { email, minLength, required } from './rules.ts';

const form = defineForm({
  name: 'sample',
  sections: [
    {
      title: 'One',
      fields: [{ name: 'email', label: 'Email', type: 'email', aliases: ['emailAddress'], rules: [required, email] }],
    },
    {
      title: 'Two',
      fields: [
        { name: 'password', label: 'Password', rules: [required, minLength(6)] },
        { name: 'userName', label: 'Username', rules: [required], isReadOnly: true },
      ],
    },
  ],
  buttons: { save: 'SAVE' },
  failed: 'It was not saved',
});

test('PAGE-17: each field shows the first rule that it breaks; a read-only one is never invalid', () => {
  expect(checkForm(form, { email: 'x', password: '', userName: '' })).toEqual({
    email: 'Email must be a valid email address.',
    password: 'Password is required.',
  });
  expect(checkForm(form, { email: 'a@b.co', password: '123456', userName: '' })).toEqual({});
});

test('BID-10, C75: the first sentence of the server is shown at its field, by either name and in any case; others are skipped', () => {
  const errors = { Email: ['Taken.', 'Try another one.'], password: [], terms: ['No.'], userName: ['No.'] };
  expect(errorsOfServer(form, errors)).toEqual({ email: 'Taken.' });
  expect(errorsOfServer(form, { eMailAddress: ['Wrong.'] })).toEqual({ email: 'Wrong.' });
  expect(errorsOfServer(form, undefined)).toEqual({});
});

test('STN-20: a required read-only field is checked', () => {
  const withId = {
    ...form,
    sections: [
      { title: 'Id', fields: [{ name: 'id', label: 'Id', isReadOnly: true, isRequired: true, rules: [required] }] },
    ],
  } as const;
  expect(checkForm(withId, { id: '' })).toEqual({ id: 'Id is required.' });
  expect(checkForm(withId, { id: '7' })).toEqual({});
});
