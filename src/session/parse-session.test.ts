import { describe, expect, test } from 'vitest';
import { parseLogoutMarker, parseMark, parseMirror, parseRecord, parseSession, restorable } from './parse-session.ts';
import { sessionLifeMs } from './session.ts';

const now = Date.UTC(2026, 10, 20, 12);
const session = {
  token: 'abc',
  expirationDate: now + 3600_000,
  userId: 'u1',
  role: 'Admin',
  terms: 1,
  company: null,
  refreshToken: 'r',
  userName: 'ana',
  userDetails: {},
};
const record = { sid: 's1', session, lastSeenAt: now, lastActiveAt: now, isMirrored: true };

test('SES-03: the nine members are read under their names, others are dropped', () => {
  expect(parseSession({ ...session, extra: 1 })).toEqual(session);
  expect(Object.keys(session)).toHaveLength(9);
});

test.each(Object.keys(session))('SES-03: without %s there is no session', (member) => {
  const { [member as keyof typeof session]: _gone, ...rest } = session;
  expect(parseSession(rest)).toBeNull();
});

describe('corrupt values of the mirror', () => {
  test.each([
    '',
    '{',
    'null',
    '42',
    '[]',
    '"token"',
    '{"token":""}',
    JSON.stringify({ ...session, token: 7 }),
    JSON.stringify({ ...session, token: 'a b' }),
    JSON.stringify({ ...session, expirationDate: 'tomorrow' }),
    JSON.stringify({ ...session, expirationDate: 1e99 }),
    JSON.stringify({ ...session, userDetails: null }),
    '{"__proto__":{"token":"x"}}',
    '\u0000\uffff',
  ])('SES-04: %j is corrupt, not an exception', (text) => {
    expect(parseMirror(text)).toBe('corrupt');
  });
});

describe('restorable records', () => {
  test('SES-02: record and mirror agree: the session continues', () => {
    expect(restorable(record, null, session, now)).toBe(record);
  });
  test('SES-01: removing the token from either place logs the user out', () => {
    expect(restorable(null, null, session, now)).toBeNull();
    expect(restorable(record, null, 'absent', now)).toBeNull();
    expect(restorable(record, null, 'corrupt', now)).toBeNull();
  });
  test('SES-04: an expiration date set to the past in the mirror ends it', () => {
    expect(restorable(record, null, { ...session, expirationDate: now - 1 }, now)).toBeNull();
  });
  test('SES-04: an expiration date moved far ahead in the mirror ends it', () => {
    expect(restorable(record, null, { ...session, expirationDate: now + 2 * sessionLifeMs }, now)).toBeNull();
  });
  test('C55: a logout marker ends its own session and no other', () => {
    const logoutMarker = { sid: 's1', loggedOutAt: now, reason: 'logged-out' as const };
    expect(restorable(record, logoutMarker, session, now)).toBeNull();
    expect(restorable(record, { ...logoutMarker, sid: 's0' }, session, now)).toBe(record);
  });
  test('C55: a browser that gave localStorage no room still restores from the record', () => {
    expect(restorable({ ...record, isMirrored: false }, null, 'absent', now)).toBeTruthy();
    expect(restorable(record, null, 'unreadable', now)).toBe(record);
  });
  test('another user in the mirror than in the record: neither', () => {
    expect(restorable(record, null, { ...session, userId: 'u2' }, now)).toBeNull();
  });
});

test.each([
  null,
  undefined,
  5,
  'x',
  {},
  { sid: '' },
  { ...record, session: null },
  { ...record, lastSeenAt: Number.NaN },
])('C55: the record %j is invalid', (value) => {
  expect(parseRecord(value)).toBeNull();
});

test('C55: a logout marker with an unknown reason counts as a logout', () => {
  expect(parseLogoutMarker({ sid: 's', loggedOutAt: 1, reason: 'party' })).toMatchObject({ reason: 'logged-out' });
});

test.each([
  [null, 0],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
  [String(now), now],
  [String(now + 3600_000), 0],
])('C05b: the stored time of use %j is read as %d: a future time does not extend the session', (text, value) => {
  expect(parseMark(text, now)).toBe(value);
});
