import { expect, test } from 'vitest';
import { lookAlike, plainNameFault } from './plain-names.ts';

test('USR-09: a name with invisible characters, other spaces, special forms or letters of two alphabets is not plain', () => {
  const notPlain = [
    'Tarom\u200b',
    'Ta\u00adrom',
    'Tarom\ufeff',
    '\u202eTarom',
    'Ta\u3164rom',
    'Tarom\u2800',
    'Ta\u034from',
    'T\ufe0farom',
  ];
  notPlain.push(
    'Air\u00a0X',
    'Air\u2003X',
    'Air  X',
    ' Air',
    'Air\tX',
    '\uff34\uff21\uff32\uff2f\uff2d',
    'o\ufb03ce',
    'T\u0430rom',
    'Tar\u03bfm',
    '\u0391ir',
  );
  expect(notPlain.filter((name) => plainNameFault(name) === null)).toEqual([]);
  const plain = [
    '',
    'Tarom',
    'Aer Lingus',
    'Blue Air & Sons (Ltd.)',
    'S7',
    'A\u00e9ro 2',
    '\u0410\u044d\u0440\u043e\u0444\u043b\u043e\u0442',
    '\u0391\u03b5\u03b3\u03b5\u03b1\u03bd',
    '\u5168\u65e5\u7a7a ANA',
    "O'Hare",
  ];
  expect(plain.filter((name) => plainNameFault(name) !== null)).toEqual([]);
});

test('USR-09: a name that looks like another one is found; the same name in another case is not', () => {
  const known = ['Tarom', 'Air Maroc', 'ALI', 'Tam', 'Admin'];
  for (const name of [
    'Tar0m',
    'TAR0M',
    'Tarorn',
    'T\u00e1rom',
    'Ta rom',
    'Ta-rom',
    '\u0422\u0410\u041c',
    'AirMaroc',
    'All',
    'Al1',
    'Adm1n',
  ])
    expect([name, lookAlike(name, known)]).toEqual([name, expect.any(String)]);
  for (const name of ['Tarom', 'TAROM', ' tarom ', 'Tarom Cargo', 'Al', 'Air', 'Customer'])
    expect(lookAlike(name, known), name).toBeNull();
});
