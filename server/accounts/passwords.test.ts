import { expect, test } from 'vitest';
import { HttpError } from '../http/api-error.ts';
import { commonPasswords } from './common-passwords.ts';
import { HashLane, newPasswordFault, passwordFault } from './passwords.ts';

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
  for (const password of ['111112', 'secret-1', '135791', 'ana.pop1', 'a a a a', '💧💧🌍🌍'])
    expect(newPasswordFault(password, 'ana.pop'), password).toBeNull();
});

test('AUTH-07 C92: the thousand most common passwords are not valid new passwords, in any case', () => {
  expect(commonPasswords.size).toBe(1000);
  for (const password of [
    'password',
    'Password',
    'QWERTY',
    'iloveyou',
    'monkey',
    'dragon',
    ' letmein ',
    'football',
    'abc123',
    '123qwe',
  ])
    expect(newPasswordFault(password, 'ana.pop'), password).toContain('most common');
  expect(passwordFault('password')).toBeNull();
});

test('AUTH-07 C92: at login only the length counts, from 6', () => {
  for (const password of ['      ', '111111', '123456']) expect(passwordFault(password)).toBeNull();
  expect([passwordFault('12345'), newPasswordFault('12345', 'ana')]).toEqual(
    Array(2).fill('Use at least 6 characters.'),
  );
});

test('two run at once, three wait in order, the next gets 429, and a failure frees its slot', async () => {
  const lane = new HashLane(2, 3);
  const began: number[] = [];
  const ends: ((fails: boolean) => void)[] = [];
  const work = (n: number) => () =>
    new Promise<number>((resolve, reject) => {
      began.push(n);
      ends[n] = (fails) => (fails ? reject(new Error(`${n}`)) : resolve(n));
    });
  const results = [0, 1, 2, 3, 4].map((n) => lane.run(work(n)));
  await expect(lane.run(work(5))).rejects.toThrow(HttpError);
  await expect(lane.run(work(5))).rejects.toMatchObject({ status: 429, retryAfterS: 5 });
  expect(began).toEqual([0, 1]);
  ends[1]?.(true);
  await expect(results[1]).rejects.toThrow('1');
  expect(began).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3, 4]) {
    ends[n]?.(false);
    expect(await results[n]).toBe(n);
  }
  expect(began).toEqual([0, 1, 2, 3, 4]);
  const again = lane.run(work(6));
  ends[6]?.(false);
  expect(await again).toBe(6);
});
