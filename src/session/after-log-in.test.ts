import { expect, test } from 'vitest';
import { homeAfterLogIn } from './after-log-in.ts';

const everything = (): boolean => true;

test.each([
  ['Admin', 0, '/auth2'],
  ['Admin', 1, '/administrator'],
  [' admin ', 1, '/administrator'],
  ['Parser', 1, '/parser'],
  ['Customer', 1, '/akrx'],
  ['User', 1, '/akrx'],
  ['Guest', 1, '/akrx'],
  ['Parser', 2, '/auth2'],
])('AUTH-08: role %s with terms %i goes to %s', (role, terms, to) => {
  expect(homeAfterLogIn({ role, terms }, '/', everything).to).toBe(to);
});

test('C07: only the redirect by role carries the mark that leads to the root', () => {
  expect(homeAfterLogIn({ role: 'User', terms: 1 }, '/', everything).isRoleHome).toBe(true);
  expect(homeAfterLogIn({ role: 'User', terms: 1 }, '/airports', everything).isRoleHome).toBe(false);
});

test('C15: terms first, then the remembered path if it may be opened, else by role', () => {
  expect(homeAfterLogIn({ role: 'Admin', terms: 0 }, '/user', everything).to).toBe('/auth2');
  expect(homeAfterLogIn({ role: 'Admin', terms: 1 }, '/user?x=1', everything).to).toBe('/user?x=1');
  expect(homeAfterLogIn({ role: 'Parser', terms: 1 }, '/user', () => false).to).toBe('/parser');
});
