import { expect, test } from 'vitest';
import { digitsOnly, email, maxLength, minLength, required } from './rules.ts';

test('PAGE-17: required refuses blank text', () => {
  expect(['', ' ', '\t\n'].map((text) => required(text, 'Name'))).toEqual(Array(3).fill('Name is required.'));
  expect(required(' a ', 'Name')).toBeNull();
});

test('PAGE-17: lengths count visible characters, and ignore a blank text', () => {
  expect(minLength(6)('12345', 'Password')).toBe('Password must have at least 6 characters.');
  expect(minLength(6)('123456', 'Password')).toBeNull();
  expect(maxLength(3)('abcd', 'Code')).toBe('Code must have at most 3 characters.');
  expect(maxLength(2)('✈✈', 'Code')).toBeNull();
  expect(maxLength(2)('😀😀', 'Code')).toBeNull();
  expect([minLength(6)('', 'x'), email(' ', 'x'), digitsOnly('', 'x')]).toEqual([null, null, null]);
});

test('PAGE-17: an email address has a name, an at sign and a domain with a dot', () => {
  for (const good of ['a@b.co', 'ana.pop+1@mail.example.org', ' a@b.co '])
    expect(email(good, 'Email'), good).toBeNull();
  for (const bad of ['a', 'a@', '@b.co', 'a@b', 'a b@c.de', 'a@b@c.de'])
    expect(email(bad, 'Email'), bad).toBe('Email must be a valid email address.');
});

test('PAGE-17: digits only', () => {
  expect(digitsOnly('0042', 'Id')).toBeNull();
  for (const bad of ['4a', '-1', '1.0', '٤٢', '1 2'])
    expect(digitsOnly(bad, 'Id'), bad).toBe('Id must contain only digits.');
});
