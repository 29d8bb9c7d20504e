import { expect, test } from 'vitest';
import { checkCredentials } from './log-in.ts';

test.each(['', 'ab', 'a b', 'ana!', 'änna', 'a'.repeat(65), 'ana\u0000'])(
  'AUTH-06 C92: the username %j is refused with a sentence',
  (username) => {
    expect(checkCredentials(username, 'downlink').username).toMatch(/\.$/);
  },
);

test.each(['ana', 'm.ionescu', 'ana_b-c@example.org', 'a+b', 'a'.repeat(64), 'X99'])(
  'AUTH-06 C92: the username %j is good',
  (username) => {
    expect(checkCredentials(username, 'downlink').username).toBeNull();
  },
);

test('AUTH-07: a password has at least 6 characters, and no upper limit', () => {
  expect(checkCredentials('ana', '').password).toBe('Enter your password.');
  expect(checkCredentials('ana', '12345').password).toMatch(/at least 6/);
  expect(checkCredentials('ana', '123456').password).toBeNull();
  expect(checkCredentials('ana', 'x'.repeat(200)).password).toBeNull();
});
