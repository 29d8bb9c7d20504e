import { expect, test } from 'vitest';
import { newPasswordFault, passwordFault } from './passwords.ts';

test('AUTH-07 C92: blanks, one character, counting characters and the username are not valid new passwords', () => {
  for (const password of [
    '      ',
    '\u00a0\u00a0\t   ',
    '111111',
    ' aaaaaaa ',
    '123456',
    'ABCDEF',
    '987654',
    'ana.pop',
    'ANA.POP',
    ' Ana.Pop ',
  ])
    expect(newPasswordFault(password, 'ana.pop'), JSON.stringify(password)).not.toBeNull();
  for (const password of ['111112', 'secret', '135790', 'ana.pop1', 'a a a a', '💧💧🌍🌍'])
    expect(newPasswordFault(password, 'ana.pop'), password).toBeNull();
});

test('AUTH-07 C92: at login only the length counts, from 6', () => {
  for (const password of ['      ', '111111', '123456']) expect(passwordFault(password)).toBeNull();
  expect([passwordFault('12345'), newPasswordFault('12345', 'ana')]).toEqual(
    Array(2).fill('Use at least 6 characters.'),
  );
});
