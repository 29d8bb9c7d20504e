/** Forms of users (USR-09, USR-15, USR-16, USR-19) and of the own password. */
import { defineForm, type FormField } from '../../form/define-form.ts';
import { minLength, required } from '../../form/rules.ts';
import { specTexts } from '../../lib/spec-texts.ts';

export const backToUsers = { to: '/user', label: 'Back to users' } as const;

/** Known roles. Any other text can be typed (USR-09). */
const roles = [
  { value: 'Admin', meaning: 'manages users, stations and the server' },
  { value: 'Parser', meaning: 'reads all data, decoder and statistics' },
  { value: 'Customer', meaning: 'reads data of its company, or public data' },
  { value: 'User', meaning: 'as Customer, for hosts of stations' },
];
const { users } = specTexts;

/** USR-11: no rules here. The server reports what cannot be stored. */
export const registerForm = defineForm({
  name: 'addUser',
  sections: [
    {
      title: 'Person',
      fields: [
        { name: 'name', label: 'Name' },
        { name: 'surname', label: 'Surname' },
        { name: 'company', label: 'Company' },
        { name: 'email', label: 'Email', type: 'email' },
      ],
    },
    {
      title: 'Account',
      fields: [
        { name: 'username', label: 'Username', hint: '3 to 64 letters, digits or . _ - @ +' },
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autoComplete: 'new-password',
          hint: 'At least 6 characters',
        },
        { name: 'role', label: 'Role', offers: roles },
        { name: 'terms', label: 'Terms', type: 'number', hint: '1 = accepted, 0 = asked at first login' },
      ],
    },
  ],
  buttons: { save: users.register, clear: users.clear },
  failed: 'The user was not created',
});

const known = [
  { name: 'name', label: 'Name', isReadOnly: true },
  { name: 'surname', label: 'Surname', isReadOnly: true },
  { name: 'email', label: 'Email', isReadOnly: true },
  { name: 'userName', label: 'Username', isReadOnly: true },
  { name: 'terms', label: 'Terms', isReadOnly: true },
  { name: 'ethereumAccountAddress', label: 'Ethereum account', isReadOnly: true },
] as const satisfies readonly FormField[];

export const updateForm = defineForm({
  name: 'updateUser',
  sections: [
    {
      title: 'Can be changed',
      fields: [
        { name: 'phoneNumber', label: 'Phone' },
        { name: 'company', label: 'Company' },
        {
          name: 'role',
          label: 'Role',
          offers: roles,
          hint: "Changing role or company ends the user's sessions",
        },
        { name: 'emailConfirmed', label: 'Email confirmed', choices: ['true', 'false'] },
      ],
    },
    { title: 'As registered', fields: known },
  ],
  buttons: { save: users.update, cancel: users.cancel },
  failed: 'The user was not changed',
});

export const deleteForm = defineForm({
  name: 'deleteUser',
  sections: [
    {
      title: 'Account',
      fields: [
        ...known,
        { name: 'phoneNumber', label: 'Phone', isReadOnly: true },
        { name: 'company', label: 'Company', isReadOnly: true },
        { name: 'role', label: 'Role', isReadOnly: true },
        { name: 'emailConfirmed', label: 'Email confirmed', isReadOnly: true },
      ],
    },
  ],
  buttons: { save: users.delete, cancel: users.cancel },
  isRemoval: true,
  failed: 'The user was not deleted',
});

export const passwordForm = defineForm({
  name: 'changePassword',
  sections: [
    {
      title: 'Password',
      fields: [
        {
          name: 'currentPassword',
          label: 'Current password',
          type: 'password',
          autoComplete: 'current-password',
          rules: [required],
        },
        {
          name: 'newPassword',
          label: 'New password',
          type: 'password',
          autoComplete: 'new-password',
          rules: [required, minLength(6)],
          hint: 'At least 6 characters',
        },
      ],
    },
  ],
  buttons: { save: 'CHANGE', cancel: users.cancel },
  failed: 'The password was not changed',
});
